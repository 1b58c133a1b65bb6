// The best plan again, were the network twice as fast, or the price half of it.
import { useMemo } from "preact/hooks";
import type { Engine } from "../engine/engine";
import { useCurrentAnswer } from "../parts/answer";
import { figure_of, layout_in_short, recommended_of, type AnyPlan, type PlanFile } from "../parts/plans";
import { said_in, what_if_question } from "../questions";
import type { Job, Language, State } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";

interface Props {
  readonly engine: Engine;
  readonly state: State;
  readonly say: Say;
  readonly config: unknown;
  readonly onAsk: (field: string, value: string) => void;
}

type Result = NonNullable<PlanFile["what_if"]>[number];

interface Column {
  readonly word: Word;
  readonly figure: string;
  readonly change: string;
  readonly shown: (value: number, lang: Language) => string;
}

const columns: Readonly<Record<Job, readonly Column[]>> = {
  train: [
    { word: "duration", figure: "duration_s", change: "duration_change_pct", shown: units.seconds },
    { word: "total_cost", figure: "cost_usd", change: "cost_change_pct", shown: units.money },
  ],
  serve: [
    { word: "tpot_short", figure: "tpot_s", change: "tpot_change_pct", shown: units.seconds },
    { word: "per_month", figure: "usd_per_month", change: "usd_per_month_change_pct", shown: units.money },
  ],
};

const usual_changes = ["network=2x", "compute=2x", "memory=2x", "memory-bandwidth=2x", "price=0.5x"];
const change_words: Readonly<Record<string, Word>> = {
  network: "network",
  compute: "compute",
  memory: "memory_capacity",
  "memory-bandwidth": "memory_bandwidth",
  price: "price_of_it",
};

/** "network=2x" as people read it. */
function change_in_words(change: string, say: Say): string {
  const [what = "", factor = ""] = change.split("=");
  const word = change_words[what];
  return word ? `${say(word)} × ${factor.replace(/x$/, "")}` : change;
}

export function WhatIf({ engine, state, say, config, onAsk }: Props) {
  const { job, lang } = state;
  const said = state.asked["what_if"] ?? "";
  const changes = said.split(" ").filter((each) => each !== "");
  const question = useMemo(() => (said === "" ? undefined : what_if_question(state, config, changes)), [job, lang, said_in(state), config, said]);
  const { reply, share } = useCurrentAnswer<PlanFile>(engine, question);
  const offered = [...usual_changes, ...changes.filter((each) => !usual_changes.includes(each))];
  const toggled = (change: string) => (changes.includes(change) ? changes.filter((each) => each !== change) : [...changes, change]);
  const recommended = reply?.kind === "answer" && recommended_of(reply.answer);
  return (
    <section class="further" aria-busy={share !== undefined}>
      <h3>
        {say("what_if")} <small>{say("what_if_hint")}</small>
      </h3>
      <div class="choices" role="group" aria-label={say("what_if")}>
        {offered.map((change) => (
          <button type="button" key={change} aria-pressed={changes.includes(change)} onClick={() => onAsk("what_if", toggled(change).join(" "))}>
            {change_in_words(change, say)}
          </button>
        ))}
      </div>
      {share !== undefined && <p class="aside">{say("working")}…</p>}
      {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
      {recommended && <Results {...{ job, lang, say, recommended }} results={reply.answer.what_if ?? []} />}
    </section>
  );
}

interface ResultsProps {
  readonly job: Job;
  readonly lang: Language;
  readonly say: Say;
  readonly results: readonly Result[];
  readonly recommended: AnyPlan;
}

function Results({ job, lang, say, results, recommended }: ResultsProps) {
  const rows = [
    { name: say("as_it_is"), plan: recommended, why_none: null, changes: {} },
    ...results.map((each) => ({ name: change_in_words(each.change, say), plan: each.plan as AnyPlan | null, why_none: each.why_none, changes: each })),
  ];
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={say("what_if")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("change")}</th>
            {columns[job].map(({ word }) => (
              <th scope="col" class="number" key={word}>{say(word)}</th>
            ))}
            <th scope="col">{say("instances")}</th>
            <th scope="col">{say("layout")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, plan, why_none, changes }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {plan === null && <td class="layout" colSpan={2 + columns[job].length}>{why_none}</td>}
              {plan && columns[job].map((column) => <Figure key={column.word} {...{ lang, plan, column }} changes={changes} />)}
              {plan && (
                <>
                  <td>
                    {plan.instances} × {plan.instance}
                  </td>
                  <td class="layout">{layout_in_short(plan)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figure({ lang, plan, column, changes }: { lang: Language; plan: AnyPlan; column: Column; changes: object }) {
  const value = figure_of(plan, column.figure);
  const change = (changes as Readonly<Record<string, unknown>>)[column.change];
  return (
    <td class="number">
      {typeof change === "number" && <small>{units.change(change, lang)}</small>} {value === undefined ? "–" : column.shown(value, lang)}
    </td>
  );
}
