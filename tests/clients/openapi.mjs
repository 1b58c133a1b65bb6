// Holds a description of a service, given on standard input, against the schema of OpenAPI 3.1, its references against
// what they name, and the schemas in it against JSON Schema.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { Validator } from "@seriousme/openapi-schema-validator";

const description = JSON.parse(readFileSync(0, "utf8"));
const isValid = new Validator().getAjvValidator("3.1");
console.log("valid:", isValid(description), isValid.errors ? JSON.stringify(isValid.errors).slice(0, 1000) : "");

const named = (reference) => reference.slice(2).split("/").reduce((part, key) => part?.[key], description);
const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1]);
console.log("references:", references.length > 20, references.filter((each) => named(each) === undefined).join(" "));

const schemas = JSON.parse(JSON.stringify(description.components.schemas).replaceAll("#/components/schemas/", "#/$defs/"));
const all = Object.keys(schemas).map((name) => ({ $ref: `#/$defs/${name}` }));
new Ajv({ strict: true, allowUnionTypes: true, keywords: ["unit"] }).compile({ $defs: schemas, anyOf: all });
console.log("paths:", Object.keys(description.paths).filter((path) => !path.startsWith("/v1/ask/")).join(" "));
