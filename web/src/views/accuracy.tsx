// How far off the engine is beside published runs: on models that no fit has seen first.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import type { ValidateAnswer } from "../api/validate";
import type { Engine } from "../engine/engine";
import { useAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import type { Language } from "../state";
import type { Say, Word } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
}

/** "Training: step". */
function named(kind: string, metric: string, say: Say): string {
  const words: Readonly<Record<string, Word>> = {
    training: "train",
    serving: "serve",
    inference: "infer",
    memory: "memory",
    step_time_s: "step",
    output_tokens_per_s: "tokens_per_s",
    tpot_ms: "tpot",
    ttft_ms: "ttft",
    items_per_s: "items_per_s",
    latency_ms_p50: "latency",
    memory_gib: "memory",
  };
  const word = (key: string) => (words[key] ? say(words[key]) : key);
  return `${word(kind)}: ${word(metric)}`;
}

export function AccuracyView({ engine, lang, say }: Props) {
  const question = useMemo(() => ({ question: "validate", lang }), [lang]);
  const { reply } = useAnswer<ValidateAnswer>(engine, question);
  if (!reply) return <p class="aside">{say("working")}…</p>;
  if (reply.kind !== "answer") return <p class="refusal">{reply.message}</p>;
  const rows = reply.answer.kinds.flatMap((kind) =>
    kind.metrics.flatMap((metric) => (metric.held_out ? [{ name: named(kind.kind, metric.metric, say), rows: metric.rows, ...metric.held_out }] : [])),
  );
  const in_percent = (value: number | null | undefined) =>
    value == null ? "–" : `${value.toLocaleString(lang, { maximumSignificantDigits: 3 })}\u202f%`;
  const options = () => ({
    height: 44 + 28 * rows.length,
    marginLeft: 190,
    x: { label: `${say("median")} → ${say("mean")}, %`, grid: true, nice: true, zero: true },
    y: { label: null, domain: rows.map((row) => row.name) },
    marks: [
      Plot.link(rows, { y1: "name", y2: "name", x1: "median_ape_pct", x2: "mape_pct", stroke: "var(--muted)" }),
      Plot.dot(rows, { y: "name", x: "median_ape_pct", fill: "var(--accent)", r: 5, title: (row) => in_percent(row.median_ape_pct) }),
      Plot.dot(rows, { y: "name", x: "mape_pct", stroke: "var(--accent)", r: 4, title: (row) => in_percent(row.mape_pct) }),
    ],
  });
  return (
    <section>
      <figure>
        <figcaption>{say("held_out")}</figcaption>
        <Chart label={say("held_out")} options={options} of={[rows.length, lang]} />
      </figure>
      <div class="scrolls" tabIndex={0} role="region" aria-label={say("accuracy")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("metric")}</th>
              {(["median", "mean", "within_band"] as const).map((word) => (
                <th scope="col" class="number" key={word}>
                  {say(word)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name} <small>{say("rows", row.rows)}</small>
                </th>
                <td class="number">{in_percent(row.median_ape_pct)}</td>
                <td class="number">{in_percent(row.mape_pct)}</td>
                <td class="number">{in_percent(row.band_coverage_pct)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
