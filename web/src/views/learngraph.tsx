// A compiled step: its instructions as they run, each on its engine, and who reads whose result.
import { useWidth } from "../parts/chart";
import { colors } from "../parts/colors";
import { Legend } from "../parts/legend";
import { SavePicture } from "../parts/save";
import type { Say, Word } from "../words";
import { engines, parts, type Instruction } from "./learnrecord";

interface Props {
  readonly say: Say;
  readonly instructions: readonly Instruction[];
}

const arcs_px = 150, lane_px = 20, mark_px = 14, below_px = 26;
const part_colors = [colors[8], colors[5], colors[7]];

export const color_of_part = (part: Instruction["part"]): string => part_colors[parts.indexOf(part)] ?? "gray";
export const color_of_engine = (engine: Instruction["engine"]): string => colors[[0, 1, 3, 2][engines.indexOf(engine)] ?? 0] ?? "gray";

export function ProgramPicture({ say, instructions }: Props) {
  const [place, width] = useWidth();
  const step_px = width / instructions.length;
  const x = (at: number) => (at + 0.5) * step_px;
  const arcs = instructions.flatMap((reader, at) => reader.reads.map((read) => ({ from: read, to: at, kept: instructions[read]?.part === "forward" && reader.part === "backward" })));
  const lanes_px = engines.length * lane_px;
  const tall = (from: number, to: number) => Math.min(arcs_px - 4, ((x(to) - x(from)) / 2) * 0.9 + 2);
  const label = say("learn_program");
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <div ref={place}>
        {width > 0 && (
          <svg class="drawn" role="img" aria-label={label} width={width} height={arcs_px + lanes_px + below_px}>
            {[false, true].map((kept) => (
              <path
                key={kept}
                fill="none"
                stroke={kept ? "var(--accent)" : "var(--muted)"}
                stroke-opacity={kept ? 0.8 : 0.45}
                d={arcs.filter((arc) => arc.kept === kept).map(({ from, to }) => `M${x(from)} ${arcs_px}A${(x(to) - x(from)) / 2} ${tall(from, to)} 0 0 1 ${x(to)} ${arcs_px}`).join("")}
              />
            ))}
            {instructions.map((each, at) => (
              <rect
                key={at}
                x={at * step_px}
                y={arcs_px + 4 + engines.indexOf(each.engine) * lane_px}
                width={Math.max(1, step_px - 0.5)}
                height={mark_px}
                fill={color_of_engine(each.engine)}
              >
                <title>{`${each.name}${each.fused.length > 0 ? `: ${each.fused.join(", ")}` : ""} → ${each.shape} (${each.line})`}</title>
              </rect>
            ))}
            {parts.map((part) => {
              const first = instructions.findIndex((each) => each.part === part);
              const many = instructions.filter((each) => each.part === part).length;
              return (
                <g key={part} transform={`translate(${first * step_px}, ${arcs_px + lanes_px + 4})`}>
                  <rect width={many * step_px - 1} height={4} fill={color_of_part(part)} />
                  <text y={17} font-size={11} fill="currentColor">
                    {say(part)}
                  </text>
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <Legend
        parts={engines.map((engine) => ({
          part: say(`engine_${engine}` satisfies Word),
          color: color_of_engine(engine),
          figure: String(instructions.filter((each) => each.engine === engine).length),
        }))}
      />
      <SavePicture label={label} />
      <p class="aside">{say("learn_arcs")}</p>
    </figure>
  );
}
