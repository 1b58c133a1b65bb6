// Questions that the page asks the engine, made from its fields.
import type { Question } from "./engine/protocol";
import { model_name } from "./parts/hub";
import type { AnyPlan } from "./parts/plans";
import type { Job, State } from "./state";

/** Where nothing is typed. */
export const usual: Readonly<Record<Job, Readonly<Record<string, string>>>> = {
  train: { model: "llama-3.1-8b", tokens: "100B", family: "p5" },
  serve: { model: "llama-3.3-70b-instruct", users: "50", family: "p5" },
};

/** Where machines are had and how they are paid for. */
export const bought = ["cloud", "region", "quota", "price", "purchase", "years", "power"] as const;

export const fields: Readonly<Record<Job, readonly string[]>> = {
  train: ["model", "tokens", "sequence_length", "global_batch", "precision", "family", "max_instances", "deadline", "budget", "objective", ...bought],
  serve: ["model", "users", "rate", "ttft", "tpot", "family", "max_instances", "budget", "objective", ...bought, "api_price"],
};

/** Chosen: no family is asked for. */
export const any_family = "any";
/** Chosen: wherever it is cheapest. */
export const any_region = "any";
/** Whose prices hold where no region is said. */
export const usual_region = "us-east-1";

/** Parts of a layout that a plan can be held to. */
const held_parts: ReadonlySet<string> = new Set([
  ...["tp", "pp", "cp", "ep", "etp", "vpp", "zero", "recompute", "schedule", "context_parallel", "sequence_parallel", "first_stage_layers", "last_stage_layers"],
  ...["expert_overlap", "captured_step", "offload_activations", "offload_optimizer", "offload_weights"],
]);

export type Held = readonly (readonly [part: string, value: string])[];

/** "zero=2 sequence_parallel=false", of the address. */
export function held_in(state: State): Held {
  const told = (state.asked["held"] ?? "").split(" ").map((each) => each.split("=", 2));
  return told.flatMap(([part = "", value = ""]) => (held_parts.has(part) && value !== "" ? [[part, value] as const] : []));
}

export const held_in_address = (held: Held): string => held.map((each) => each.join("=")).join(" ");

/** The parts that a sentence of the engine says as flags: "--zero 2 --sequence-parallel false". */
export function held_by_flags(sentence: string): Held {
  const flags = [...sentence.matchAll(/--([a-z-]+) ([a-z0-9_]+)/g)];
  return flags.flatMap(([, flag = "", value = ""]) => (held_parts.has(flag.replaceAll("-", "_")) ? [[flag.replaceAll("-", "_"), value] as const] : []));
}

/** What is no count stays as typed, for the engine to say so. */
const as_count = (typed: string): number | string => (/^\d+$/.test(typed) ? Number(typed) : typed);

const numeric = new Set(["max_instances", "users"]);
const separators = /[\s,]+/; // "p5=16, p4d=8"

/** What a key is told: of some a list. What is empty and what stands for all say nothing. */
function told_by(field: string, value: string): unknown {
  if (value.trim() === "" || (field === "family" && value === any_family)) return undefined;
  if (field === "family" || field === "cloud") return [value];
  if (field === "quota") return value.split(separators).filter((each) => each !== "");
  return numeric.has(field) ? as_count(value) : value;
}

/** `config`: of a dropped file, instead of a name. */
export function plan_question(state: State, config: unknown): Question {
  const asked: Record<string, unknown> = {};
  for (const field of fields[state.job]) {
    const told = told_by(field, meant_by(state, field));
    if (told !== undefined) asked[field] = told;
  }
  if (config !== undefined) asked["model"] = config;
  Object.assign(asked, Object.fromEntries(held_in(state)));
  return { question: `plan_${state.job}`, lang: state.lang, top: 12, whole: true, ...asked };
}

export function said_of(state: State, field: string): string {
  if (field === "users" && (state.asked["rate"] ?? "") !== "") return state.asked["users"] ?? ""; // one of the two is said
  const unsaid = field === "family" && (state.asked["cloud"] ?? "") !== "" ? any_family : usual[state.job][field]; // which is of AWS
  return state.asked[field] ?? unsaid ?? "";
}

/** Without what only surrounds it where it was copied. */
function meant_by(state: State, field: string): string {
  const said = said_of(state, field);
  return field === "model" ? model_name(said) : said;
}

/** Enough requests that most of them run beside as many others as are to be at once. */
export const simulated_count = (at_once: number): number => Math.max(400, 3 * at_once);

/** The simulation that the figures of a service's plan are of. */
export function again_question(lang: State["lang"], plan: unknown, count: number): Question {
  return { question: "simulate_serve", lang, plan, ...(count > 0 ? { count, router: "join-shortest-queue" } : {}) };
}

/**
 * One of so many replicas, at the load of the plan. Of requests in flight that cannot be shared out evenly it has the
 * larger share: the engine would simulate all replicas instead.
 */
export function replica_question(lang: State["lang"], plan: unknown, replicas: number, in_flight: number | null): Question {
  const at_once = Math.ceil((in_flight ?? 0) / replicas);
  return { question: "simulate_serve", lang, plan, count: replicas * simulated_count(at_once), ...(in_flight === null ? {} : { concurrency: replicas * at_once }) };
}

