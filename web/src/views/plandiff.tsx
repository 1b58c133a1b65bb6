// Two plans side by side: what was asked and chosen differently, and what comes of it.
import { useMemo } from "preact/hooks";
import type { ComparePlansAnswer } from "../api/compare_plans";
import type { Engine } from "../engine/engine";
import { useAnswer } from "../parts/answer";
import { layout_in_short, type AnyPlan } from "../parts/plans";
import type { Language } from "../state";
import * as units from "../units";
import { is_word, type Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  /** Plan files, and what each is called. */
  readonly plans: readonly [unknown, unknown];
  readonly names: readonly [string, string];
}

export function PlanDifference({ engine, lang, say, plans: [a, b], names }: Props) {
  const question = useMemo(() => ({ question: "compare_plans", lang, plans: [a, b] }), [lang, a, b]);
  const { reply, of } = useAnswer<ComparePlansAnswer>(engine, question);
  if (of !== question) return <p class="aside">{say("working")}…</p>;
  if (reply?.kind === "refusal") return <p class="refusal">{reply.message}</p>;
  return reply ? <Differences {...{ lang, say, names }} answer={reply.answer} /> : null;
}

interface Row {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly difference?: string;
}

function Differences({ lang, say, names, answer }: { lang: Language; say: Say; names: Props["names"]; answer: ComparePlansAnswer }) {
  const plain = (value: string | number | boolean | null) => (typeof value === "number" ? value.toLocaleString(lang) : String(value ?? "–"));
  const chosen: Row[] = answer.differs.map(({ key, a, b }) => ({ name: key, a: plain(a), b: plain(b) }));
  const told = answer.parts.filter(({ a, b }) => a || b); // what neither has is left out
  const figures: Row[] = told.map(({ part, a, b, difference }) => {
    const shown = (value: number | null) => (value === null ? "–" : units.figure(part, value, lang));
    const by_percent = a && difference ? ` (${units.change((100 * difference) / a, lang)})` : "";
    const more = difference !== null && difference > 0 ? "+" : "";
    return { name: part_in_words(part, say), a: shown(a), b: shown(b), difference: difference ? `${more}${shown(difference)}${by_percent}` : "=" };
  });
  return (
    <>
      {answer.questions_differ.length > 0 && <p class="aside">{say("questions_differ", answer.questions_differ.join(", "))}</p>}
      <div class="scrolls" tabIndex={0} role="region" aria-label={say("differences")}>
        <table class="differences">
          <thead>
            <tr>
              <th scope="col">{say("what")}</th>
              {[answer.a, answer.b].map((plan, at) => (
                <th scope="col" class="number" key={at}>
                  <PlanName plan={plan as unknown as AnyPlan} name={names[at] ?? ""} />
                </th>
              ))}
              <th scope="col" class="number">{say("difference")}</th>
            </tr>
          </thead>
          {[chosen, figures].map((rows, at) => (
            <tbody key={at}>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td class="number">{row.a}</td>
                  <td class="number">{row.b}</td>
                  <td class="number">{row.difference}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

function PlanName({ plan, name }: { plan: AnyPlan; name: string }) {
  return (
    <>
      <b>{name}</b>
      <br />
      {plan.instances} × {plan.instance}
      <br />
      {layout_in_short(plan)}
    </>
  );
}

/** "exposed.tensor_s" by the word for it; what has none by its own name. */
function part_in_words(part: string, say: Say): string {
  const name = part.replace(/^exposed\./, "");
  return is_word(name) ? say(name) : part;
}
