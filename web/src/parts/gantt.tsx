// What each of several rows does over time: a bar for each task, in the colour of its kind.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import type { Language } from "../state";
import * as units from "../units";
import { Chart } from "./chart";
import { colors } from "./colors";
import { Legend } from "./legend";

export interface Task {
  readonly row: string;
  readonly kind: string;
  readonly name: string;
  readonly start_s: number;
  readonly end_s: number;
}

interface GanttProps {
  readonly lang: Language;
  readonly label: string;
  readonly captioned?: boolean;
  /** As they begin. */
  readonly tasks: readonly Task[];
  /** By kind; where it is left out, kinds have colours by their names' order. */
  readonly colored?: ReadonlyMap<string, string>;
  /** 0: all of the time, 1: a hundredth of it. */
  readonly zoom?: number;
  /** Where that part lies: 0: first, 1: last. */
  readonly from?: number;
}

const most_apart = 1500; // places along the time that a row's tasks are drawn at
const latin_px = 6, wide_px = 10, beside_px = 14; // of a row's name

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

const room_of = (name: string) => [...name].reduce((px, letter) => px + (letter > "\u2fff" ? wide_px : latin_px), beside_px);

export function Gantt({ lang, label, tasks, colored, zoom = 0, from = 0, captioned = false }: GanttProps) {
  const rows = useMemo(() => [...new Set(tasks.map((task) => task.row))].sort(), [tasks]);
  const kinds = useMemo(() => [...new Set(tasks.map((task) => task.kind))].sort(), [tasks]);
  const color_of = (kind: string, at: number) => colored?.get(kind) ?? colors[at % colors.length] ?? "gray";
  const whole_s = useMemo(() => tasks.reduce((end, task) => Math.max(end, task.end_s), 0), [tasks]);
  const shown_s = whole_s * 0.01 ** zoom;
  const from_s = (whole_s - shown_s) * from;
  const to_s = from_s + shown_s;
  const drawn = useMemo(() => drawn_of(tasks, from_s, to_s), [tasks, from_s, to_s]);
  const options = () => ({
    height: 60 + 22 * rows.length,
    marginLeft: Math.max(...rows.map(room_of)),
    x: { domain: [from_s, to_s], ticks: 5, tickFormat: (value: number) => units.seconds(value, lang), label: null },
    y: { domain: rows, label: null, padding: 0.15 },
    color: { domain: kinds, range: kinds.map(color_of) },
    marks: [
      Plot.barX(drawn, {
        x1: (task: Task) => Math.max(task.start_s, from_s), x2: (task: Task) => Math.min(task.end_s, to_s), y: "row", fill: "kind",
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
