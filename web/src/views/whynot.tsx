// Why a machine, or a layout, is not among the plans: the engine's reason, or its best plan beside the recommended one.
import { useMemo } from "preact/hooks";
import type { CompareServeAnswer } from "../api/compare_serve";
import type { CompareTrainAnswer } from "../api/compare_train";
import type { Instance } from "../api/instance_list";
import type { Engine } from "../engine/engine";
import { useCurrentAnswer } from "../parts/answer";
import { ChoiceField, TextField } from "../parts/field";
import { figure_of, layout_in_short, type AnyPlan } from "../parts/plans";
import { said_in, why_not_question } from "../questions";
import type { Job, State } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly state: State;
  readonly say: Say;
  readonly instances: readonly Instance[];
  readonly config: unknown;
  readonly plans: readonly AnyPlan[];
  readonly recommended: AnyPlan;
  readonly onAsk: (field: string, value: string) => void;
}

export function WhyNot({ engine, state, say, instances, config, plans, recommended, onAsk }: Props) {
  const { job, lang } = state;
  const layout = state.asked["why_layout"] ?? "", machine = state.asked["why_not"] ?? "";
  const about = machine === "" && layout !== "" ? recommended.instance : machine;
  const question = useMemo(
    () => (about === "" ? undefined : why_not_question(state, config, about, layout, recommended.instance)),
    [job, lang, said_in(state), config, about, layout, recommended.instance],
  );
  const { reply, share } = useCurrentAnswer<CompareTrainAnswer | CompareServeAnswer>(engine, question);
  const compared = reply?.kind === "answer" ? reply.answer.comparisons[0] : undefined;
  // Machines that have a row are offered only for another layout.
  const has_no_row = (name: string) => layout !== "" || plans.every((plan) => plan.instance !== name);
  const choices = instances.filter((each) => has_no_row(each.instance)).map((each) => [each.instance, each.instance] as const);
  return (
    <section class="further" aria-busy={share !== undefined}>
      <h3>{say("why_not")}</h3>
      <div class="asked wide">
        <ChoiceField label={say("machine")} value={machine} choices={[["", "–"], ...choices]} onChange={(value) => onAsk("why_not", value)} />
        <TextField label={say("tp_and_pp")} value={layout} hint="8/1" onChange={(typed) => onAsk("why_layout", typed)} />
      </div>
      {question && !reply && <p class="aside">{say("working")}…</p>}
      {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
      {compared?.why_not && (
        <p>
          <b>{compared.instance}</b>: {compared.why_not}
        </p>
      )}
      {compared?.plan && <Beside {...{ job, say, recommended }} lang={lang} plan={compared.plan as AnyPlan} />}
    </section>
  );
}

const beside_figures = { train: ["cost_usd", "duration_s"], serve: ["usd_per_month", "tpot_s"] } as const;
const beside_words = { train: "beside_recommended", serve: "beside_recommended_service" } as const;

function Beside({ job, lang, say, plan, recommended }: { job: Job; lang: State["lang"]; say: Say; plan: AnyPlan; recommended: AnyPlan }) {
  const times = beside_figures[job].map((figure) => {
    const value = figure_of(plan, figure), usual = figure_of(recommended, figure);
    return value === undefined || !usual ? "–" : units.count(value / usual, lang);
  });
  return (
    <p>
      <b>
        {plan.instances} × {plan.instance}
      </b>{" "}
      {layout_in_short(plan)}: {say(beside_words[job], ...times)}
    </p>
  );
}
