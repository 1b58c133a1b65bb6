// Ranked plans as rows; the one that is looked at is marked.
import { csv_of } from "../parts/csv";
import { band_of, figure_of, layout_in_short, type AnyPlan } from "../parts/plans";
import { save, SaveButton } from "../parts/save";
import type { Job, Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";

interface Props {
  readonly job: Job;
  readonly lang: Language;
  readonly say: Say;
  readonly plans: readonly AnyPlan[];
  readonly picked: number;
  readonly onPick: (rank: number) => void;
}

interface Column {
  readonly word: Word;
  readonly figure: string;
  readonly shown: (value: number, lang: Language) => string;
}

const columns: Readonly<Record<Job, readonly Column[]>> = {
  train: [
    { word: "step", figure: "step_time_s", shown: units.seconds },
    { word: "duration", figure: "duration_s", shown: units.seconds },
    { word: "total_cost", figure: "cost_usd", shown: units.money },
    { word: "total_energy", figure: "energy_kwh", shown: units.energy },
  ],
  serve: [
    { word: "requests", figure: "requests_per_s", shown: units.count },
    { word: "ttft_short", figure: "ttft_s", shown: units.seconds },
    { word: "tpot_short", figure: "tpot_s", shown: units.seconds },
    { word: "per_month", figure: "usd_per_month", shown: units.money },
  ],
};
export const leading_figure: Readonly<Record<Job, string>> = { train: "step_time_s", serve: "tpot_s" };

export function band_in_percent(plan: AnyPlan, job: Job, lang: Language): string {
  const figure = leading_figure[job];
  const band = band_of(plan, figure), value = figure_of(plan, figure);
  if (!band || !value) return "–";
  const off = (end: number) => Math.round(100 * (end / value - 1));
  return `${units.number(off(band.low), lang)} +${units.number(off(band.high), lang)}\u202f%`;
}

export function evidence_of(plan: AnyPlan, say: Say): string {
  const evidence = String(plan.evidence);
  return evidence === "measured" || evidence === "relative" || evidence === "none" ? say(evidence) : evidence;
}

interface TableProps extends Props {
  /** The plan file that they are of, to be saved; undefined: of none. */
  readonly file?: unknown;
}

export function PlanTable({ file, ...rows }: TableProps) {
  const { job, say, plans } = rows;
  return (
    <div>
      <Rows {...rows} />
      <div class="save">
        <SaveButton kind="csv" label={say("ranked")} onSave={() => save("plans", "csv", csv_of(plans, columns[job].map(({ figure }) => figure)))} />
        {file !== undefined && <SaveButton kind="json" label={say("ranked")} onSave={() => save("plan", "json", JSON.stringify(file, undefined, 2))} />}
      </div>
    </div>
  );
}

function Rows({ job, lang, say, plans, picked, onPick }: Props) {
  const elsewhere = new Set(plans.flatMap((plan) => plan.price?.region ?? [])).size > 1; // not all prices are of one region
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={say("ranked")}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{say("instances")}</th>
            {elsewhere && <th scope="col">{say("region")}</th>}
            <th scope="col">{say("layout")}</th>
            {columns[job].map(({ word }) => (
              <th scope="col" class="number" key={word}>
                {say(word)}
              </th>
            ))}
            <th scope="col" class="number">{say("memory")}</th>
            <th scope="col" class="number">{say("band")}</th>
            <th scope="col">{say("evidence")}</th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.rank} aria-current={plan.rank === picked} onClick={() => onPick(plan.rank)}>
              <td>
                <button type="button" class="rank" aria-label={`${plan.rank}`} onClick={() => onPick(plan.rank)}>
                  {plan.rank}
                </button>
              </td>
              <th scope="row">
                {plan.instances} × {plan.instance}
              </th>
              {elsewhere && <td>{plan.price?.region}</td>}
              <td class="layout">{layout_in_short(plan)}</td>
              {columns[job].map(({ word, figure, shown }) => {
                const value = figure_of(plan, figure);
                return (
                  <td class="number" key={word}>
                    {value === undefined ? "–" : shown(value, lang)}
                  </td>
                );
              })}
              <td class="number">{plan.memory.capacity_bytes ? units.percent(plan.memory.device.total_bytes / plan.memory.capacity_bytes, lang) : "–"}</td>
              <td class="number">{band_in_percent(plan, job, lang)}</td>
              <td>{evidence_of(plan, say)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
