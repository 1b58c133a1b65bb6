// A plan's figures as pictures: what it costs beside the others, what fills a device, where the time goes.
import * as Plot from "@observablehq/plot";
import { Chart } from "../parts/chart";
import { Legend } from "../parts/legend";
import { colors } from "../parts/colors";
import { band_of, figure_of, type AnyPlan } from "../parts/plans";
import type { Job, Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";

interface Common {
  readonly job: Job;
  readonly lang: Language;
  readonly say: Say;
}

interface Axis {
  readonly figure: string;
  readonly word: Word;
  readonly shown: (value: number, lang: Language) => string;
}

const axes: Readonly<Record<Job, { readonly x: Axis; readonly y: Axis }>> = {
  train: {
    x: { figure: "duration_s", word: "duration", shown: units.seconds },
    y: { figure: "cost_usd", word: "total_cost", shown: units.money },
  },
  serve: {
    x: { figure: "tpot_s", word: "tpot", shown: units.seconds },
    y: { figure: "usd_per_month", word: "per_month", shown: units.money },
  },
};

export function Scatter({ job, lang, say, plans, picked }: Common & { plans: readonly AnyPlan[]; picked: number }) {
  const { x, y } = axes[job];
  const points = plans.flatMap((plan) => {
    const at = figure_of(plan, x.figure), cost = figure_of(plan, y.figure);
    if (at === undefined || cost === undefined) return [];
    const along = band_of(plan, x.figure), up = band_of(plan, y.figure);
    const energy_kwh = figure_of(plan, "energy_kwh");
    const told = [x.shown(at, lang), y.shown(cost, lang), ...(energy_kwh === undefined ? [] : [units.energy(energy_kwh, lang)])];
    const title = `#${plan.rank} ${plan.instances} × ${plan.instance}\n${told.join(" · ")}`;
    return [{ rank: plan.rank, at, cost, energy_kwh: energy_kwh ?? 0, along, up, title }];
  });
  const front = front_of(points);
  const along = points.flatMap(({ rank, at, along }) => (rank === picked && along ? [at, along.low, along.high] : [at]));
  const label = job === "train" ? say("time_and_money") : say("months_and_latency");
  const mark = (point: { rank: number }) => (point.rank === picked ? "var(--accent)" : "var(--muted)");
  const options = () => ({
    height: 300,
    marginLeft: 76,
    marginBottom: 44,
    x: { type: "log" as const, label: say(x.word), ticks: 4, tickFormat: (value: number) => x.shown(value, lang), inset: 8, ...(job === "train" ? { axis: null } : {}) },
    y: { type: "log" as const, label: say(y.word), ticks: 5, ...units.money_axis(lang), inset: 8 },
    r: { range: [3, 11] },
    marks: [
      // As texts: of the marks of a logarithmic axis d3 names some.
      ...(job === "train" ? [Plot.axisX(units.round_times_s(along), { label: say(x.word), text: (at_s: number) => x.shown(at_s, lang) })] : []),
      Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1 }),
      Plot.line(front, { x: "at", y: "cost", curve: "step-after", stroke: "var(--muted)", strokeDasharray: "4 3" }),
      Plot.link(points, {
        filter: (point) => point.rank === picked && point.along,
        x1: (point) => point.along?.low, x2: (point) => point.along?.high, y1: "cost", y2: "cost",
        stroke: mark, strokeWidth: 2,
      }),
      Plot.link(points, {
        filter: (point) => point.rank === picked && point.up,
        x1: "at", x2: "at", y1: (point) => point.up?.low, y2: (point) => point.up?.high,
        stroke: mark, strokeWidth: 2,
      }),
      Plot.dot(points, { x: "at", y: "cost", r: "energy_kwh", fill: mark, fillOpacity: 0.85, stroke: "var(--paper)", title: "title" }),
      Plot.text(points, { x: "at", y: "cost", text: (point) => String(point.rank), dy: -17, fill: "currentColor", stroke: "var(--paper)", strokeWidth: 4 }),
    ],
  });
  return (
    <figure>
      <figcaption>
        {label} <span class="aside">
          {say("bars_are_bands")}; {say("size_and_front")}
        </span>
      </figcaption>
      <Chart label={label} options={options} of={[plans, picked, lang]} />
    </figure>
  );
}

/** Those that no other beats in both. */
function front_of<Point extends { at: number; cost: number }>(points: readonly Point[]): readonly Point[] {
  const front: Point[] = [];
  for (const point of points.toSorted((one, other) => one.at - other.at || one.cost - other.cost)) {
    if (point.cost < (front.at(-1)?.cost ?? Infinity)) front.push(point);
  }
  return front;
}

interface Part {
  readonly part: string;
  readonly value: number;
  readonly color: string;
}

/** One bar of parts in order, and what each is beside it. */
function Stack({ label, parts, total, shown }: { label: string; parts: readonly Part[]; total: number; shown: (value: number) => string }) {
  const options = () => ({
    height: 40,
    margin: 0,
    x: { domain: [0, total], axis: null },
    marks: [
      Plot.barX(parts, {
        x: "value", fill: "color", insetRight: 1, title: (each: Part) => `${each.part}: ${shown(each.value)}`,
        order: (each: Part) => parts.indexOf(each),
      }),
    ],
  });
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <Chart label={label} options={options} of={[parts.map((each) => each.value).join(), label]} />
      <Legend parts={parts.map((each) => ({ ...each, figure: shown(each.value) }))} />
    </figure>
  );
}

const colored = (parts: readonly (readonly [string, number])[]): Part[] =>
  parts.flatMap(([part, value], at) => (value > 0 ? [{ part, value, color: colors[at % colors.length] ?? "gray" }] : []));

const memory_words = ["weights_bytes", "gradients_bytes", "optimizer_bytes", "activations_bytes", "kv_cache_bytes", "buffers_bytes", "reserve_bytes"] as const;

export function MemoryStack({ lang, say, plan }: Common & { plan: AnyPlan }) {
  const device = plan.memory.device as unknown as Readonly<Record<string, number>>;
  const capacity = plan.memory.capacity_bytes ?? 0;
  const parts = colored(memory_words.map((word) => [say(word), device[word] ?? 0] as const));
  const left = capacity - (device["total_bytes"] ?? 0);
  if (left > 0) parts.push({ part: say("free"), value: left, color: "var(--line)" });
  const label = `${say("memory_of_device")} (${units.bytes(capacity, lang)})`;
  return <Stack label={label} parts={parts} total={capacity} shown={(value) => units.bytes(value, lang)} />;
}

const step_words = ["compute_s", "optimizer_s", "bubble_s", "straggling_s", "loading_s", "forward_only_s", "rollout_s"] as const;
const exposed_words = ["tensor_s", "expert_s", "context_s", "data_s", "pipeline_s", "offload_s"] as const;

export function StepStack({ lang, say, plan }: Common & { plan: AnyPlan }) {
  if (!("step" in plan) || !plan.step) return null;
  const step = plan.step as unknown as Readonly<Record<string, number>>;
  const exposed = plan.step.exposed as unknown as Readonly<Record<string, number>>;
  const parts = colored([
    ...step_words.map((word) => [say(word), step[word] ?? 0] as const),
    ...exposed_words.map((word) => [say(word), exposed[word] ?? 0] as const),
  ]);
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  return <Stack label={say("where_time_goes")} parts={parts} total={total} shown={(value) => units.seconds(value, lang)} />;
}
