// The programs that run plans, and where, as data/launch has them: src/api/launchers.ts, for the page to offer. Which of them can
// run a plan the engine says.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const launch = new URL("../../data/launch/", import.meta.url);
const jobs = ["train", "serve"];

/** Tables of a TOML file, in order: of their keys those whose values, on one line, are as JSON has them. */
function tables(file) {
  const found = [];
  for (const line of readFileSync(new URL(file, launch), "utf8").split("\n")) {
    const [, table] = /^\[\[?([^[\]]+)\]\]?$/.exec(line) ?? [];
    if (table) found.push({ table, keys: {} });
    const [, key, value] = /^"?([\w.@-]+)"? = (".*?"|\[.*?\]|\{.*?\})(?: *#.*)?$/.exec(line) ?? [];
    if (key && found.length > 0) found.at(-1).keys[key] = value;
  }
  return found;
}

const list = (value) => (value === undefined ? [] : JSON.parse(value));

/** Of each job the engines, with the kinds of accelerator that they run on, or their makers (none: any), and the platforms. */
export function launchers() {
  const which = tables("programs/which.toml");
  const named = (name) => which.find(({ table }) => table === name).keys;
  const servers = new Set(Object.values(named("engines")).map((each) => /server = "([^"]+)"/.exec(each)[1]));
  const programs = readdirSync(new URL("programs/", launch)).flatMap((file) => tables(`programs/${file}`));
  const engines = Object.entries(named("for")).map(([name, quoted]) => {
    const program = JSON.parse(quoted);
    const { keys } = programs.find(({ table }) => table === `programs.${program}`);
    return { name, job: servers.has(program) ? "serve" : "train", runs_on: list(keys.runs_on) };
  });
  const files = tables("platforms/platforms.toml").filter(({ table }) => /^platforms\.[\w-]+\.files$/.test(table));
  const of = (job) => ({
    engines: engines.filter((each) => each.job === job).map(({ name, runs_on }) => ({ name, runs_on })),
    platforms: [...new Set(files.filter(({ keys }) => list(keys.jobs).includes(job)).map(({ table }) => table.split(".")[1]))],
  });
  return Object.fromEntries(jobs.map((job) => [job, of(job)]));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = `// Made by scripts/launchers.mjs from data/launch.
interface Launchers {
  readonly engines: readonly { readonly name: string; readonly runs_on: readonly string[] }[];
  readonly platforms: readonly string[];
}
export const launchers: Readonly<Record<${jobs.map((job) => `"${job}"`).join(" | ")}, Launchers>> = ${JSON.stringify(launchers(), undefined, 2)};
`;
  writeFileSync(new URL("../src/api/launchers.ts", import.meta.url), text);
}
