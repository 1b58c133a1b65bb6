// A file that somebody drops or chooses, read as JSON, or one line that says why not.
import type { Say, Word } from "../words";

export interface JsonFile {
  readonly name: string;
  readonly json: unknown;
}

const megabyte = 1e6;
const longest_name = 80;

/** `refused`: what is said of a file that cannot be read, and why. */
export async function read_json(file: File, most_megabytes: number, refused: Word, say: Say): Promise<JsonFile | string> {
  const name = file.name.slice(0, longest_name);
  if (file.size > most_megabytes * megabyte) return say(refused, name, say("too_large", most_megabytes));
  try {
    return { name, json: JSON.parse(await file.text()) as unknown };
  } catch {
    return say(refused, name, say("not_json"));
  }
}
