// One step of training as Trainium runs it, of the record of a rehearsal: recorded, cut, compiled, run, sent.
import type { ComponentChildren } from "preact";
import type { Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";
import { ProgramPicture } from "./learngraph";
import { record_file, useRecord, type LearnRecord } from "./learnrecord";
import { GraphsOfLengths, Loop, StepOutcomes } from "./learnsteps";
import { OverTime, Sent, went_as_predicted } from "./learntime";

interface Props {
  readonly lang: Language;
  readonly say: Say;
}

export function LearnView({ lang, say }: Props) {
  const record = useRecord();
  if (record === undefined) return <p class="aside">{say("working")}…</p>;
  if (record === null) return <p class="refusal">{say("learn_missing", record_file)}</p>;
  return <Told {...{ lang, say, record }} />;
}

function Told({ lang, say, record }: Props & { record: LearnRecord }) {
  const { operations, instructions, lengths, collectives } = record;
  const [without, with_buckets] = lengths.shapes;
  const fused = instructions.filter((each) => each.fused.length > 0);
  const count = (value: number) => value.toLocaleString(lang);
  const given = { lang, say, record };
  return (
    <section class="learn">
      <p>{say("learn_intro", made_small(record, say), record.ranks)}</p>
      <Step title={say("learn_recorded")} text={[say("learn_recorded_text", count(operations))]}>
        <Loop {...given} />
      </Step>
      <Step
        title={say("learn_cut")}
        text={[say("learn_cut_text", count(operations), count(instructions.length), fused.length, fused.flatMap((each) => each.fused).length)]}
      >
        <ProgramPicture say={say} instructions={instructions} />
      </Step>
      <Step
        title={say("learn_reused")}
        text={[
          say("learn_reused_text", record.steps, record.compilations, record.ranks, record.again.compilations, record.again.loaded_programs),
          say("learn_lengths_text", count(lengths.sequences), without.graphs, lengths.buckets.join(", "), with_buckets.graphs, units.percent(with_buckets.padding_share, lang)),
        ]}
      >
        <StepOutcomes {...given} />
        <GraphsOfLengths {...given} />
      </Step>
      <Step title={say("learn_time")} text={[say("learn_time_text")]}>
        <OverTime {...given} />
      </Step>
      <Step title={say("learn_sent")} text={[say("learn_sent_text", collectives.length, collectives.filter(went_as_predicted).length)]}>
        <Sent {...given} />
      </Step>
      <details>
        <summary>{say("learn_commands")}</summary>
        <ul class="commands">
          {record.made_by.map((command) => (
            <li key={command}>
              <code>{command}</code>
            </li>
          ))}
        </ul>
      </details>
      <p class="aside">{say("learn_source")}</p>
    </section>
  );
}

/** "layers 12 → 1, …", of what readers know the model by. */
function made_small({ scaled }: LearnRecord, say: Say): string {
  const known: Readonly<Record<string, Word>> = { layers: "learn_layers", hidden: "learn_hidden", sequence: "learn_sequence" };
  return scaled.flatMap(({ what, from, to }) => (known[what] ? [`${say(known[what])} ${from} → ${to}`] : [])).join(", ");
}

function Step({ title, text, children }: { title: string; text: readonly string[]; children: ComponentChildren }) {
  return (
    <article>
      <div>
        <h2>{title}</h2>
        {text.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
      <div class="shown">{children}</div>
    </article>
  );
}
