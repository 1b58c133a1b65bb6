// Asks `hakaru mcp` as an agent does, through the protocol's own client, which holds every message against the
// protocol's schemas (its zod schemas of revision 2025-06-18 and later); prints what came, line by line.
import Ajv from "ajv/dist/2020.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const transport = new StdioClientTransport({ command: "hakaru", args: ["mcp", ...process.argv.slice(2)], env: process.env });
const client = new Client({ name: "test", version: "1" });
const complaints = [];
await client.connect(transport);
client.onerror = (error) => complaints.push(String(error));
const text = (result) => result.content.map((part) => part.text).join("");
const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);

console.log(client.getServerVersion().name, Object.keys(client.getServerCapabilities()).join(" "));
console.log("ping", JSON.stringify(await client.ping()));

const { tools } = await client.listTools();
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
for (const tool of tools) ajv.compile(tool.inputSchema);
console.log(tools.length > 20, tools.some((tool) => tool.name === "plan_serve"), "schemas compile");
console.log("described in", Math.max(...tools.map((tool) => tool.description.length)) < 200 ? "two lines" : "too much");

const shares = [];
const plans = await call("plan_serve", { model: "qwen2.5-7b-instruct", top: 3 },
  { onprogress: ({ progress }) => shares.push(progress) });
console.log(text(plans).split("\n").filter((line) => /^1 {2}|Kept as/.test(line)).join("\n"));
console.log("told how far:", shares.every((share, at) => share > 0 && (at === 0 || share > shares[at - 1])));
console.log("the second, explained:", text(await call("explain", { plan: "plan-1#2" })).split("\n")[1]);
console.log("both:", text(await call("compare_plans", { plans: ["plan-1", "plan-1#3"] })).split("\n")[0]);

const tooSmall = await call("plan_serve", { model: "llama-3.1-70b", context: "8k", instance: "g5.xlarge", instances: 1 });
console.log(tooSmall.isError, text(tooSmall));
const wrong = await call("plan_serve", { model: "qwen2.5-7b-instruct", rat: "5/s" });
console.log(wrong.isError, text(wrong));
const file = await call("model_show", { model: "/etc/passwd" });
console.log(file.isError, text(file));
await call("nothing", {}).catch((error) => console.log(error.code, error.message));
await client.readResource({ uri: "hakaru://nothing" }).catch((error) => console.log(error.code, error.message));

// A long search is ended, and what comes meanwhile is answered.
const ending = new AbortController();
const long = { model: "gpt3-175b", tokens: "300B", global_batch: 1536, exhaustive: true, precision: "bf16,fp8,bf16-sr",
  max_instances: 8192 };
const searched = call("plan_train", long, { signal: ending.signal }).catch(() => "ended");
console.log("meanwhile", JSON.stringify(await client.ping()));
ending.abort();
console.log(await searched);
console.log((await call("memory_serve", { model: "llama-3.1-8b", context: "8k", on: "g5.xlarge" })).structuredContent.fits);

const { resources } = await client.listResources();
for (const { uri } of resources) {
  const { contents } = await client.readResource({ uri });
  console.log(uri, contents[0].mimeType, contents[0].text.length > 1000);
}
const { resourceTemplates } = await client.listResourceTemplates();
console.log(resourceTemplates.map((each) => each.uriTemplate).join(" "));
const { contents } = await client.readResource({ uri: "hakaru://plan/plan-1" });
console.log("kept whole:", JSON.parse(contents[0].text).plans.length);

await client.close();
console.log("closed", complaints.join("; "));
