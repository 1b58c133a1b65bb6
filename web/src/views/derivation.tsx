// The arithmetic behind a plan, with where each figure is from; asked for when it is opened.
import { useEffect, useState } from "preact/hooks";
import type { ExplainAnswer } from "../api/explain";
import type { Engine, Reply } from "../engine/engine";
import type { Language } from "../state";
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
  readonly rank: number;
}

const parts = ["memory", "time", "money"] as const;

export function Derivation({ engine, lang, say, file, rank }: Props) {
  const [open, setOpen] = useState(false);
  const [reply, setReply] = useState<Reply<ExplainAnswer>>();
  useEffect(() => {
    setReply(undefined);
    if (!open) return;
    void engine.ask<ExplainAnswer>("explain", { question: "explain", lang, plan: file }).then((told) => {
      if (told.kind !== "dropped") setReply(told);
    });
  }, [open, rank, lang, file]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("derivation")}</summary>
      {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
      {reply?.kind === "answer" && <Explained answer={reply.answer} lang={lang} say={say} />}
    </details>
  );
}

export function Explained({ answer, lang, say }: { answer: ExplainAnswer; lang: Language; say: Say }) {
  return (
    <>
      {parts.map((part) => (
        <Terms key={part} terms={(answer[part] ?? []) as readonly Term[]} lang={lang} say={say} />
      ))}
    </>
  );
}

function Terms({ terms, lang, say }: { terms: readonly Term[]; lang: Language; say: Say }) {
  if (terms.length === 0) return null;
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={say("derivation")}>
      <table class="terms">
        <tbody>
          {terms.map((term) => (
            <tr key={term.name}>
              <th scope="row">{term.name}</th>
              <td>{term.formula}</td>
              <td class="number">{term.value.toLocaleString(lang, { maximumSignificantDigits: 4 })}</td>
              <td>{term.unit}</td>
              <td class="source">{term.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
