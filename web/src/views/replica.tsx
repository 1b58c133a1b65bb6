// One replica of a service over time, at the load that was asked for: its queue, its batch and its KV cache.
import * as Plot from "@observablehq/plot";
import { csvParseRows } from "d3-dsv";
import { useMemo } from "preact/hooks";
import type { SimulateServeAnswer } from "../api/simulate_serve";
import type { Engine } from "../engine/engine";
import type { Question } from "../engine/protocol";
import { useCurrentAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import { Legend } from "../parts/legend";
import { SpanSliders, time_axis, useSpan, type Span } from "../parts/span";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  /** Of this replica. */
  readonly question: Question;
}

/** What holds from a time on. */
interface State {
  readonly at_s: number;
  readonly waiting: number;
  readonly running: number;
  readonly kv_use: number;
}

const names = ["time_s", "duration_s", "waiting", "running", "kv_use"] as const;
const intervals_shown = 300; // at first; thousands at once are a blot

function states_of(series: string | undefined): readonly State[] {
  const [header = [], ...lines] = csvParseRows(series ?? ""); // csvParse makes code of the header, which the page forbids
  const places = names.map((name) => header.indexOf(name));
  const rows = lines.map((line) => {
    const [time_s = 0, duration_s = 0, waiting = 0, running = 0, kv_use = 0] = places.map((at) => Number(line[at]));
    return { at_s: time_s, end_s: time_s + duration_s, waiting, running, kv_use };
  });
  const last = rows.at(-1);
  return last ? [...rows, { ...last, at_s: last.end_s }] : [];
}

/** Between two times, with what holds at both. */
function within(states: readonly State[], { from_s, to_s }: Span): readonly State[] {
  const inside = states.filter((each) => each.at_s > from_s && each.at_s < to_s);
  const at = (time_s: number) => states.findLast((each) => each.at_s <= time_s) ?? states[0];
  return [from_s, to_s].flatMap((time_s, end) => {
    const holds = at(time_s);
    const edge = holds ? [{ ...holds, at_s: time_s }] : [];
    return end === 0 ? [...edge, ...inside] : edge;
  });
}

export function Replica({ engine, lang, say, question }: Props) {
  const asked = useMemo(() => ({ ...question, series: true }), [question]);
  const { reply } = useCurrentAnswer<SimulateServeAnswer>(engine, asked);
  const answer = reply?.kind === "answer" ? reply.answer : undefined;
  const states = useMemo(() => states_of(answer?.series), [answer]);
  if (reply?.kind === "refusal") return <p class="refusal">{reply.message}</p>;
  if (!answer) return <p class="aside">{say("working")}…</p>;
  if (states.length === 0) return null;
  return <OverTime key={states.length} {...{ lang, say, states }} />;
}

function OverTime({ lang, say, states }: { lang: Language; say: Say; states: readonly State[] }) {
  const shown = useSpan(states.at(-1)?.at_s ?? 0, Math.min(1, intervals_shown / states.length));
  const { span } = shown;
  const drawn = useMemo(() => within(states, span), [states, span.from_s, span.to_s]);
  const step = { x: "at_s", curve: "step-after" as const };
  const common = { marginLeft: 48, x: time_axis(span, lang) };
  const requests = () => ({
    ...common,
    height: 180,
    y: { label: say("requests_at_once"), ticks: 4, grid: true, zero: true },
    marks: [
      Plot.areaY(drawn, { ...step, y: "running", fill: "var(--accent)", fillOpacity: 0.2 }),
      Plot.lineY(drawn, { ...step, y: "running", stroke: "var(--accent)", strokeWidth: 1.5 }),
      Plot.lineY(drawn, { ...step, y: "waiting", stroke: "var(--warn)", strokeWidth: 1.5 }),
    ],
  });
  const kv_use = () => ({
    ...common,
    height: 120,
    y: { label: say("kv_cache_bytes"), ticks: 3, grid: true, zero: true, tickFormat: (share: number) => units.percent(share, lang) },
    marks: [
      Plot.areaY(drawn, { ...step, y: "kv_use", fill: "var(--muted)", fillOpacity: 0.2 }),
      Plot.lineY(drawn, { ...step, y: "kv_use", stroke: "var(--muted)", strokeWidth: 1.5 }),
    ],
  });
  return (
    <figure>
      <figcaption>
        {say("replica_over_time")} <span class="aside">{say("at_own_load")}</span>
      </figcaption>
      <SpanSliders of={shown} lang={lang} say={say} />
      <Chart label={`${say("replica_over_time")}: ${say("running")}, ${say("waiting")}`} options={requests} of={[drawn, lang]} />
      <Chart label={`${say("replica_over_time")}: ${say("kv_cache_bytes")}`} options={kv_use} of={[drawn, lang]} />
      <Legend parts={[{ part: say("running"), color: "var(--accent)" }, { part: say("waiting"), color: "var(--warn)" }]} />
    </figure>
  );
}
