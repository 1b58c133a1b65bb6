// Ranked plans as a table for other programs: figures in full, named with their units as in answers.
import { band_of, figure_of, layout_in_short, type AnyPlan } from "./plans";

export function csv_of(plans: readonly AnyPlan[], figures: readonly string[]): string {
  const rows = plans.map((plan) => [
    ...[plan.rank, plan.instance, plan.instances, plan.accelerator, plan.accelerators, layout_in_short(plan)],
    ...figures.flatMap((figure) => [figure_of(plan, figure), band_of(plan, figure)?.low, band_of(plan, figure)?.high]),
    ...[plan.memory.device.total_bytes, plan.memory.capacity_bytes, plan.evidence],
  ]);
  const heads = figures.flatMap((figure) => [figure, `${figure}.low`, `${figure}.high`]);
  const head = ["rank", "instance", "instances", "accelerator", "accelerators", "layout", ...heads, "memory_bytes", "memory_capacity_bytes", "evidence"];
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: unknown): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
