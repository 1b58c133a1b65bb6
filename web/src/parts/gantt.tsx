// Tasks of several rows between two times: a bar for each, in the colour of its kind.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import type { Language } from "../state";
import * as units from "../units";
import { Chart } from "./chart";
import { colors } from "./colors";
import { Legend } from "./legend";
import { time_axis, type Span } from "./span";

export interface Task {
  readonly row: string;
  readonly kind: string;
  readonly name: string;
  readonly start_s: number;
  readonly end_s: number;
}

export const end_of = (tasks: readonly Task[]): number => tasks.reduce((end_s, task) => Math.max(end_s, task.end_s), 0);

const most_apart = 1500; // places along the time that a row's tasks are drawn at

/** Those between two times; of tasks that begin at the same place of a row, the first. */
function drawn_of(tasks: readonly Task[], { from_s, to_s }: Span): readonly Task[] {
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

interface Props {
  readonly lang: Language;
  readonly label: string;
  readonly captioned?: boolean;
  /** By when they start. */
  readonly tasks: readonly Task[];
  /** By kind; where it is left out, kinds have colours by their names' order. */
  readonly colored?: ReadonlyMap<string, string>;
  readonly span: Span;
  /** Rows that are told apart by their place alone have no names. */
  readonly named?: boolean;
}

const named_row_px = 22;
const tallest_px = 600;
const latin_px = 6, wide_px = 10, beside_px = 14; // of a row's name

const room_of = (name: string) => [...name].reduce((px, letter) => px + (letter > "\u2fff" ? wide_px : latin_px), beside_px);

export function Gantt({ lang, label, tasks, colored, span, named = true, captioned = false }: Props) {
  const rows = useMemo(() => [...new Set(tasks.map((task) => task.row))].sort(), [tasks]);
  const kinds = useMemo(() => [...new Set(tasks.map((task) => task.kind))].sort(), [tasks]);
  const color_of = (kind: string, at: number) => colored?.get(kind) ?? colors[at % colors.length] ?? "gray";
  const drawn = useMemo(() => drawn_of(tasks, span), [tasks, span.from_s, span.to_s]);
  const row_px = named ? named_row_px : Math.min(named_row_px, tallest_px / rows.length);
  const options = () => ({
    height: 60 + row_px * rows.length,
    marginLeft: named ? Math.max(...rows.map(room_of)) : 16,
    x: time_axis(span, lang),
    y: { domain: rows, label: null, padding: 0.15, ...(named ? {} : { axis: null }) },
    color: { domain: kinds, range: kinds.map(color_of) },
    marks: [
      Plot.barX(drawn, {
        x1: (task: Task) => Math.max(task.start_s, span.from_s), x2: (task: Task) => Math.min(task.end_s, span.to_s), y: "row", fill: "kind",
        title: (task: Task) => `${task.name}: ${units.seconds(task.end_s - task.start_s, lang)}`,
      }),
    ],
  });
  return (
    <figure>
      {captioned && <figcaption>{label}</figcaption>}
      <Chart label={label} options={options} of={[drawn, lang]} />
      <Legend parts={kinds.map((kind, at) => ({ part: kind, color: color_of(kind, at) }))} />
    </figure>
  );
}
