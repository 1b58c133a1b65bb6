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
    if (!question) return setAnswered(({ share: _, ...before }) => before);
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

/** For what must not be shown beside anything else than what it answers: no reply until it is that of `question`. */
export function useCurrentAnswer<Answer>(engine: Engine, question: Question | undefined): Omit<Answered<Answer>, "of"> {
  const { reply, of, share } = useAnswer<Answer>(engine, question);
  return { ...(question && of === question && reply ? { reply } : {}), ...(share === undefined ? {} : { share }) };
}
