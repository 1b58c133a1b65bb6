// Machines side by side on one job: the best plan of each, what its work costs, and why a machine has none. Or two plan files.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import type { CompareServeAnswer } from "../api/compare_serve";
import type { CompareTrainAnswer } from "../api/compare_train";
import { useAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import { band_of, figure_of, type AnyPlan } from "../parts/plans";
import type { ViewProps } from "../parts/view";
import { PlanFiles } from "./planfiles";
import { PlanForm } from "./planform";
import { PlanTable } from "./plantable";
import { compare_question, machines_of, said_in } from "../questions";
import type { Job, State } from "../state";
import * as units from "../units";
import type { Say } from "../words";

type Answer = CompareTrainAnswer | CompareServeAnswer;
interface Compared {
  readonly instance: string;
  readonly plan: AnyPlan | null;
  readonly why_not: string | null;
}

const fewest = 2; // fewer are not compared
const cost_figure: Readonly<Record<Job, string>> = { train: "cost_usd", serve: "cost_per_million_tokens_usd" };

export function CompareView(given: ViewProps) {
  const { engine, state, say, change } = given;
  const of_plans = state.asked["of"] === "plans";
  return (
    <>
      <div class="choices" role="group" aria-label={say("compare")}>
        {(["machines", "plan_files"] as const).map((each) => (
          <button type="button" key={each} aria-pressed={of_plans === (each === "plan_files")} onClick={() => change({ asked: { ...state.asked, of: each === "plan_files" ? "plans" : "" } })}>
            {say(each)}
          </button>
        ))}
      </div>
      {of_plans ? <PlanFiles {...{ engine, say }} lang={state.lang} /> : <CompareMachines {...given} />}
    </>
  );
}

function CompareMachines({ engine, state, say, models, instances, change }: ViewProps) {
  const { lang } = state;
  const machines = machines_of(state);
  const question = useMemo(() => compare_question(state), [state.job, state.lang, said_in(state), state.asked["machines"]]);
  const { reply, of, share } = useAnswer<Answer>(engine, question);
  const job: Job = of?.question === "compare_serve" ? "serve" : "train"; // of what is shown
  const ask = (field: string, value: string) => change({ asked: { ...state.asked, [field]: value }, rank: 0 });
  const with_machine = (machine: string, is_there: boolean) =>
    ask("machines", (is_there ? [...machines, machine] : machines.filter((each) => each !== machine)).join(" "));
  const compared = reply?.kind === "answer" ? (reply.answer.comparisons as readonly Compared[]) : [];
  const plans = compared.flatMap((each, at) => (each.plan ? [{ ...each.plan, rank: at + 1 }] : []));
  return (
    <div class="plan">
      <PlanForm
        state={state}
        say={say}
        models={models}
        families={undefined}
        dropped={undefined}
        onAsk={ask}
        onJob={(next: Job) => change({ job: next, asked: {}, rank: 0 })}
        onForget={() => undefined}
      />
      <section class="answer" aria-busy={share !== undefined}>
        <div class="machines">
          {machines.map((machine) => (
            <button type="button" key={machine} disabled={machines.length <= fewest} aria-label={say("leave_out", machine)} onClick={() => with_machine(machine, false)}>
              {machine} ×
            </button>
          ))}
          <select aria-label={say("add_machine")} value="" onChange={(event) => with_machine(event.currentTarget.value, true)}>
            <option value="">{say("add_machine")}</option>
            {instances
              .filter((each) => !machines.includes(each.instance))
              .map((each) => (
                <option key={each.instance} value={each.instance}>
                  {each.instance}
                </option>
              ))}
          </select>
        </div>
        <p class="aside" role="status">
          {share !== undefined && `${say("working")}…`}
        </p>
        {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
        {plans.length > 0 && (
          <>
            <CostBars {...{ job, lang, say, plans }} />
            <PlanTable {...{ job, lang, say, plans }} picked={state.rank} onPick={(rank) => change({ rank })} />
          </>
        )}
        <ul class="notes">
          {compared
            .filter((each) => each.why_not)
            .map((each) => (
              <li key={each.instance}>
                <b>{each.instance}</b>: {each.why_not}
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

/** What each unit of work costs, with its band. */
function CostBars({ job, lang, say, plans }: { job: Job; lang: State["lang"]; say: Say; plans: readonly AnyPlan[] }) {
  const figure = cost_figure[job];
  const bars = plans.flatMap((plan) => {
    const cost = figure_of(plan, figure);
    return cost === undefined ? [] : [{ machine: plan.instance, cost, band: band_of(plan, figure) }];
  });
  const label = job === "train" ? say("total_cost") : say("per_million_tokens");
  const options = () => ({
    height: 40 + 34 * bars.length,
    marginLeft: 130,
    marginBottom: 40,
    x: { label, ticks: 3, ...units.money_axis(lang) },
    y: { domain: bars.map((bar) => bar.machine), label: null },
    marks: [
      Plot.barX(bars, { x: "cost", y: "machine", fill: "var(--accent)", fillOpacity: 0.5, insetTop: 4, insetBottom: 4, title: (bar) => `${bar.machine}: ${units.money(bar.cost, lang)}` }),
      Plot.ruleY(bars, { filter: (bar) => bar.band, x1: (bar) => bar.band?.low, x2: (bar) => bar.band?.high, y: "machine", strokeWidth: 2 }),
      Plot.ruleX([0]),
    ],
  });
  return (
    <figure>
      <figcaption>
        {label} <span class="aside">{say("bars_are_bands")}</span>
      </figcaption>
      <Chart label={label} options={options} of={[plans, lang]} />
    </figure>
  );
}
