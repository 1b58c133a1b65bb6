// Plans known before the engine answers: those found for a job that keep the new limits, ranked by the objective.
// A plan's figures are its own, whatever the limits under which it was found; only the engine can say that there is
// none better.
import type { Question } from "../engine/protocol";
import { band_of, figure_of, plans_of, type AnyPlan, type PlanFile } from "./plans";

/** Where nothing is said of a limit: none, or the one that the engine takes then. */
interface Limit {
  readonly figure: string;
  /** How it is read: "500ms", "$10k"; and which limit an answer says that it was found under. */
  readonly read: (typed: string) => number | undefined;
  readonly usual?: (file: PlanFile) => number | null | undefined;
}

const scaled = (units: Readonly<Record<string, number>>, form: RegExp) => (typed: string) => {
  const [, number, unit = ""] = form.exec(typed) ?? [];
  const scale = units[unit];
  return number === undefined || scale === undefined ? undefined : Number(number) * scale;
};
const seconds = scaled({ ms: 1e-3, s: 1, min: 60, h: 3600, d: 86400 }, /^(\d+(?:\.\d+)?)(ms|s|min|h|d)$/);
const dollars = scaled({ "": 1, k: 1e3, M: 1e6 }, /^\$(\d+(?:\.\d+)?)([kM]?)$/);

const limits: Readonly<Record<string, Readonly<Record<string, Limit>>>> = {
  plan_train: {
    deadline: { figure: "duration_s", read: seconds },
    budget: { figure: "cost_usd", read: dollars },
    max_instances: { figure: "instances", read: Number },
  },
  plan_serve: {
    ttft: { figure: "ttft_s", read: seconds, usual: (file) => demand_in(file)?.ttft_s },
    tpot: { figure: "tpot_s", read: seconds, usual: (file) => demand_in(file)?.tpot_s },
    budget: { figure: "usd_per_month", read: dollars },
    max_instances: { figure: "instances", read: Number },
  },
};
const counted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  plan_train: { cost: "cost_usd", time: "duration_s", energy: "energy_kwh" },
  plan_serve: { cost: "usd_per_month", time: "request_s" },
};

const demand_in = (file: PlanFile) => ("demand" in file ? file.demand : undefined);

/** The question without what limits and ranks its plans. */
function job_of(question: Question): string {
  const kept = Object.entries(question).filter(([key]) => !(key in (limits[question.question] ?? {})) && key !== "objective");
  return JSON.stringify(Object.fromEntries(kept));
}

const layout_of = (plan: AnyPlan) => JSON.stringify([plan.instance, plan.instances, plan.layout, figure_of(plan, "max_num_seqs")]);

/** What it is told of is of one job at a time. */
export class KnownPlans {
  #job = "";
  #file: PlanFile | undefined;
  readonly #plans = new Map<string, AnyPlan>();
  readonly #usual = new Map<string, number | null | undefined>();

  add(question: Question, answer: PlanFile) {
    const job = job_of(question);
    if (job !== this.#job) {
      this.#job = job;
      this.#plans.clear();
      this.#usual.clear();
    }
    this.#file = answer;
    for (const plan of plans_of(answer)) this.#plans.set(layout_of(plan), plan);
    for (const [key, { usual }] of Object.entries(limits[question.question] ?? {})) {
      if (usual && !(key in question)) this.#usual.set(key, usual(answer));
    }
  }

  /** Plans of another answer for `question`; undefined: none is known to keep its limits. */
  under(question: Question): PlanFile | undefined {
    const figure = counted[question.question]?.[String(question["objective"] ?? "cost")];
    if (!this.#file || !figure || job_of(question) !== this.#job) return undefined;
    const asked: (readonly [figure: string, most: number])[] = [];
    for (const [key, limit] of Object.entries(limits[question.question] ?? {})) {
      const typed = question[key];
      const most = typed !== undefined ? limit.read(String(typed)) : limit.usual ? this.#usual.get(key) : null;
      if (most === undefined || Number.isNaN(most)) return undefined; // what it means only the engine knows
      if (most !== null) asked.push([limit.figure, most]);
    }
    const keeps = (value: (figure: string) => number) => asked.every(([figure, most]) => value(figure) <= most);
    const ranked = [...this.#plans.values()].flatMap((plan) => {
      const value = (figure: string) => figure_of(plan, figure) ?? Infinity;
      if (!keeps(value)) return [];
      return [{ plan, is_sure: keeps((figure) => band_of(plan, figure)?.high ?? value(figure)), measure: value(figure) }];
    });
    ranked.sort((one, other) => Number(other.is_sure) - Number(one.is_sure) || one.measure - other.measure);
    if (ranked.length === 0) return undefined;
    const plans = ranked.slice(0, Number(question["top"] ?? ranked.length)).map(({ plan }, at) => ({ ...plan, rank: at + 1 }));
    const { regions: _, ...file } = this.#file; // of another best plan
    return { ...file, api: undefined, plans, recommended_rank: 1, notes: [] } as PlanFile;
  }
}
