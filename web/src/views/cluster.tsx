// The machines of a plan: each accelerator in the colour of the group that it talks to, and which link that group's traffic
// takes.
import { useMemo, useState } from "preact/hooks";
import type { ExplainAnswer } from "../api/explain";
import type { Engine } from "../engine/engine";
import { useCurrentAnswer } from "../parts/answer";
import { colors } from "../parts/colors";
import { ranks_of, type AnyPlan } from "../parts/plans";
import { SavePicture } from "../parts/save";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly plan: AnyPlan;
  /** With this plan alone. */
  readonly file: unknown;
}

type Group = ExplainAnswer["groups"][number];

const most_drawn = 16, most_across = 8, columns_of_machine = 4;
const side = 14, gap = 3;

const group_of = ({ ranks, stride }: Group, rank: number): number => Math.floor(rank / (ranks * stride)) * stride + (rank % stride);

export function ClusterView({ engine, lang, say, plan, file }: Props) {
  const question = useMemo(() => ({ question: "explain", lang, plan: file }), [file, lang]);
  const { reply } = useCurrentAnswer<ExplainAnswer>(engine, question);
  const groups = reply?.kind === "answer" ? reply.answer.groups : [];
  const [chosen, setChosen] = useState<Group["kind"]>();
  const colored = groups.find((each) => each.kind === chosen) ?? groups.at(-1);
  if (!reply)
    return (
      <figure class="awaited">
        <figcaption>{say("machines_of_plan")}</figcaption>
      </figure>
    );
  if (!colored) return null;
  const ranks = ranks_of(plan);
  const each = Math.max(1, Math.round(plan.accelerators / plan.instances));
  const drawn = Math.min(plan.instances, most_drawn);
  const columns = Math.min(each, columns_of_machine), rows = Math.ceil(each / columns);
  const width = columns * (side + gap) + 2 * gap, height = rows * (side + gap) + 2 * gap;
  const across = Math.min(drawn, most_across), down = Math.ceil(drawn / across);
  const label = say("colored_by", say(colored.kind));
  return (
    <figure>
      <figcaption>{say("machines_of_plan")}</figcaption>
      <div class="choices" role="group" aria-label={say("machines_of_plan")}>
        {groups.map((each) => (
          <button type="button" key={each.kind} aria-pressed={each === colored} onClick={() => setChosen(each.kind)}>
            {say(each.kind)} {each.ranks}
          </button>
        ))}
      </div>
      <svg class="cluster" role="img" aria-label={label} viewBox={`0 0 ${across * (width + 6)} ${down * (height + 6)}`} style={{ maxWidth: `${across * (width + 6) * 1.4}px` }}>
        {Array.from({ length: drawn }, (_, machine) => (
          <g key={machine} transform={`translate(${(machine % across) * (width + 6)}, ${Math.floor(machine / across) * (height + 6)})`}>
            <rect width={width} height={height} rx={3} fill="none" stroke="var(--line)" />
            {Array.from({ length: each }, (_, at) => {
              const rank = machine * each + at;
              const fill = rank < ranks ? colors[group_of(colored, rank) % colors.length] : "none";
              return (
                <rect key={at} x={gap + (at % columns) * (side + gap)} y={gap + Math.floor(at / columns) * (side + gap)} width={side} height={side} rx={2} fill={fill} stroke="var(--line)">
                  <title>{rank < ranks ? `${rank}: ${groups.map((one) => `${say(one.kind)} ${group_of(one, rank)}`).join(", ")}` : say("idle")}</title>
                </rect>
              );
            })}
          </g>
        ))}
      </svg>
      {plan.instances > drawn && <p class="aside">{say("and_more", units.count(plan.instances - drawn, lang))}</p>}
      <ul class="legend">
        {groups.map((one) => (
          <li key={one.kind}>
            {say(one.kind)} {one.ranks}: <b>{path_of(one, lang, say)}</b>
          </li>
        ))}
      </ul>
      <SavePicture label={label} />
    </figure>
  );
}

/** The slowest link that a group's traffic takes. */
function path_of({ instances, link, link_bytes_per_s }: Group, lang: Language, say: Say): string {
  const rate = link_bytes_per_s ? ` (${link}, ${units.bytes_per_s(link_bytes_per_s, lang)})` : "";
  return `${say(instances > 1 ? "between_instances" : "within_instance")}${rate}`;
}
