// Every machine that is known, where each figure is from, and of one of them every price that is known.
import { useMemo, useState } from "preact/hooks";
import type { Instance } from "../api/instance_list";
import type { Price } from "../api/price_list";
import { useAnswer } from "../parts/answer";
import { ChoiceField, TextField } from "../parts/field";
import type { ViewProps } from "../parts/view";
import { usual_region } from "../questions";
import type { Language } from "../state";
import * as units from "../units";
import type { Say, Word } from "../words";
import { Prices } from "./prices";

interface Machine extends Instance {
  /** The newest on demand, of the usual region where one is known there. */
  readonly price: Price | undefined;
}

interface Column {
  readonly word: Word;
  readonly value: (machine: Machine) => string | number | undefined;
  /** Of a number. */
  readonly shown?: (value: number, lang: Language) => string;
}

const usual_machine = "p5.48xlarge";

const columns: readonly Column[] = [
  { word: "instances", value: (machine) => machine.instance },
  { word: "maker", value: (machine) => machine.accelerator.vendor ?? undefined },
  { word: "accelerators", value: (machine) => machine.accelerators, shown: (value) => `${value} ×` },
  { word: "each", value: (machine) => machine.accelerator.accelerator },
  { word: "memory", value: (machine) => machine.accelerators * machine.accelerator.memory_bytes, shown: units.bytes },
  { word: "peak", value: (machine) => machine.accelerator.data_types["bf16"]?.flops_per_s ?? undefined, shown: units.flops_per_s },
  { word: "price", value: (machine) => machine.price?.usd_per_h, shown: units.price },
];

function machines_of(instances: readonly Instance[], prices: readonly Price[]): readonly Machine[] {
  const newest = new Map<string, Price>();
  const is_usual = (price: Price) => price.region === usual_region;
  const is_better = (price: Price, before: Price) => (is_usual(price) === is_usual(before) ? price.as_of > before.as_of : is_usual(price));
  for (const price of prices) {
    const before = newest.get(price.instance);
    if (price.kind === "on_demand" && (!before || is_better(price, before))) newest.set(price.instance, price);
  }
  return instances.map((each) => ({ ...each, price: newest.get(each.instance) }));
}

/** What is not known stands last either way. */
function in_order(machines: readonly Machine[], { value }: Column, up: boolean): readonly Machine[] {
  return machines.toSorted((one, other) => {
    const a = value(one), b = value(other);
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return (a < b ? -1 : a > b ? 1 : 0) * (up ? 1 : -1);
  });
}

export function CatalogueView({ engine, state, say, instances, change }: ViewProps) {
  const { lang, asked } = state;
  const question = useMemo(() => ({ question: "price_list", lang }), [lang]);
  const { reply } = useAnswer<readonly Price[]>(engine, question);
  const prices = reply?.kind === "answer" ? reply.answer : [];
  const wanted = asked["search"] ?? "", maker = asked["maker"] ?? "";
  const [order, setOrder] = useState({ at: 0, up: true });
  const [pointed, setPointed] = useState<string>();
  const makers = useMemo(() => [...new Set(instances.flatMap((each) => each.accelerator.vendor ?? []))].sort(), [instances]);
  const rows = useMemo(() => {
    const word = wanted.trim().toLowerCase();
    const found = machines_of(instances, prices).filter(
      (each) =>
        (maker === "" || each.accelerator.vendor === maker) &&
        `${each.instance} ${each.family} ${each.cloud ?? ""} ${each.accelerator.accelerator} ${each.accelerator.vendor ?? ""}`.toLowerCase().includes(word),
    );
    const column = columns[order.at];
    return column ? in_order(found, column, order.up) : found;
  }, [instances, prices, wanted, maker, order]);
  const ask = (field: string, value: string) => change({ asked: { ...asked, [field]: value } });
  const picked = rows.find((each) => each.instance === (asked["machine"] ?? usual_machine)) ?? rows[0];
  const told = rows.find((each) => each.instance === pointed) ?? picked;
  return (
    <section>
      <form class="asked wide" onSubmit={(event) => event.preventDefault()}>
        <TextField label={say("search")} value={wanted} onChange={(typed) => ask("search", typed)} />
        <ChoiceField
          label={say("maker")}
          value={maker}
          choices={[["", say("any")], ...makers.map((each) => [each, each] as const)]}
          onChange={(chosen) => ask("maker", chosen)}
        />
      </form>
      <p class="aside" role="status">{say("rows", rows.length)}</p>
      <div class="scrolls half" tabIndex={0} role="region" aria-label={say("catalogue")} onPointerLeave={() => setPointed(undefined)}>
        <table>
          <thead>
            <tr>
              {columns.map(({ word, shown }, at) => (
                <Head key={word} label={say(word)} number={shown !== undefined} sorted={order.at === at ? order.up : undefined} onSort={(up) => setOrder({ at, up })} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <tr key={each.instance} aria-current={each === picked} onClick={() => ask("machine", each.instance)} onPointerEnter={() => setPointed(each.instance)}>
                {columns.map((column, at) => (at === 0 ? (
                  <th scope="row" key={column.word}>
                    <button type="button" class="rank" onFocus={() => setPointed(each.instance)}>
                      {each.instance}
                    </button>
                  </th>
                ) : (
                  <Figure key={column.word} value={column.value(each)} shown={column.shown} lang={lang} />
                )))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {told && <Sources machine={told} say={say} />}
      {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
      {picked && reply?.kind === "answer" && <Prices {...{ lang, say }} machine={picked.instance} prices={prices} />}
    </section>
  );
}

/** `sorted`: whether upwards; undefined: by another column. */
function Head({ label, number, sorted, onSort }: { label: string; number: boolean; sorted: boolean | undefined; onSort: (up: boolean) => void }) {
  return (
    <th scope="col" class={number ? "number" : ""} aria-sort={sorted === undefined ? "none" : sorted ? "ascending" : "descending"}>
      <button type="button" onClick={() => onSort(!(sorted ?? false))}>
        {label} {sorted === undefined ? "" : sorted ? "↑" : "↓"}
      </button>
    </th>
  );
}

function Figure({ value, shown, lang }: { value: string | number | undefined; shown: Column["shown"]; lang: Language }) {
  return <td class={shown ? "number" : ""}>{value === undefined ? "–" : typeof value === "number" && shown ? shown(value, lang) : value}</td>;
}

/** Of the row that is pointed at or has the focus. */
function Sources({ machine, say }: { machine: Machine; say: Say }) {
  const { instance, accelerator, source, price } = machine;
  return (
    <dl class="sources" aria-live="polite" aria-label={say("source")}>
      <dt>{instance}</dt>
      <dd>{source}</dd>
      <dt>{accelerator.accelerator}</dt>
      <dd>{accelerator.source}</dd>
      {price && (
        <>
          <dt>{say("price")}</dt>
          <dd>{[price.source, price.region, price.as_of].filter(Boolean).join(", ")}</dd>
        </>
      )}
    </dl>
  );
}
