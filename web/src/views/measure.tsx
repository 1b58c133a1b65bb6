// The runs that would tell most about a plan, and the commands that launch them.
import type { MeasureAnswer } from "../api/measure";
import type { Engine } from "../engine/engine";
import { CopyButton } from "../parts/copy";
import { FillIn } from "../parts/fillin";
import { Unfolded } from "../parts/unfolded";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly file: unknown;
  readonly instance: string;
}

const minute_s = 60;

export function Measure({ engine, lang, say, file, instance }: Props) {
  return (
    <Unfolded<MeasureAnswer> {...{ engine, say }} title={say("measure")} question={() => ({ question: "measure", lang, plan: file })} of={[lang, file]}>
      {(answer) => <Runs {...{ answer, lang, say, instance }} />}
    </Unfolded>
  );
}

function Runs({ answer, lang, say, instance }: { answer: MeasureAnswer; lang: Language; say: Say; instance: string }) {
  const takes = ({ minutes, cost_usd }: { minutes: number; cost_usd: number | null }) =>
    [units.seconds(minutes * minute_s, lang), ...(cost_usd === null ? [] : [units.money(cost_usd, lang)])].join(" · ");
  return (
    <>
      {answer.runs.length > 0 && <p class="aside">{say("all_runs", takes(answer))}</p>}
      <FillIn variables={answer.fill_in} />
      {answer.server && <Command command={answer.server} title={say("server")} say={say} />}
      {answer.runs.map((run) => (
        <Command key={run.name} command={run.command} title={run.why} aside={`${run.instances} × ${instance} · ${takes(run)}`} say={say} />
      ))}
      {answer.then.map((command) => (
        <Command key={command} command={command} title={say("then")} say={say} />
      ))}
      <ul class="notes">
        {answer.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

function Command({ command, title, aside = "", say }: { command: string; title: string; aside?: string; say: Say }) {
  return (
    <div class="command">
      <p>
        {title} <span class="aside">{aside}</span>
      </p>
      <CopyButton text={command} label={say("copy")} say={say} />
      <pre tabIndex={0} role="region" aria-label={title}>
        <code>{command}</code>
      </pre>
    </div>
  );
}
