// Instructions of a loop, the steps that compile, and the cost of other sequence lengths.
import * as Plot from "@observablehq/plot";
import { Chart } from "../parts/chart";
import { colors } from "../parts/colors";
import { Legend } from "../parts/legend";
import { SavePicture } from "../parts/save";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";
import { color_of_part } from "./learngraph";
import type { LearnRecord } from "./learnrecord";

interface Props {
  readonly lang: Language;
  readonly say: Say;
  readonly record: LearnRecord;
}

/** As an introduction to Trainium has it. */
const loop = [
  ["for x, y in loader:"],
  ["    x, y = x.to(device), y.to(device)"],
  ["    optimizer.zero_grad()"],
  ["    loss = criterion(model(x), y)", "forward"],
  ["    loss.backward()", "backward"],
  ["    optimizer.step()", "update"],
  ["    xm.mark_step()", "cut"],
] as const;

export function Loop({ lang, say, record }: Props) {
  const { instructions } = record;
  return (
    <figure>
      <figcaption>{say("learn_loop")}</figcaption>
      <ol class="loop">
        {loop.map(([code, part]) => (
          <li key={code} style={part && part !== "cut" ? { borderColor: color_of_part(part) } : {}} class={part === "cut" ? "cut" : undefined}>
            <code>{code}</code>
            {part === "cut" && <span>{say("learn_cut_here")}</span>}
            {part && part !== "cut" && (
              <span>
                {say(part)}: {say("learn_instructions", units.count(instructions.filter((each) => each.part === part).length, lang))}
              </span>
            )}
          </li>
        ))}
      </ol>
    </figure>
  );
}

const side = 22, gap = 4, name_px = 18;

/** Steps of a shape that stays compile at first, if at all. */
export function StepOutcomes({ say, record }: Props) {
  const runs = [
    { name: say("learn_first_run"), compiled: record.compilations },
    { name: say("learn_second_run"), compiled: record.again.compilations },
  ];
  const wide = record.steps * (side + gap);
  const label = say("learn_step_outcomes", record.steps);
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div class="runs">
        {runs.map(({ name, compiled }) => (
          <svg
            class="drawn"
            key={name}
            role="img"
            aria-label={`${name}: ${say("learn_compiled")} ${compiled}, ${say("learn_found")} ${record.steps - compiled}`}
            viewBox={`0 0 ${wide} ${name_px + side}`}
            style={{ maxWidth: `${wide}px` }}
          >
            <text y={name_px - 6} font-size={12} fill="var(--muted)">
              {name}
            </text>
            {Array.from({ length: record.steps }, (_, at) => (
              <rect key={at} x={at * (side + gap)} y={name_px} width={side} height={side} rx={3} fill={at < compiled ? colors[4] : colors[1]} />
            ))}
          </svg>
        ))}
      </div>
      <Legend parts={[{ part: say("learn_compiled"), color: colors[4] ?? "" }, { part: say("learn_found"), color: colors[1] ?? "" }]} />
      <SavePicture label={label} />
    </figure>
  );
}

export function GraphsOfLengths({ lang, say, record }: Props) {
  const [without, with_buckets] = record.lengths.shapes;
  const rows = [
    { name: say("learn_every_length"), graphs: without.graphs },
    { name: say("learn_buckets"), graphs: with_buckets.graphs },
  ];
  const label = say("learn_graphs");
  const options = () => ({
    height: 90,
    marginLeft: 80,
    marginRight: 40,
    x: { axis: null },
    y: { label: null, domain: rows.map((row) => row.name) },
    marks: [
      Plot.barX(rows, { x: "graphs", y: "name", fill: colors[4] }),
      Plot.text(rows, { x: "graphs", y: "name", text: (row: (typeof rows)[number]) => units.count(row.graphs, lang), dx: 4, textAnchor: "start", fill: "currentColor" }),
    ],
  });
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <Chart label={label} options={options} of={[record, lang]} />
    </figure>
  );
}
