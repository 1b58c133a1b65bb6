// A command line or a launch file of somebody's, read as a plan: what is predicted of it, and what would be better on the
// same machines.
import { useMemo, useState } from "preact/hooks";
import type { PlanAnswer } from "../api/plan";
import { useCurrentAnswer } from "../parts/answer";
import { CopyButton } from "../parts/copy";
import { AreaField, FileOpener, TextField } from "../parts/field";
import { read_text, type TextFile } from "../parts/files";
import { figure_of, layout_in_short, type AnyPlan } from "../parts/plans";
import type { ViewProps } from "../parts/view";
import { command_of_read, read_fields, read_question, said_to_read } from "../questions";
import type { Job, Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";
import { MemoryStack, StepStack } from "./plancharts";
import { band_in_percent, evidence_of } from "./plantable";

const largest_file_megabytes = 1;
const longest_in_address = 8000; // letters; a longer text stays with whoever pasted it, as a file does

export function ReadCommandView({ engine, state, say, models, instances, change }: ViewProps) {
  const { lang, asked } = state;
  const [file, setFile] = useState<TextFile>();
  const [refused, setRefused] = useState<string>();
  const said = read_fields.map((field) => said_to_read(state, field));
  const question = useMemo(() => read_question(state, file?.text), [lang, ...said, file]);
  const { reply, share } = useCurrentAnswer<PlanAnswer>(engine, question);
  const ask = (field: string, value: string) => change({ asked: { ...asked, [field]: value } });
  const take = async (chosen: File) => {
    const read = await read_text(chosen, largest_file_megabytes, "not_a_launch_file", say);
    setRefused(typeof read === "string" ? read : undefined);
    if (typeof read !== "string") setFile(read);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void take(dropped);
  };
  const type = (text: string) => (text.length > longest_in_address ? setFile({ name: say("pasted"), text }) : ask("from", text));
  return (
    <div class="plan" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <form class="asked" onSubmit={(event) => event.preventDefault()}>
        {file === undefined ? (
          <div>
            <AreaField label={say("command_to_read")} value={said_to_read(state, "from")} onChange={type} />
            <FileOpener label={say("open_launch_file")} accept="" onFile={(chosen) => void take(chosen)} />
          </div>
        ) : (
          <div class="field">
            <span>{say("command_to_read")}</span>
            <button type="button" class="dropped" aria-label={say("leave_out", file.name)} onClick={() => setFile(undefined)}>
              {file.name} ×
            </button>
          </div>
        )}
        <TextField
          label={say("machine")}
          value={said_to_read(state, "instance")}
          choices={instances.map((each) => each.instance)}
          onChange={(typed) => ask("instance", typed)}
        />
        <TextField label={say("machines_of_command")} value={said_to_read(state, "instances")} hint={say("as_it_says")} onChange={(typed) => ask("instances", typed)} />
        <TextField label={say("model")} value={said_to_read(state, "model")} hint={say("as_it_says")} choices={models} onChange={(typed) => ask("model", typed)} />
      </form>
      <section class="answer" aria-busy={share !== undefined}>
        <progress max={1} value={share ?? 0} hidden={share === undefined} aria-label={say("working")} />
        {refused && <p class="refusal">{refused}</p>}
        <p class="aside" role="status">
          {!reply && `${say("working")}…`}
          {reply?.kind === "answer" && say("read_as", reply.answer.program)}
        </p>
        {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
        {reply?.kind === "answer" && <Read {...{ lang, say }} answer={reply.answer} command={file ? undefined : command_of_read(state)} />}
      </section>
    </div>
  );
}

interface ReadProps {
  readonly lang: Language;
  readonly say: Say;
  readonly answer: PlanAnswer;
  /** The same in a shell; undefined: of a file. */
  readonly command: string | undefined;
}

function Read({ lang, say, answer, command }: ReadProps) {
  const job: Job = (answer.keys as { job?: unknown }).job === "serve" ? "serve" : "train";
  const plan = answer.plan as AnyPlan | null;
  const common = { job, lang, say };
  return (
    <>
      {plan ? (
        <header class="headline">
          <p class="aside">{say("as_it_is")}</p>
          <h2>
            {plan.instances} × {plan.instance} <small>{layout_in_short(plan)}</small>
          </h2>
          <p class="figures">
            {columns[job].slice(0, leading).map((column) => (
              <b key={column.word}>
                {column.told(plan, lang)} <small>{say(column.word)}</small>
              </b>
            ))}
            <span>{band_in_percent(plan, job, lang)}</span>
            <span>{evidence_of(plan, say)}</span>
            {command !== undefined && <CopyButton text={command} label={say("copy_command")} say={say} />}
          </p>
        </header>
      ) : (
        <p class="refusal">{say("cannot_run", answer.why_none ?? "")}</p>
      )}
      <Better {...common} plan={plan} better={answer.better} />
      {plan && (
        <div class="pictures">
          <MemoryStack {...common} plan={plan} />
          <StepStack {...common} plan={plan} />
        </div>
      )}
      <ul class="notes">
        <li>{say("was_read", Object.entries(answer.read).map(([what, value]) => `${what} ${value}`).join(" · "))}</li>
        {answer.unread.length > 0 && <li>{say("was_not_read", answer.unread.join(", "))}</li>}
        {answer.unused.length > 0 && <li>{say("was_not_used", answer.unused.join(", "))}</li>}
        {(plan?.notes ?? []).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

interface Column {
  readonly word: Word;
  readonly told: (plan: AnyPlan, lang: Language) => string;
}

const column = (word: Word, figure: string, shown: (value: number, lang: Language) => string): Column => ({
  word,
  told: (plan, lang) => {
    const value = figure_of(plan, figure);
    return value === undefined ? "–" : shown(value, lang);
  },
});
const memory: Column = {
  word: "memory",
  told: (plan, lang) => (plan.memory.capacity_bytes ? units.percent(plan.memory.device.total_bytes / plan.memory.capacity_bytes, lang) : "–"),
};
const columns: Readonly<Record<Job, readonly Column[]>> = {
  train: [column("step", "step_time_s", units.seconds), column("mfu", "mfu", units.percent), column("train_tokens_per_s", "tokens_per_s", units.count), memory],
  serve: [
    ...[column("output_tokens_per_s", "output_tokens_per_s", units.count), column("ttft_s", "ttft_s", units.seconds), column("tpot_s", "tpot_s", units.seconds)],
    ...[column("cost_per_million_tokens_usd", "cost_per_million_tokens_usd", units.money), memory],
  ],
};
const leading = 2; // that stand in the headline
const saving: Readonly<Record<Job, Word>> = { train: "saves_time", serve: "saves_token" };

interface BetterProps {
  readonly job: Job;
  readonly lang: Language;
  readonly say: Say;
  readonly plan: AnyPlan | null;
  readonly better: PlanAnswer["better"];
}

function Better({ job, lang, say, plan, better }: BetterProps) {
  if (better.length === 0) return plan && <p>{say("none_better")}</p>;
  const rows = [
    ...(plan ? [{ name: say("as_it_is"), plan, saved: null, differs: "" }] : []),
    ...better.map((each) => ({ name: each.what, plan: each.plan as AnyPlan, saved: each.gain_share, differs: each.differs })),
  ];
  return (
    <section class="further">
      <h3>{say("would_be_better")}</h3>
      <div class="scrolls wraps" tabIndex={0} role="region" aria-label={say("would_be_better")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("change")}</th>
              <th scope="col">{say("layout")}</th>
              <th scope="col" class="number">{say(saving[job])}</th>
              {columns[job].map(({ word }) => (
                <th scope="col" class="number" key={word}>{say(word)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, plan, saved, differs }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="layout">{differs === "" ? layout_in_short(plan) : differs}</td>
                <td class="number">{saved === null ? "–" : units.percent(saved, lang)}</td>
                {columns[job].map(({ word, told }) => (
                  <td class="number" key={word}>{told(plan, lang)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
