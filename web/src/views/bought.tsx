// Cloud, region and payment of machines: the fields to state them, and the answer's costs of the alternatives.
import type { ApiComparison, RegionalCost } from "../api/plan_serve";
import { clouds, regions } from "../api/regions";
import { ChoiceField, TextField } from "../parts/field";
import type { AnyPlan } from "../parts/plans";
import { any_region, bought, said_of, usual_region } from "../questions";
import type { Job, Language, State } from "../state";
import * as units from "../units";
import { is_word, type Say } from "../words";

interface FieldsProps {
  readonly state: State;
  readonly say: Say;
  readonly onAsk: (field: string, value: string) => void;
}

const kinds = ["on_demand", "savings_1y", "savings_3y", "capacity_block", "spot"] as const;
const hints = { quota: "p5=16", purchase: "$250k", years: "3", power: "0.12/kWh", api_price: "$0.60/$1.80" } as const;

export function BoughtFields({ state, say, onAsk }: FieldsProps) {
  const value = (field: string) => said_of(state, field);
  const text = (field: keyof typeof hints) => <TextField label={say(field)} value={value(field)} hint={hints[field]} onChange={(typed) => onAsk(field, typed)} />;
  const further = [...bought.filter((field) => field !== "region" && field !== "cloud"), ...(state.job === "serve" ? ["api_price"] : [])];
  return (
    <>
      <ChoiceField
        label={say("cloud")}
        value={value("cloud")}
        choices={[["", say("usual")], ...clouds.map((each) => [each, each] as const)]}
        onChange={(chosen) => onAsk("cloud", chosen)}
      />
      <ChoiceField
        label={say("region")}
        value={value("region")}
        choices={[["", say("prices_in", usual_region)], [any_region, say("any_region")], ...regions.map((each) => [each, each] as const)]}
        onChange={(chosen) => onAsk("region", chosen)}
      />
      <details open={further.some((field) => value(field) !== "")}>
        <summary>{say("how_paid")}</summary>
        <div class="unfolded">
          <ChoiceField
            label={say("kind")}
            value={value("price")}
            choices={[["", say("usual")], ...kinds.map((kind) => [kind, say(kind)] as const)]}
            onChange={(chosen) => onAsk("price", chosen)}
          />
          {text("quota")}
          {text("purchase")}
          {text("years")}
          {text("power")}
          {state.job === "serve" && text("api_price")}
        </div>
      </details>
    </>
  );
}

/** How a plan's figures of money come about, in a line. */
export function price_in_words({ price }: AnyPlan, lang: Language, say: Say): string | undefined {
  if (!price) return undefined;
  const { kind, region, as_of, source } = price;
  const told = region === "" ? [source ?? ""] : [kind_in_words(kind, say), region, as_of];
  return say("price_each", units.price(price.usd_per_h, lang), told.filter((each) => each !== "").join(", "));
}

const kind_in_words = (kind: string, say: Say): string => (is_word(kind) ? say(kind) : kind);

interface TableProps {
  readonly job: Job;
  readonly lang: Language;
  readonly say: Say;
}

const cost_figure = { train: "cost_usd", serve: "usd_per_month" } as const;
const cost_word = { train: "total_cost", serve: "per_month" } as const;

interface CostsProps extends TableProps {
  readonly by: "region" | "price";
  readonly plan: AnyPlan;
  readonly costs: readonly RegionalCost[];
  readonly onAsk: (field: string, value: string) => void;
}

/** What the recommended plan costs elsewhere, or bought otherwise; what is chosen is asked about. */
export function Costs({ job, lang, say, by, plan, costs, onAsk }: CostsProps) {
  const title = say(by === "region" ? "by_region" : "by_kind", `${plan.instances} × ${plan.instance}`);
  const named = (each: RegionalCost) => (by === "region" ? each.region : kind_in_words(each.price_kind, say));
  return (
    <section class="further">
      <h3>{title}</h3>
      <div class="scrolls long" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say(by === "region" ? "region" : "kind")}</th>
              <th scope="col" class="number">{say(cost_word[job])}</th>
              <th scope="col" class="number">{say("usd_per_h")}</th>
              <th scope="col">{say(by === "region" ? "kind" : "region")}</th>
              <th scope="col">{say("as_of")}</th>
            </tr>
          </thead>
          <tbody>
            {costs.map((each) => {
              const cost = each[cost_figure[job]];
              return (
                <tr key={named(each)}>
                  <th scope="row">
                    <button type="button" class="rank" onClick={() => onAsk(by, by === "region" ? each.region : each.price_kind)}>
                      {named(each)}
                    </button>
                  </th>
                  <td class="number">{typeof cost === "number" ? units.money(cost, lang) : "–"}</td>
                  <td class="number">{units.price(each.usd_per_h, lang)}</td>
                  <td>{by === "region" ? kind_in_words(each.price_kind, say) : each.region}</td>
                  <td>{each.as_of}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Plans beside a service that sells tokens. */
export function ByToken({ lang, say, plans, api }: Omit<TableProps, "job"> & { plans: readonly AnyPlan[]; api: ApiComparison }) {
  const { usd_per_month, cost_per_million_output_tokens_usd, usd_per_request } = api;
  const there_usd = usd_per_month ?? cost_per_million_output_tokens_usd;
  const money = (usd: number | null) => (usd === null ? "–" : units.money(usd, lang));
  const rate = (per_s: number | null) => (per_s === null ? "–" : units.count(per_s, lang));
  const bears = api.plans.some((each) => each.bears_requests_per_s !== null);
  const title = say("by_token");
  return (
    <section class="further">
      <h3>{title}</h3>
      <p>{say(usd_per_month === null ? "by_token_million" : "by_token_month", money(there_usd), money(usd_per_request))}</p>
      {api.plans.length > 0 && (
        <div class="scrolls" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">{say("instances")}</th>
                <th scope="col" class="number">{say(usd_per_month === null ? "per_million_tokens" : "per_month")}</th>
                <th scope="col" class="number">{say("against_service")}</th>
                <th scope="col" class="number">{say("even_at")}</th>
                {bears && <th scope="col" class="number">{say("bears")}</th>}
              </tr>
            </thead>
            <tbody>
              {api.plans.map(({ rank, usd, even_requests_per_s, bears_requests_per_s }) => {
                const plan = plans.find((each) => each.rank === rank);
                return (
                  <tr key={rank}>
                    <td>{rank}</td>
                    <th scope="row">{plan && `${plan.instances} × ${plan.instance}`}</th>
                    <td class="number">{units.money(usd, lang)}</td>
                    <td class="number">{there_usd ? units.change(100 * (usd / there_usd - 1), lang) : "–"}</td>
                    <td class="number">{rate(even_requests_per_s)}</td>
                    {bears && <td class="number">{rate(bears_requests_per_s)}</td>}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
