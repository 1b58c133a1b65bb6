// Every price of a machine that is known, and how those of which several dates are known went.
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import type { Price } from "../api/price_list";
import { Chart } from "../parts/chart";
import { colors } from "../parts/colors";
import { Legend } from "../parts/legend";
import type { Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";

interface Props {
  readonly lang: Language;
  readonly say: Say;
  readonly machine: string;
  readonly prices: readonly Price[];
}

const kinds: ReadonlySet<string> = new Set(["on_demand", "spot", "capacity_block", "savings_1y", "savings_3y"] satisfies Word[]);

export function Prices({ lang, say, machine, prices }: Props) {
  const known = useMemo(
    () => prices.filter((each) => each.instance === machine).toSorted((one, other) => (one.as_of < other.as_of ? 1 : one.as_of > other.as_of ? -1 : 0)),
    [machine, prices],
  );
  const kind_of = (price: Price) => (kinds.has(price.kind) ? say(price.kind as Word) : price.kind);
  if (known.length === 0) return <p class="aside">{say("no_price", machine)}</p>;
  return (
    <>
      <h2>{say("prices_of", machine)}</h2>
      <History {...{ lang, say, machine }} prices={known} named={(price) => `${price.region}, ${kind_of(price)}`} />
      <div class="scrolls" tabIndex={0} role="region" aria-label={say("prices_of", machine)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("as_of")}</th>
              <th scope="col">{say("region")}</th>
              <th scope="col">{say("kind")}</th>
              <th scope="col" class="number">{say("usd_per_h")}</th>
              <th scope="col">{say("source")}</th>
            </tr>
          </thead>
          <tbody>
            {known.map((each, at) => (
              <tr key={at}>
                <td>{each.as_of}</td>
                <td>{each.region}</td>
                <td>{kind_of(each)}</td>
                <td class="number">{units.price(each.usd_per_h, lang)}</td>
                <td class="source">
                  {each.source} {each.note && <small>({each.note})</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface HistoryProps extends Props {
  readonly named: (price: Price) => string;
}

function History({ lang, say, machine, prices, named }: HistoryProps) {
  const days_of = (line: string) => new Set(prices.filter((each) => named(each) === line).map((each) => each.as_of)).size;
  const went = prices.filter((each) => days_of(named(each)) > 1); // a region with one price has no history
  const points = went.map((each) => ({ line: named(each), day: new Date(each.as_of), usd_per_h: each.usd_per_h }));
  const lines = [...new Set(points.map((each) => each.line))].sort();
  if (lines.length === 0) return null;
  const label = say("price_over_time");
  const told = went.toReversed().map((each) => `${each.as_of} ${named(each)} ${units.price(each.usd_per_h, lang)}`).join("; ");
  const options = () => ({
    height: 240,
    marginLeft: 56,
    x: { type: "utc" as const, label: null, ticks: 5, tickFormat: (day: Date) => day.toLocaleDateString(lang, { year: "numeric", month: "short", timeZone: "UTC" }), inset: 8 },
    y: { label: say("usd_per_h"), ticks: 4, grid: true, zero: true, ...units.money_axis(lang) },
    color: { domain: lines, range: colors.slice(0, lines.length) },
    marks: [
      Plot.lineY(points, { x: "day", y: "usd_per_h", z: "line", stroke: "line", strokeWidth: 2, curve: "step-after", sort: "day" }),
      Plot.dot(points, {
        x: "day", y: "usd_per_h", fill: "line", r: 3.5,
        title: (each: (typeof points)[number]) => `${each.line}: ${units.price(each.usd_per_h, lang)}`,
      }),
    ],
  });
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <Chart label={`${machine}, ${label}: ${told}`} options={options} of={[prices, lang]} />
      <Legend parts={lines.map((line, at) => ({ part: line, color: colors[at % colors.length] ?? "gray" }))} />
    </figure>
  );
}
