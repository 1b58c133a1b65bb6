// Latency against load: what a serving plan answers under more and more requests at once, each simulated in the tab.
import * as Plot from "@observablehq/plot";
import { useEffect, useState } from "preact/hooks";
import type { SimulateServeAnswer } from "../api/simulate_serve";
import type { Engine } from "../engine/engine";
import { Chart } from "../parts/chart";
import { replicas_of, type AnyPlan, type Demand } from "../parts/plans";
import { simulated_count } from "../questions";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly file: unknown;
  readonly plan: AnyPlan;
  readonly demand: Demand | undefined;
}

interface Point {
  readonly at_once: number;
  readonly figure: "ttft" | "tpot";
  readonly p50: number | null;
  readonly p95: number | null;
}

const loads = [1, 2, 4, 8, 16, 32, 64, 128];

export function LoadCurve({ engine, lang, say, file, plan, demand }: Props) {
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [refused, setRefused] = useState<string>();
  const replicas = replicas_of(plan);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    setPoints([]);
    setRefused(undefined);
    const simulate = async () => {
      for (const each of loads) {
        const at_once = each * replicas;
        const question = { question: "simulate_serve", lang, plan: file, concurrency: at_once, count: simulated_count(at_once) };
        const told = await engine.ask<SimulateServeAnswer>(question, { signal });
        if (signal.aborted) return;
        if (told.kind === "refusal") setRefused(told.message);
        if (told.kind !== "answer") return;
        const { ttft_s, tpot_s } = told.answer;
        const more: Point[] = [
          { at_once, figure: "ttft", p50: ttft_s.p50, p95: ttft_s.p95 },
          { at_once, figure: "tpot", p50: tpot_s.p50, p95: tpot_s.p95 },
        ];
        setPoints((before) => [...before, ...more]);
      }
    };
    void simulate();
    return () => ending.abort();
  }, [file, lang]);
  return (
    <>
      {refused && <p class="refusal">{refused}</p>}
      {(["ttft", "tpot"] as const).map((figure) => (
        <LoadFigure key={figure} {...{ lang, say, figure }} points={points.filter((each) => each.figure === figure)} limit={demand?.[`${figure}_s`] ?? undefined} />
      ))}
    </>
  );
}

interface FigureProps {
  readonly lang: Language;
  readonly say: Say;
  readonly figure: "ttft" | "tpot";
  readonly points: readonly Point[];
  readonly limit: number | undefined;
}

function LoadFigure({ lang, say, figure, points, limit }: FigureProps) {
  const label = say("against_load", say(figure));
  const told = points.map((each) => `${units.count(each.at_once, lang)}: ${units.seconds(each.p50 ?? 0, lang)}`).join("; ");
  const options = () => ({
    height: 220,
    marginLeft: 64,
    marginBottom: 40,
    x: { type: "log" as const, base: 2, label: say("requests_in_flight"), tickFormat: (value: number) => units.count(value, lang) },
    y: { type: "log" as const, label: say(figure), ticks: 4, tickFormat: (value: number) => units.seconds(value, lang), inset: 8 },
    marks: [
      Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1 }),
      ...(limit === undefined ? [] : [Plot.ruleY([limit], { stroke: "currentColor", strokeDasharray: "4 3" })]),
      Plot.areaY(points, { x: "at_once", y1: "p50", y2: "p95", fill: "var(--accent)", fillOpacity: 0.2 }),
      Plot.lineY(points, { x: "at_once", y: "p50", stroke: "var(--accent)", strokeWidth: 2 }),
      Plot.dot(points, {
        x: "at_once", y: "p50", r: 3, fill: "var(--accent)",
        title: (each: Point) => `${units.count(each.at_once, lang)}: p50 ${units.seconds(each.p50 ?? 0, lang)}, p95 ${units.seconds(each.p95 ?? 0, lang)}`,
      }),
    ],
  });
  return (
    <figure>
      <figcaption>
        {label} <span class="aside">{say("line_and_area")}</span>
      </figcaption>
      {points.length > 1 && <Chart label={`${label}: ${told}`} options={options} of={[points.length, lang, limit]} />}
    </figure>
  );
}
