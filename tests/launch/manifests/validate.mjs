// Checks manifests against the schemas of Kubernetes and KEDA, and llm-d's VariantAutoscaling against ours. Kinds
// without a schema (JobSet, LeaderWorkerSet): their jobs and pods. Prints an error a line, then the counts of objects and errors. Usage: validate.mjs FILE...
import Ajv from "ajv";
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

const packages = {
  v1: "kubernetes-models/v1",
  "apps/v1": "kubernetes-models/apps/v1",
  "batch/v1": "kubernetes-models/batch/v1",
  "autoscaling/v2": "kubernetes-models/autoscaling/v2",
  "keda.sh/v1alpha1": "@kubernetes-models/keda/keda.sh/v1alpha1",
};

const variant = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(new URL("variantautoscaling.json", import.meta.url), "utf8")));

/** Throws what is wrong with an object of Kubernetes. */
async function check(part) {
  if (part.kind === "VariantAutoscaling") {
    if (!variant(part)) throw new Error(variant.errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join("; "));
    return;
  }
  const kinds = await import(packages[part.apiVersion]);
  new kinds[part.kind](part).validate();
}

const podTemplate = (template) => ({ apiVersion: "v1", kind: "PodTemplate", template });

function parts(manifest) {
  if (manifest.kind === "JobSet")
    return manifest.spec.replicatedJobs.map((job) => ({ apiVersion: "batch/v1", kind: "Job", ...job.template }));
  if (manifest.kind === "LeaderWorkerSet") {
    const { leaderTemplate, workerTemplate } = manifest.spec.leaderWorkerTemplate;
    return [leaderTemplate, workerTemplate].map(podTemplate);
  }
  return manifest.apiVersion in packages || manifest.kind === "VariantAutoscaling" ? [manifest] : [];
}

let known = 0;
let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const document of parseAllDocuments(readFileSync(file, "utf8"))) {
    for (const part of parts(document.toJS())) {
      known += 1;
      try {
        await check(part);
      } catch (error) {
        wrong += 1;
        console.log(`${file}: ${part.kind}: ${error.message}`);
      }
    }
  }
}
console.log(`${known} objects, ${wrong} that do not fit their schema`);
process.exit(wrong > 0 || known === 0 ? 1 : 0);
