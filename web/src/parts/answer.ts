// The newest answer to a question that changes, with the question that it answers: while the next one is worked on, the
// page shows that of the one before.
import { useEffect, useState } from "preact/hooks";
import type { Engine, Reply } from "../engine/engine";
import type { Question } from "../engine/protocol";

export interface Answered<Answer> {
  readonly reply?: Exclude<Reply<Answer>, { kind: "dropped" }>;
  /** What `reply` answers. */
  readonly of?: Question;
  /** Of the work on the next answer; undefined: there is none on its way. */
  readonly share?: number;
}

/** `question`: the same object as long as it is the same question; undefined: nothing is asked. */
export function useAnswer<Answer>(engine: Engine, question: Question | undefined): Answered<Answer> {
  const [answered, setAnswered] = useState<Answered<Answer>>({});
  useEffect(() => {
    if (!question) return;
    const ending = new AbortController();
    const { signal } = ending;
    setAnswered((before) => ({ ...before, share: 0 }));
    const progress = (share: number) => signal.aborted || setAnswered((before) => ({ ...before, share }));
    void engine.ask<Answer>(question, { progress, signal }).then((reply) => {
      if (reply.kind === "dropped") return;
      setAnswered((before) => ({ reply, of: question, ...(signal.aborted && before.share !== undefined ? { share: before.share } : {}) }));
    });
    return () => ending.abort();
  }, [engine, question]);
  return answered;
}
