// One step of a training plan as the engine simulates it, event by event: what each stage does, and what its links carry.
// Asked for when it is opened.
import { useMemo } from "preact/hooks";
import type { SimulateTrainAnswer } from "../api/simulate_train";
import type { Engine } from "../engine/engine";
import { end_of, Gantt, type Task } from "../parts/gantt";
import { SpanSliders, useSpan } from "../parts/span";
import { events_of, micro, type TraceEvent } from "../parts/trace";
import { Unfolded } from "../parts/unfolded";
import type { Language } from "../state";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly file: unknown;
}

function tasks_of(events: readonly TraceEvent[]): readonly Task[] {
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
      {(answer) => <Step {...{ lang, say, answer }} />}
    </Unfolded>
  );
}

function Step({ lang, say, answer }: { lang: Language; say: Say; answer: SimulateTrainAnswer }) {
  const tasks = useMemo(() => tasks_of(events_of(answer.trace)), [answer]);
  const shown = useSpan(end_of(tasks));
  return (
    <>
      <SpanSliders of={shown} lang={lang} say={say} />
      <Gantt {...{ lang, tasks }} label={say("timeline")} span={shown.span} />
    </>
  );
}
