// Plans as the views need them, whatever the job.
import type { PlanServeAnswer } from "../api/plan_serve";
import type { PlanTrainAnswer } from "../api/plan_train";

export type TrainPlan = Extract<PlanTrainAnswer, { recommended_rank: number }>["plans"][number];
export type ServePlan = Extract<PlanServeAnswer, { recommended_rank: number }>["plans"][number];
export type AnyPlan = TrainPlan | ServePlan;
export type PlanFile = PlanTrainAnswer | PlanServeAnswer;
/** What a service is to keep up with, and its limits. */
export type Demand = NonNullable<PlanServeAnswer["demand"]>;

export interface Range {
  readonly low: number;
  readonly high: number;
}

export const plans_of = (file: PlanFile): readonly AnyPlan[] => file.plans as readonly AnyPlan[];

export const demand_of = (file: PlanFile): Demand | undefined => ("demand" in file ? file.demand : undefined);

export function recommended_of(file: PlanFile): AnyPlan | undefined {
  const plans = plans_of(file);
  return plans.find((each) => each.rank === file.recommended_rank) ?? plans[0];
}

export function band_of(plan: AnyPlan, figure: string): Range | undefined {
  const figures = plan.band?.figures as Readonly<Record<string, Range | undefined>> | undefined;
  return figures?.[figure];
}

export function figure_of(plan: AnyPlan, figure: string): number | undefined {
  const value = (plan as unknown as Readonly<Record<string, unknown>>)[figure];
  return typeof value === "number" ? value : undefined;
}

export const replicas_of = (plan: AnyPlan): number => Number((plan.layout as { dp?: number }).dp ?? 1);

type Layout = Readonly<Record<string, unknown>>;

/** Of the layout; where it fills no whole number of machines the others idle. */
export function ranks_of(plan: AnyPlan): number {
  const layout = plan.layout as unknown as Layout;
  return ["tp", "cp", "dp", "pp"].reduce((ranks, degree) => ranks * Number(layout[degree] ?? 1), 1);
}

/** "tp2 pp4 dp8 mb1 zero1 sp", as the program's tables have it. */
export function layout_in_short(plan: AnyPlan): string {
  const layout = plan.layout as unknown as Layout;
  const degree = (key: string, always = false) => {
    const value = Number(layout[key] ?? 1);
    return always || value > 1 ? [`${key}${value}`] : [];
  };
  const parts = [...degree("tp", true), ...degree("pp", true), ...degree("vpp"), ...degree("cp"), ...degree("ep")];
  parts.push(...degree("dp", true));
  if (figure_of(plan, "step_time_s") !== undefined) parts.push(`mb${layout["micro_batch"]}`);
  if (Number(layout["zero"] ?? 0) > 0) parts.push(`zero${layout["zero"]}`);
  if (layout["sequence_parallel"] === true) parts.push("sp");
  if (layout["recompute"] !== undefined && layout["recompute"] !== "none") parts.push(`recompute ${layout["recompute"]}`);
  return parts.join(" ");
}

/** The file as if this plan were its best: what `explain` takes. */
export function file_of(file: PlanFile, plan: AnyPlan): unknown {
  return { ...file, recommended_rank: 1, plans: [{ ...plan, rank: 1 }] };
}
