// Files that run a plan: for an engine that people use, and the platforms to run on. The chosen ones stand in the
// address; the engine says why one cannot run the plan, and which plan it can.
import { useMemo } from "preact/hooks";
import type { EmitAnswer } from "../api/emit";
import type { Instance } from "../api/instance_list";
import { launchers } from "../api/launchers";
import type { Engine } from "../engine/engine";
import { useCurrentAnswer } from "../parts/answer";
import { CopyButton } from "../parts/copy";
import { ChoiceField } from "../parts/field";
import { FillIn } from "../parts/fillin";
import type { AnyPlan } from "../parts/plans";
import { save_as } from "../parts/save";
import { Tabs } from "../parts/tabs";
import { held_by_flags, held_in, held_in_address, launch_question } from "../questions";
import type { State } from "../state";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly state: State;
  readonly say: Say;
  readonly instances: readonly Instance[];
  readonly plan: AnyPlan;
  /** `plan` as a file. */
  readonly alone: unknown;
  readonly onAsk: (field: string, value: string) => void;
  /** Plans again with these parts of the layout, as they stand in the address. */
  readonly onHold: (held: string) => void;
}

const opened = "open";

export function LaunchFiles({ engine, state, say, instances, plan, alone, onAsk, onHold }: Props) {
  const { job, lang, asked } = state;
  const is_open = asked["launch"] === opened;
  const program = asked["launch_with"] ?? "", places = asked["launch_on"] ?? "";
  const platforms = places.split(" ").filter((each) => each !== "");
  const question = useMemo(() => (is_open ? launch_question(lang, alone, [program, ...platforms]) : undefined), [is_open, lang, alone, program, places]);
  const { reply } = useCurrentAnswer<EmitAnswer>(engine, question);
  const accelerator = instances.find((each) => each.instance === plan.instance)?.accelerator;
  const is_of = [accelerator?.kind, accelerator?.vendor?.toLowerCase()];
  const programs = launchers[job].engines.filter(({ runs_on }) => !accelerator || runs_on.length === 0 || runs_on.some((each) => is_of.includes(each)));
  const offered = [...launchers[job].platforms, ...platforms.filter((each) => !launchers[job].platforms.includes(each))];
  const toggled = (platform: string) => (platforms.includes(platform) ? platforms.filter((each) => each !== platform) : [...platforms, platform]);
  const toggle = (open: boolean) => {
    if (open !== is_open) onAsk("launch", open ? opened : "");
  };
  return (
    <details open={is_open} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{say("launch_files")}</summary>
      {is_open && (
        <div class="unfolded" aria-busy={!reply}>
          <div class="asked narrow">
            <ChoiceField
              label={say("launch_with")}
              value={program}
              choices={[["", say("as_planned")], ...programs.map(({ name }) => [name, name] as const)]}
              onChange={(name) => onAsk("launch_with", name)}
            />
          </div>
          <div class="field">
            <span>{say("launch_on")}</span>
            <div class="choices" role="group" aria-label={say("launch_on")}>
              {offered.map((platform) => (
                <button type="button" key={platform} aria-pressed={platforms.includes(platform)} onClick={() => onAsk("launch_on", toggled(platform).join(" "))}>
                  {platform}
                </button>
              ))}
            </div>
          </div>
          {!reply && <p class="aside">{say("working")}…</p>}
          {reply?.kind === "refusal" && <Refused {...{ state, say, onHold }} message={reply.message} />}
          {reply?.kind === "answer" && <Files say={say} answer={reply.answer} wanted={asked["launch_file"] ?? ""} onPick={(name) => onAsk("launch_file", name)} />}
        </div>
      )}
    </details>
  );
}

/** With a way to the plan that the engine names instead, where it does. */
function Refused({ state, say, message, onHold }: Pick<Props, "state" | "say" | "onHold"> & { message: string }) {
  const held = held_by_flags(message);
  const all = [...held_in(state).filter(([part]) => held.every(([each]) => each !== part)), ...held];
  return (
    <>
      <p class="refusal">{message}</p>
      {held.length > 0 && (
        <div class="choices">
          <button type="button" onClick={() => onHold(held_in_address(all))}>
            {say("plan_again_with", held.map((each) => each.join(" ")).join(", "))}
          </button>
        </div>
      )}
    </>
  );
}

interface FilesProps {
  readonly say: Say;
  readonly answer: EmitAnswer;
  readonly wanted: string;
  readonly onPick: (name: string) => void;
}

/** Not what is looked at first: that tells how, and the plan itself. */
const beside = ["README.md", "plan.json"];

function Files({ say, answer, wanted, onPick }: FilesProps) {
  const { names, out = {}, fill_in, notes, versions, source } = answer;
  const picked = names.find((each) => each === wanted) ?? names.find((each) => !beside.includes(each)) ?? "";
  const text = out[picked] ?? "";
  const save = (name: string) => save_as(name, "application/octet-stream", out[name] ?? ""); // named as it is, whatever is in it
  return (
    <>
      <FillIn variables={fill_in} />
      <Tabs label={say("launch_files")} names={names} picked={picked} onPick={onPick}>
        <pre class="file" tabIndex={0} role="region" aria-label={picked}>
          <code>{text}</code>
        </pre>
        <div class="choices">
          <CopyButton text={text} label={say("copy")} say={say} />
          <button type="button" onClick={() => save(picked)}>
            {say("download", picked)}
          </button>
          <button type="button" onClick={() => names.forEach(save)}>
            {say("download_all", names.length)}
          </button>
        </div>
      </Tabs>
      <ul class="notes">
        {[...notes, say("words_of", answer.engine, versions, source)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
