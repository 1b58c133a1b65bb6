// Page of hakaru report: the views of a plan, of figures that lie in the same file, for readers without the program.
import { render } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ExplainAnswer } from "./api/explain";
import { layout_in_short, plans_of, type PlanFile } from "./parts/plans";
import type { Job, Language } from "./state";
import "./style.css";
import "./answers.css";
import { Explained } from "./views/derivation";
import { MemoryStack, Scatter, StepStack } from "./views/plancharts";
import { PlanTable } from "./views/plantable";
import { sayer, type Say } from "./words";

interface Told {
  readonly name: string;
  readonly lang: Language;
  readonly file: PlanFile & { readonly scenario: { readonly job: Job; readonly model: string } };
  readonly explained: ExplainAnswer;
}

function Report({ told }: { told: readonly Told[] }) {
  const lang = told[0]?.lang ?? "en";
  const say = useMemo(() => sayer(lang), [lang]);
  return (
    <>
      <header class="top">
        <h1>
          hakaru <small lang="ja">はかる</small>
        </h1>
      </header>
      <main>
        {told.map((each) => (
          <Told key={each.name} told={each} lang={lang} say={say} />
        ))}
      </main>
    </>
  );
}

function Told({ told, lang, say }: { told: Told; lang: Language; say: Say }) {
  const { file, explained } = told;
  const [rank, setRank] = useState(file.recommended_rank);
  const plans = plans_of(file);
  const plan = plans.find((each) => each.rank === rank) ?? plans[0];
  const { job } = file.scenario;
  if (!plan) return null;
  const common = { job, lang, say };
  return (
    <section class="answer">
      <header class="headline">
        <p class="aside">
          {say(job)}: {file.scenario.model} · {told.name}
        </p>
        <h2>
          {plan.instances} × {plan.instance} <small>{layout_in_short(plan)}</small>
        </h2>
      </header>
      <PlanTable {...common} plans={plans} picked={plan.rank} onPick={setRank} file={file} />
      <div class="pictures">
        <Scatter {...common} plans={plans} picked={plan.rank} />
        <MemoryStack {...common} plan={plan} />
        <StepStack {...common} plan={plan} />
      </div>
      <ul class="notes">
        {[...file.notes, ...plan.notes].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {rank === file.recommended_rank && (
        <details>
          <summary>{say("derivation")}</summary>
          <Explained answer={explained} lang={lang} say={say} />
        </details>
      )}
    </section>
  );
}

const told = JSON.parse(document.getElementById("plans")?.textContent ?? "[]") as readonly Told[];
document.documentElement.lang = told[0]?.lang ?? "en";
const place = document.getElementById("page");
if (place) render(<Report told={told} />, place);
