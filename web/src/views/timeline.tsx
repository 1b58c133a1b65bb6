// One step of a training plan as the engine simulates it, event by event: what each stage does, and what its links carry.
// Asked for when it is opened; two sliders choose the part that is drawn.
import { useMemo, useState } from "preact/hooks";
import type { SimulateTrainAnswer } from "../api/simulate_train";
import type { Engine } from "../engine/engine";
import { Field } from "../parts/field";
import { Gantt, type Task } from "../parts/gantt";
import { Unfolded } from "../parts/unfolded";
import type { Language } from "../state";
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

const micro = 1e-6;
const places = 1000; // of a slider

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

export function Timeline({ engine, lang, say, file }: Props) {
  const question = () => ({ question: "simulate_train", lang, plan: file, trace: true });
  return (
    <Unfolded<SimulateTrainAnswer> {...{ engine, say, question }} title={say("timeline")} of={[lang, file]}>
      {(answer) => <Step trace={String(answer.trace ?? "")} lang={lang} say={say} />}
    </Unfolded>
  );
}

function Step({ trace, lang, say }: { trace: string; lang: Language; say: Say }) {
  const [zoom, setZoom] = useState(0);
  const [from, setFrom] = useState(0);
  const tasks = useMemo(() => tasks_of(trace), [trace]);
  return (
    <>
      <div class="asked wide">
        <Place label={say("zoom")} value={zoom} onChange={setZoom} />
        <Place label={say("from")} value={from} onChange={setFrom} />
      </div>
      <Gantt {...{ lang, tasks }} label={say("timeline")} zoom={zoom / places} from={from / places} />
    </>
  );
}

function Place({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      {(id) => <input id={id} type="range" min={0} max={places} value={value} onInput={(event) => onChange(event.currentTarget.valueAsNumber)} />}
    </Field>
  );
}
