// Prediction errors against published runs, on models held out of the fit.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import type { AccuracyErrors, ValidateAnswer } from "../api/validate";
import type { Engine } from "../engine/engine";
import { useAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import type { Language } from "../state";
import type { Say } from "../words";
import { Errors, Worst, in_percent, named } from "./accuracytables";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
}

interface Row {
  readonly name: string;
  readonly errors: AccuracyErrors;
}

export function AccuracyView({ engine, lang, say }: Props) {
  const question = useMemo(() => ({ question: "validate", lang }), [lang]);
  const { reply } = useAnswer<ValidateAnswer>(engine, question);
  if (!reply) return <p class="aside">{say("working")}…</p>;
  if (reply.kind !== "answer") return <p class="refusal">{reply.message}</p>;
  const { kinds, worst } = reply.answer;
  const metrics = kinds.flatMap(({ kind, metrics }) => metrics.map((each) => ({ name: named(kind, each.metric, say), errors: each.held_out })));
  const sources = kinds.flatMap(({ kind, sources }) => sources.map((each) => ({ name: named(kind, each.source, say), errors: each.held_out })));
  return (
    <section>
      <p class="aside">{say("held_out")}</p>
      <div class="pictures">
        <ErrorFigure {...{ lang, say }} rows={metrics} />
        <CoverageFigure {...{ lang, say }} rows={metrics} />
      </div>
      <Errors {...{ lang, say }} label={say("accuracy")} first="metric" rows={metrics} />
      <h2>{say("by_source")}</h2>
      <Errors {...{ lang, say }} label={say("by_source")} first="source" rows={sources} />
      <h2>{say("worst")}</h2>
      <Worst {...{ lang, say }} rows={worst} />
    </section>
  );
}

interface FigureProps {
  readonly lang: Language;
  readonly say: Say;
  readonly rows: readonly Row[];
}

const in_two_lines = (name: string) => name.replace(": ", ":\n");
const common = (rows: readonly Row[]) => ({ height: 44 + 32 * rows.length, marginLeft: 190, y: { label: null, domain: rows.map((row) => row.name), tickFormat: in_two_lines } });

function ErrorFigure({ lang, say, rows }: FigureProps) {
  const points = rows.map(({ name, errors }) => ({ name, ...errors }));
  const options = () => ({
    ...common(rows),
    x: { label: `${say("median")} → ${say("mean")}, %`, grid: true, nice: true, zero: true },
    marks: [
      Plot.link(points, { y1: "name", y2: "name", x1: "median_ape_pct", x2: "mape_pct", stroke: "var(--muted)" }),
      Plot.dot(points, { y: "name", x: "median_ape_pct", fill: "var(--accent)", r: 5, title: (row) => in_percent(row.median_ape_pct, lang) }),
      Plot.dot(points, { y: "name", x: "mape_pct", stroke: "var(--accent)", r: 4, title: (row) => in_percent(row.mape_pct, lang) }),
    ],
  });
  return (
    <figure>
      <figcaption>{say("error")}</figcaption>
      <Chart label={say("error")} options={options} of={[rows, lang]} />
    </figure>
  );
}

const meant_pct = 90; // of the figures, within their bands

function CoverageFigure({ lang, say, rows }: FigureProps) {
  const points = rows.map(({ name, errors }) => ({ name, ...errors }));
  const options = () => ({
    ...common(rows),
    x: { label: `${say("within_band")}, %`, grid: true, domain: [0, 100] },
    marks: [
      Plot.ruleX([meant_pct], { stroke: "currentColor", strokeDasharray: "4 3" }),
      Plot.dot(points, { y: "name", x: "band_coverage_pct", fill: "var(--accent)", r: 5, title: (row) => in_percent(row.band_coverage_pct, lang) }),
    ],
  });
  return (
    <figure>
      <figcaption>
        {say("coverage")} <span class="aside">{say("coverage_meant")}</span>
      </figcaption>
      <Chart label={say("coverage")} options={options} of={[rows, lang]} />
    </figure>
  );
}
