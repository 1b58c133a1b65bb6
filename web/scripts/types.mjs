// Types of what is asked and answered, of the schemas that `hakaru schema` prints (docs/api): src/api/*.ts.
import { compile } from "json-schema-to-typescript";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const schemas = new URL("../../docs/api/", import.meta.url);
const types = new URL("../src/api/", import.meta.url);
const questions = ["plan_train", "plan_serve", "compare_train", "compare_serve", "simulate_serve", "simulate_train", "memory_serve", "fit", "compare_plans", "explain", "measure", "emit", "plan", "model_list", "instance_list", "price_list", "validate"];

mkdirSync(types, { recursive: true });
for (const question of questions) {
  const schema = JSON.parse(readFileSync(new URL(`${question}.json`, schemas), "utf8"));
  const answer = { ...schema.$defs.answer, $defs: schema.$defs, title: `${question}_answer` };
  const options = { additionalProperties: false, bannerComment: `// Made by scripts/types.mjs from docs/api/${question}.json.` };
  writeFileSync(new URL(`${question}.ts`, types), await compile(answer, `${question}_answer`, options));
}
