// The machines of a plan: each accelerator in the colour of the group that it talks to, and which link that group's traffic
// takes. Ranks are numbered as the program numbers them: tensor fastest, then context, data, pipeline.
import { useState } from "preact/hooks";
import type { Instance } from "../api/instance_list";
import { colors } from "../parts/colors";
import type { AnyPlan } from "../parts/plans";
import { SavePicture } from "../parts/save";
import type { Job, Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly job: Job;
  readonly lang: Language;
  readonly say: Say;
  readonly plan: AnyPlan;
  readonly instance: Instance | undefined;
}

type Kind = "tensor" | "context" | "expert" | "data" | "pipeline";

interface Degrees {
  readonly tp: number;
  readonly cp: number;
  readonly ep: number;
  readonly dp: number;
  readonly pp: number;
}

interface Group {
  readonly size: number;
  /** Ranks between two neighbours of it. */
  readonly stride: number;
  /** Which group a rank is of. */
  readonly of: (rank: number) => number;
}

const most_drawn = 16, most_across = 8, columns_of_machine = 4;
const side = 14, gap = 3;

function groups_of({ tp, cp, ep, dp, pp }: Degrees): Readonly<Record<Kind, Group>> {
  const stage = tp * cp * dp;
  const apart = (size: number, stride: number): Group => ({
    size,
    stride,
    of: (rank) => Math.floor(rank / (size * stride)) * stride + (rank % stride),
  });
  return { tensor: apart(tp, 1), context: apart(cp, tp), expert: apart(ep, tp), data: apart(dp, tp * cp), pipeline: apart(pp, stage) };
}

export function ClusterView({ job, lang, say, plan, instance }: Props) {
  const layout = plan.layout as unknown as Partial<Degrees>;
  const degrees = { tp: layout.tp ?? 1, cp: layout.cp ?? 1, ep: layout.ep ?? 1, dp: layout.dp ?? 1, pp: layout.pp ?? 1 };
  const groups = groups_of(degrees);
  // Replicas of a service do not talk to each other.
  const talks = (kind: Kind) => groups[kind].size > 1 && (kind !== "data" || job === "train");
  const kinds = (Object.keys(groups) as Kind[]).filter(talks);
  const [chosen, setChosen] = useState<Kind>();
  const kind = kinds.find((each) => each === chosen) ?? kinds.at(-1);
  if (!kind) return null;
  const ranks = degrees.tp * degrees.cp * degrees.dp * degrees.pp;
  const each = Math.max(1, Math.round(plan.accelerators / plan.instances));
  const drawn = Math.min(plan.instances, most_drawn);
  const columns = Math.min(each, columns_of_machine), rows = Math.ceil(each / columns);
  const width = columns * (side + gap) + 2 * gap, height = rows * (side + gap) + 2 * gap;
  const across = Math.min(drawn, most_across), down = Math.ceil(drawn / across);
  const label = say("colored_by", say(kind));
  return (
    <figure>
      <figcaption>{say("machines_of_plan")}</figcaption>
      <div class="choices" role="group" aria-label={say("machines_of_plan")}>
        {kinds.map((each) => (
          <button type="button" key={each} aria-pressed={each === kind} onClick={() => setChosen(each)}>
            {say(each)} {groups[each].size}
          </button>
        ))}
      </div>
      <svg class="cluster" role="img" aria-label={label} viewBox={`0 0 ${across * (width + 6)} ${down * (height + 6)}`} style={{ maxWidth: `${across * (width + 6) * 1.4}px` }}>
        {Array.from({ length: drawn }, (_, machine) => (
          <g key={machine} transform={`translate(${(machine % across) * (width + 6)}, ${Math.floor(machine / across) * (height + 6)})`}>
            <rect width={width} height={height} rx={3} fill="none" stroke="var(--line)" />
            {Array.from({ length: each }, (_, at) => {
              const rank = machine * each + at;
              const fill = rank < ranks ? colors[groups[kind].of(rank) % colors.length] : "none";
              return (
                <rect key={at} x={gap + (at % columns) * (side + gap)} y={gap + Math.floor(at / columns) * (side + gap)} width={side} height={side} rx={2} fill={fill} stroke="var(--line)">
                  <title>{rank < ranks ? `${rank}: ${kinds.map((one) => `${say(one)} ${groups[one].of(rank)}`).join(", ")}` : say("idle")}</title>
                </rect>
              );
            })}
          </g>
        ))}
      </svg>
      {plan.instances > drawn && <p class="aside">{say("and_more", units.count(plan.instances - drawn, lang))}</p>}
      <ul class="legend">
        {kinds.map((each_kind) => (
          <li key={each_kind}>
            {say(each_kind)} {groups[each_kind].size}: <b>{path_of(groups[each_kind], each, instance, lang, say)}</b>
          </li>
        ))}
      </ul>
      <SavePicture label={label} />
    </figure>
  );
}

/** The slowest link that a group's traffic takes. */
function path_of(group: Group, each: number, instance: Instance | undefined, lang: Language, say: Say): string {
  const stays_within = group.size * group.stride <= each;
  const link = stays_within ? instance?.within : instance?.between;
  const rate = link?.bytes_per_s ? ` (${link.name}, ${units.bytes_per_s(link.bytes_per_s, lang)})` : "";
  return `${say(stays_within ? "within_instance" : "between_instances")}${rate}`;
}
