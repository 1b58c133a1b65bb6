// Questions, one a line of JSON, on stdin; on stdout {"status", "json", "ms"} of each, from the engine of a page.
// Usage: node ask.mjs FOLDER, where hakaru.js and hakaru.wasm are.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
// A script without "type": "module" beside it; as a page has it, it is a module by how it is loaded.
const source = readFileSync(`${folder}/hakaru.js`, "utf8");
const { default: createHakaru } = await import(`data:text/javascript,${encodeURIComponent(source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(folder).href)))}`);
const hakaru = await createHakaru({ wasmBinary: readFileSync(`${folder}/hakaru.wasm`) });

for await (const line of createInterface({ input: process.stdin })) {
  const start = performance.now();
  const reply = hakaru.ask(line);
  console.log(JSON.stringify({ ...reply, ms: performance.now() - start }));
}
