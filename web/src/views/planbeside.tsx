// The plan that is looked at beside another of the same answer.
import { useMemo } from "preact/hooks";
import type { Engine } from "../engine/engine";
import { ChoiceField } from "../parts/field";
import { file_of, layout_in_short, type AnyPlan, type PlanFile } from "../parts/plans";
import type { State } from "../state";
import type { Say } from "../words";
import { PlanDifference } from "./plandiff";

interface Props {
  readonly engine: Engine;
  readonly state: State;
  readonly say: Say;
  readonly file: PlanFile;
  readonly plans: readonly AnyPlan[];
  readonly plan: AnyPlan;
  /** `plan` as a file. */
  readonly alone: unknown;
  readonly onAsk: (field: string, value: string) => void;
}

export function PlanBeside({ engine, state, say, file, plans, plan, alone, onAsk }: Props) {
  const others = plans.filter((each) => each !== plan);
  const other = others.find((each) => String(each.rank) === state.asked["beside"]);
  const other_alone = useMemo(() => other && file_of(file, other), [file, other]);
  if (others.length === 0) return null;
  const name = (each: AnyPlan) => `#${each.rank} ${each.instances} × ${each.instance} ${layout_in_short(each)}`;
  return (
    <section class="further">
      <h3>{say("beside", plan.rank)}</h3>
      <div class="asked narrow">
        <ChoiceField
          label={say("compare_with")}
          value={other ? String(other.rank) : ""}
          choices={[["", "–"], ...others.map((each) => [String(each.rank), name(each)] as const)]}
          onChange={(rank) => onAsk("beside", rank)}
        />
      </div>
      {other && <PlanDifference engine={engine} lang={state.lang} say={say} plans={[alone, other_alone]} names={[`#${plan.rank}`, `#${other.rank}`]} />}
    </section>
  );
}
