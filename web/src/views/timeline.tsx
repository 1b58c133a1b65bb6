// One step of a training plan as the engine simulates it, event by event: what each stage does, and what its links carry.
// Asked for when it is opened; two sliders choose the part that is drawn.
import * as Plot from "@observablehq/plot";
import { useMemo, useState } from "preact/hooks";
import type { SimulateTrainAnswer } from "../api/simulate_train";
import type { Engine } from "../engine/engine";
import { useAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import { Legend } from "../parts/legend";
import { colors } from "../parts/colors";
import { Field } from "../parts/field";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly file: unknown;
}

/** Of Chrome's trace event format, in microseconds. */
interface TraceEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid?: number;
  readonly name: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

interface Task {
  readonly row: string;
  readonly kind: string;
  readonly name: string;
  readonly start_s: number;
  readonly end_s: number;
}

const micro = 1e-6;
const places = 1000; // of a slider
const most_apart = 1500; // places along the time that a row's tasks are drawn at

function tasks_of(trace: string): readonly Task[] {
  const { traceEvents: events } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const names = new Map<string, string>();
  for (const each of events) {
    if (each.ph === "M") names.set(each.tid === undefined ? `${each.pid}` : `${each.pid} ${each.tid}`, each.args?.name ?? "");
  }
  const tasks = events.flatMap((each) => {
    if (each.ph !== "X" || each.ts === undefined || !each.dur) return [];
    const row = `${names.get(`${each.pid}`) ?? each.pid} · ${names.get(`${each.pid} ${each.tid}`) ?? ""}`;
    return [{ row, kind: each.name.replace(/[\d.,].*$/, "").trim(), name: each.name, start_s: each.ts * micro, end_s: (each.ts + each.dur) * micro }];
  });
  return tasks.sort((one, other) => one.start_s - other.start_s);
}

/** Those between two times; of tasks that begin at the same place of a row, the first. */
function drawn_of(tasks: readonly Task[], from_s: number, to_s: number): readonly Task[] {
  const place_s = (to_s - from_s) / most_apart;
  const last = new Map<string, number>();
  return tasks.filter((task) => {
    if (task.end_s < from_s || task.start_s > to_s) return false;
    const place = Math.floor(Math.max(0, task.start_s - from_s) / place_s);
    if (last.get(task.row) === place && task.end_s - task.start_s < place_s) return false;
    last.set(task.row, place);
    return true;
  });
}

export function Timeline({ engine, lang, say, file }: Props) {
  const [open, setOpen] = useState(false);
  const [zoom, setZoom] = useState(0);
  const [from, setFrom] = useState(0);
  const question = useMemo(() => (open ? { question: "simulate_train", lang, plan: file, trace: true } : undefined), [open, lang, file]);
  const { reply, of } = useAnswer<SimulateTrainAnswer>(engine, question);
  const is_current = of === question;
  const tasks = useMemo(() => (is_current && reply?.kind === "answer" ? tasks_of(String(reply.answer.trace ?? "")) : []), [reply, is_current]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("timeline")}</summary>
      {open && !is_current && <p class="aside">{say("working")}…</p>}
      {is_current && reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
      {tasks.length > 0 && (
        <>
          <div class="asked wide">
            <Place label={say("zoom")} value={zoom} onChange={setZoom} />
            <Place label={say("from")} value={from} onChange={setFrom} />
          </div>
          <Gantt {...{ lang, say, tasks, zoom, from }} />
        </>
      )}
    </details>
  );
}

function Place({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      {(id) => <input id={id} type="range" min={0} max={places} value={value} onInput={(event) => onChange(event.currentTarget.valueAsNumber)} />}
    </Field>
  );
}

interface GanttProps {
  readonly lang: Language;
  readonly say: Say;
  readonly tasks: readonly Task[];
  readonly zoom: number;
  readonly from: number;
}

function Gantt({ lang, say, tasks, zoom, from }: GanttProps) {
  const rows = useMemo(() => [...new Set(tasks.map((task) => task.row))].sort(), [tasks]);
  const kinds = useMemo(() => [...new Set(tasks.map((task) => task.kind))].sort(), [tasks]);
  const whole_s = useMemo(() => tasks.reduce((end, task) => Math.max(end, task.end_s), 0), [tasks]);
  const shown_s = whole_s * 0.01 ** (zoom / places); // to a hundredth
  const from_s = ((whole_s - shown_s) * from) / places;
  const to_s = from_s + shown_s;
  const drawn = useMemo(() => drawn_of(tasks, from_s, to_s), [tasks, from_s, to_s]);
  const label = say("timeline");
  const options = () => ({
    height: 60 + 22 * rows.length,
    marginLeft: 190,
    x: { domain: [from_s, to_s], ticks: 5, tickFormat: (value: number) => units.seconds(value, lang), label: null },
    y: { domain: rows, label: null, padding: 0.15 },
    color: { domain: kinds, range: colors.slice(0, kinds.length) },
    marks: [
      Plot.barX(drawn, {
        x1: (task: Task) => Math.max(task.start_s, from_s), x2: (task: Task) => Math.min(task.end_s, to_s), y: "row", fill: "kind",
        title: (task: Task) => `${task.name}: ${units.seconds(task.end_s - task.start_s, lang)}`,
      }),
    ],
  });
  return (
    <figure>
      <Chart label={label} options={options} of={[drawn, lang]} />
      <Legend parts={kinds.map((kind, at) => ({ part: kind, color: colors[at % colors.length] ?? "gray" }))} />
    </figure>
  );
}
