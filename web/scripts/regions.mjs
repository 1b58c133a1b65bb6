// Clouds that machines are of, and regions in which something is known to be offered, or to have a price, as data/ has them:
// src/api/regions.ts, for the page to offer.
import { csvParse } from "d3-dsv";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const data = new URL("../../data/", import.meta.url);
const nowhere = new Set(["unstated", "us"]); // of prices that hold for no one region

const regions = ["availability/", "prices/"].flatMap((folder) => {
  const files = readdirSync(new URL(folder, data)).filter((name) => name.endsWith(".csv"));
  return files.flatMap((name) => csvParse(readFileSync(new URL(folder + name, data), "utf8")).map(({ region }) => region));
});
const known = [...new Set(regions)].filter((region) => !nowhere.has(region)).sort();
const machines = readdirSync(new URL("instances/", data)).filter((name) => name.endsWith(".toml"));
const clouds = machines.flatMap((name) => [...readFileSync(new URL(`instances/${name}`, data), "utf8").matchAll(/^cloud = "(.+)"$/gm)].map(([, cloud]) => cloud));
const text = `// Made by scripts/regions.mjs from data/instances, data/availability and data/prices.
export const clouds: readonly string[] = ${JSON.stringify([...new Set(clouds)].sort(), undefined, 2)};
export const regions: readonly string[] = ${JSON.stringify(known, undefined, 2)};
`;
writeFileSync(new URL("../src/api/regions.ts", import.meta.url), text);
