// Answer to a question that is asked only when somebody opens it.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { Question } from "../engine/protocol";
import type { Say } from "../words";
import { useCurrentAnswer } from "./answer";

interface Props<Answer> {
  readonly engine: Engine;
  readonly say: Say;
  readonly title: string;
  readonly question: () => Question;
  /** What the question is made of: it is asked anew when one of these changes. */
  readonly of: readonly unknown[];
  readonly children: (answer: Answer) => ComponentChildren;
}

export function Unfolded<Answer>({ engine, say, title, question, of, children }: Props<Answer>) {
  const [open, setOpen] = useState(false);
  const asked = useMemo(() => (open ? question() : undefined), [open, ...of]);
  const { reply } = useCurrentAnswer<Answer>(engine, asked);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && (
        <div class="unfolded">
          {!reply && <p class="aside">{say("working")}…</p>}
          {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
          {reply?.kind === "answer" && children(reply.answer)}
        </div>
      )}
    </details>
  );
}