/** All that the job's question is made of: while it is the same, so is the question. */
export function said_in(state: State): string {
  return JSON.stringify([held_in(state), ...fields[state.job].map((field) => said_of(state, field))]);
}

/** Of the machines that are looked at. */
export function machines_of(state: State): readonly string[] {
  const told = (state.asked["machines"] ?? "").split(" ").filter((each) => each !== "");
  return told.length > 0 ? told : usual_machines;
}

const usual_machines = ["p5.48xlarge", "p4d.24xlarge", "trn2.48xlarge"];
const of_the_job: ReadonlySet<string> = new Set(["model", "tokens", "sequence_length", "global_batch", "precision", "users", "rate", "ttft", "tpot"]);

export function compare_question(state: State): Question {
  const { question: _, top: __, whole: ___, ...asked } = plan_question(state, undefined);
  const kept = Object.entries(asked).filter(([key]) => of_the_job.has(key));
  return { question: `compare_${state.job}`, lang: state.lang, ...Object.fromEntries(kept), instance: machines_of(state) };
}

/** The same as somebody would type it in a shell; `dropped`: the file that is the model. */
export function command_of(state: State, dropped: string | undefined): string {
  const words = ["hakaru", "plan", state.job];
  for (const field of fields[state.job]) {
    const value = field === "model" && dropped !== undefined ? dropped : meant_by(state, field);
    for (const told of [told_by(field, value) ?? []].flat()) words.push(flag_of(field), quoted(String(told)));
  }
  for (const [part, value] of held_in(state)) words.push(flag_of(part), quoted(value));
  return words.join(" ");
}

/** Of the view that reads a command: where nothing is typed, an example is read. */
export const read_fields = ["from", "instance", "instances", "model"] as const;
type ReadField = (typeof read_fields)[number];
const usual_to_read: Readonly<Partial<Record<ReadField, string>>> = {
  from: "vllm serve meta-llama/Llama-3.1-8B-Instruct --tensor-parallel-size 4 --max-num-seqs 128",
  instance: "g6e.12xlarge",
};

export const said_to_read = (state: State, field: ReadField): string => state.asked[field] ?? usual_to_read[field] ?? "";

/** `opened`: the text of a file, instead of what is typed. */
export function read_question(state: State, opened: string | undefined): Question {
  const { from, instances, ...named } = Object.fromEntries(read_fields.map((field) => [field, said_to_read(state, field).trim()])) as Record<ReadField, string>;
  const told = Object.entries({ ...named, model: model_name(named.model) }).filter(([, value]) => value !== "");
  return { question: "plan", lang: state.lang, from: opened ?? from, ...Object.fromEntries(told), ...(instances === "" ? {} : { instances: as_count(instances) }) };
}

/** The same in a shell. */
export function command_of_read(state: State): string {
  const { question: _, lang: __, ...told } = read_question(state, undefined);
  return ["hakaru", "plan", ...Object.entries(told).flatMap(([key, value]) => [flag_of(key), quoted(String(value))])].join(" ");
}

/** The files that run a plan; of an engine that is "" the one that it was planned for. */
export function launch_question(lang: State["lang"], plan: unknown, names: readonly string[]): Question {
  const told = names.filter((name) => name !== "").join(",");
  return { question: "emit", lang, plan, out: true, ...(told === "" ? {} : { for: told }) };
}

const flag_of = (key: string): string => `--${key.replaceAll("_", "-")}`;

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[A-Za-z0-9._/:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Why not this one: the best plan of a machine, or of a layout on it, under all that was asked for. `layout`: "tp/pp". */
export function why_not_question(state: State, config: unknown, machine: string, layout: string, recommended: string): Question {
  const { family: _, top: __, whole: ___, ...asked } = plan_question(state, config);
  const [tp, pp] = layout.split("/").map((degree) => degree.trim());
  return { ...asked, question: `compare_${state.job}`, instance: [machine, recommended], ...degree_of("tp", tp), ...degree_of("pp", pp) };
}

const degree_of = (key: string, typed = "") => (typed === "" ? {} : { [key]: as_count(typed) });

/** The best plan again, were each of these so. */
export function what_if_question(state: State, config: unknown, changes: readonly string[]): Question {
  const { whole: _, ...asked } = plan_question(state, config);
  return { ...asked, what_if: changes };
}

/** The plan's machine and replica under requests of somebody's own, as many of them as the load needs. */
export function follow_question(state: State, config: unknown, plan: AnyPlan, requests: string): Question {
  const told = plan_question(state, config) as Readonly<Record<string, unknown>>;
  const { tp, pp, ep } = plan.layout;
  const kept = Object.fromEntries(["model", "ttft", "tpot", ...bought].map((key) => [key, told[key]]));
  const asked = { ...kept, requests, max_replicas: "auto", instance: plan.instance, tp, pp, ep, top: 1, whole: true };
  return { question: "plan_serve", lang: state.lang, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) };
}
