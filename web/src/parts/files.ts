// A file that somebody drops or chooses, as text or read as JSON, or one line that says why not.
import type { Say, Word } from "../words";

export interface JsonFile {
  readonly name: string;
  readonly json: unknown;
}

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

const megabyte = 1e6;
const longest_name = 80;

/** `refused`: what is said of a file that cannot be read, and why. */
export async function read_text(file: File, most_megabytes: number, refused: Word, say: Say): Promise<TextFile | string> {
  const name = file.name.slice(0, longest_name);
  if (file.size > most_megabytes * megabyte) return say(refused, name, say("too_large", most_megabytes));
  return { name, text: await file.text() };
}

/** The same of JSON. */
export async function read_json(file: File, most_megabytes: number, refused: Word, say: Say): Promise<JsonFile | string> {
  const read = await read_text(file, most_megabytes, refused, say);
  if (typeof read === "string") return read;
  try {
    return { name: read.name, json: JSON.parse(read.text) as unknown };
  } catch {
    return say(refused, read.name, say("not_json"));
  }
}
