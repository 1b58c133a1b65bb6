// The requests that one replica serves, one by one: how long each waits for its first token, and how long the rest takes.
// Asked for when it is opened.
import { useMemo } from "preact/hooks";
import type { SimulateServeAnswer } from "../api/simulate_serve";
import type { Engine } from "../engine/engine";
import type { Question } from "../engine/protocol";
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
  /** Of the replica. */
  readonly question: Question;
}

const requests_shown = 60; // at first

interface Request {
  readonly start_s: number;
  readonly end_s: number;
  readonly phases: readonly Omit<Task, "row">[];
}

function requests_of(events: readonly TraceEvent[], say: Say): readonly Request[] {
  const begun = new Map<string, number>();
  const phases = new Map<number, Omit<Task, "row">[]>();
  for (const { ph, id, name, ts } of events) {
    if (id === undefined || ts === undefined) continue;
    if (ph === "b") begun.set(`${id} ${name}`, ts);
    const from = begun.get(`${id} ${name}`);
    if (ph !== "e" || from === undefined) continue;
    const kind = name === "decode" ? say("decode") : say("to_first_token");
    phases.set(id, [...(phases.get(id) ?? []), { kind, name: `#${id} ${kind}`, start_s: from * micro, end_s: ts * micro }]);
  }
  return [...phases.values()]
    .map((each) => ({ start_s: each[0]?.start_s ?? 0, end_s: each.at(-1)?.end_s ?? 0, phases: each }))
    .sort((one, other) => one.start_s - other.start_s);
}

/** Each in the first row that is free: as many rows as there are requests at once. */
function tasks_of(requests: readonly Request[]): readonly Task[] {
  const busy_until_s: number[] = [];
  const tasks = requests.flatMap(({ start_s, end_s, phases }) => {
    const free = busy_until_s.findIndex((until_s) => until_s <= start_s);
    const row = free < 0 ? busy_until_s.length : free;
    busy_until_s[row] = end_s;
    return phases.map((phase) => ({ ...phase, row: String(row).padStart(6, "0") }));
  });
  return tasks.sort((one, other) => one.start_s - other.start_s);
}

export function Requests({ engine, lang, say, question }: Props) {
  return (
    <Unfolded<SimulateServeAnswer> {...{ engine, say }} title={say("requests_one_by_one")} question={() => ({ ...question, trace: true })} of={[question]}>
      {(answer) => <Drawn {...{ lang, say }} trace={answer.trace} />}
    </Unfolded>
  );
}

function Drawn({ lang, say, trace }: { lang: Language; say: Say; trace: string | undefined }) {
  const requests = useMemo(() => requests_of(events_of(trace), say), [trace, say]);
  const tasks = useMemo(() => tasks_of(requests), [requests]);
  const shown = useSpan(end_of(tasks), Math.min(1, requests_shown / requests.length));
  return (
    <>
      <SpanSliders of={shown} lang={lang} say={say} />
      <Gantt {...{ lang, tasks }} label={say("requests_one_by_one")} span={shown.span} named={false} />
    </>
  );
}
