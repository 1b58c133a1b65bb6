// Tables of prediction errors: by metric, by source, and the rows with the largest errors.
import type { AccuracyErrors, AccuracyFigure } from "../api/validate";
import type { Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";

interface Common {
  readonly lang: Language;
  readonly say: Say;
}

const names: Readonly<Record<string, Word>> = {
  training: "train",
  serving: "serve",
  inference: "infer",
  memory: "memory",
  step_time_s: "step",
  output_tokens_per_s: "tokens_per_s",
  tpot_ms: "tpot",
  ttft_ms: "ttft",
  items_per_s: "items_per_s",
  latency_ms_p50: "latency",
  memory_gib: "memory",
};

/** "Training: step", "Memory"; what has no word, as a source, is called as it is. */
export function named(kind: string, of: string, say: Say): string {
  const word = (key: string) => (names[key] ? say(names[key]) : key);
  return word(kind) === word(of) ? word(kind) : `${word(kind)}: ${word(of)}`;
}

export const in_percent = (value: number | null | undefined, lang: Language): string => (value == null ? "–" : units.percent(value / 100, lang));

const columns = [
  ["median", "median_ape_pct"],
  ["mean", "mape_pct"],
  ["ninth_tenth", "p90_ape_pct"],
  ["within_band", "band_coverage_pct"],
  ["half_width", "half_width_pct"],
] as const;

interface ErrorsProps extends Common {
  readonly label: string;
  readonly first: Word;
  readonly rows: readonly { readonly name: string; readonly errors: AccuracyErrors }[];
}

export function Errors({ lang, say, label, first, rows }: ErrorsProps) {
  return (
    <div class="scrolls long wraps" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(first)}</th>
            <th scope="col" class="number">{say("figures")}</th>
            {columns.map(([word]) => (
              <th scope="col" class="number" key={word}>
                {say(word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, errors }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{errors.figures.toLocaleString(lang)}</td>
              {columns.map(([word, key]) => (
                <td class="number" key={word}>
                  {in_percent(errors[key], lang)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const shown = (metric: string, value: number | null, lang: Language) => (value === null ? "–" : units.figure(metric, value, lang));

export function Worst({ lang, say, rows }: Common & { rows: readonly AccuracyFigure[] }) {
  return (
    <div class="scrolls long" tabIndex={0} role="region" aria-label={say("worst")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("metric")}</th>
            <th scope="col">{say("row")}</th>
            <th scope="col" class="number">{say("was_measured")}</th>
            <th scope="col" class="number">{say("was_predicted")}</th>
            <th scope="col" class="number">{say("error")}</th>
            <th scope="col">{say("likely_cause")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={`${each.kind} ${each.id} ${each.metric}`}>
              <td class="layout">{named(each.kind, each.metric, say)}</td>
              <th scope="row" class="id">{each.id}</th>
              <td class="number">{shown(each.metric, each.measured, lang)}</td>
              <td class="number">{shown(each.metric, each.held_out, lang)}</td>
              <td class="number">{in_percent(each.error_pct, lang)}</td>
              <td class="source">{each.likely_cause}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
