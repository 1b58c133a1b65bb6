// The last step over time, as it ran and on the engines of a simulated core; and what it sent.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import { Chart } from "../parts/chart";
import { colors } from "../parts/colors";
import { end_of, Gantt, type Task } from "../parts/gantt";
import { micro } from "../parts/trace";
import type { Language } from "../state";
import type { Say, Word } from "../words";
import { color_of_part } from "./learngraph";
import type { Collective, LearnRecord } from "./learnrecord";

interface Props {
  readonly lang: Language;
  readonly say: Say;
  readonly record: LearnRecord;
}

const words: Readonly<Record<string, Word>> = {
  passes: "learn_passes", messages: "learn_messages", forward: "forward", backward: "backward", optimizer: "update", tensor: "tensor", data: "data",
};
const color_of: Readonly<Record<string, string>> = {
  forward: color_of_part("forward"), backward: color_of_part("backward"), optimizer: color_of_part("update"),
  "all-gather": colors[2], "reduce-scatter": colors[1], "all-reduce": colors[3], reduce: colors[6],
};
const worded = (name: string, say: Say) => (words[name] ? say(words[name]) : name);

const in_order = (tasks: Task[]): readonly Task[] => tasks.sort((one, other) => one.start_s - other.start_s);

function executed_of({ executed }: LearnRecord, say: Say): readonly Task[] {
  return in_order(executed.map(({ rank, lane, name, start_us, end_us }) => {
    const kind = worded(name, say);
    return { row: `${say("learn_rank", rank)} · ${worded(lane, say)}`, kind, name: kind, start_s: start_us * micro, end_s: end_us * micro };
  }));
}

function on_engines(record: LearnRecord, say: Say): readonly Task[] {
  return in_order(record.instructions.map(({ engine, part, name, line, start_us, end_us }) => (
    { row: say(`engine_${engine}`), kind: say(part), name: `${name} (${line})`, start_s: start_us * micro, end_s: end_us * micro }
  )));
}

const whole = (tasks: readonly Task[]) => ({ from_s: 0, to_s: end_of(tasks) });

export function OverTime({ lang, say, record }: Props) {
  const executed = useMemo(() => executed_of(record, say), [record, say]);
  const core = useMemo(() => on_engines(record, say), [record, say]);
  const colored = useMemo(() => new Map(Object.entries(color_of).map(([name, color]) => [worded(name, say), color])), [say]);
  return (
    <>
      <Gantt {...{ lang, colored, span: whole(executed) }} label={say("learn_executed")} tasks={executed} captioned />
      <Gantt {...{ lang, colored, span: whole(core) }} label={say("learn_core", record.accelerator)} tasks={core} captioned />
    </>
  );
}

export const went_as_predicted = (each: Collective): boolean =>
  each.executed_bytes === each.predicted_bytes && each.executed_messages === each.predicted_messages;

export function Sent({ lang, say, record }: Props) {
  const name = (each: Collective) => `${worded(each.group, say)} · ${each.operation}`;
  const label = say("learn_bytes");
  const figure = (each: Collective) => say("learn_messages_of", `${each.executed_bytes.toLocaleString(lang)} B`, each.executed_messages.toLocaleString(lang));
  const options = () => ({
    height: 20 + 34 * record.collectives.length,
    marginLeft: 130,
    marginRight: 10,
    marginTop: 14,
    marginBottom: 4,
    x: { axis: null },
    y: { label: null, domain: record.collectives.map(name), padding: 0.55 },
    marks: [
      Plot.barX(record.collectives, { x: "executed_bytes", y: name, fill: (each: Collective) => color_of[each.operation] ?? "var(--accent)" }),
      Plot.tickX(record.collectives, { x: "predicted_bytes", y: name, stroke: "var(--ink)", strokeWidth: 2, insetTop: -1, insetBottom: -1 }),
      Plot.text(record.collectives, { x: 0, y: name, text: figure, dy: -14, textAnchor: "start", fill: "currentColor" }),
    ],
  });
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <Chart label={label} options={options} of={[record, lang]} />
    </figure>
  );
}
