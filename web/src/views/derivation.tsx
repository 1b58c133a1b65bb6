// The arithmetic behind a plan, with where each figure is from; asked for when it is opened.
import type { ExplainAnswer } from "../api/explain";
import type { Engine } from "../engine/engine";
import { Unfolded } from "../parts/unfolded";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Term {
  readonly name: string;
  readonly formula: string;
  readonly value: number;
  readonly unit: string;
  readonly source: string | null;
}

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly file: unknown;
}

const parts = ["memory", "time", "money", "error_band"] as const;

export function Derivation({ engine, lang, say, file }: Props) {
  return (
    <Unfolded<ExplainAnswer> {...{ engine, say }} title={say("derivation")} question={() => ({ question: "explain", lang, plan: file })} of={[lang, file]}>
      {(answer) => <Explained answer={answer} lang={lang} say={say} />}
    </Unfolded>
  );
}

export function Explained({ answer, lang, say }: { answer: ExplainAnswer; lang: Language; say: Say }) {
  return (
    <>
      {parts.map((part) => (
        <Terms key={part} part={say(part)} terms={(answer[part] ?? []) as readonly Term[]} lang={lang} say={say} />
      ))}
    </>
  );
}

function Terms({ part, terms, lang, say }: { part: string; terms: readonly Term[]; lang: Language; say: Say }) {
  if (terms.length === 0) return null;
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={part}>
      <table class="terms">
        <caption>{part}</caption>
        <thead>
          <tr>
            {(["what", "arithmetic"] as const).map((word) => (
              <th scope="col" key={word}>
                {say(word)}
              </th>
            ))}
            <th scope="col" class="number" colSpan={2}>
              {say("figure")}
            </th>
            <th scope="col">{say("source")}</th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term) => (
            <tr key={term.name}>
              <th scope="row">{term.name}</th>
              <td>{term.formula}</td>
              <td class="number">{units.number(term.value, lang, { maximumSignificantDigits: 4 })}</td>
              <td>{term.unit}</td>
              <td class="source">{term.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
