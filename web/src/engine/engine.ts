// Asks the worker one question at a time. Of questions for the same place the newest is the one that counts: an older one
// that waits is dropped, and one that has run for long is ended with its worker.
import type { Question, Told } from "./protocol";

export type Reply<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer; readonly took_ms: number }
  | { readonly kind: "refusal"; readonly message: string; readonly unsatisfiable: boolean }
  | { readonly kind: "dropped" };

interface Waiting {
  readonly id: number;
  readonly place: string;
  readonly question: Question;
  readonly tell: (reply: Reply<unknown>) => void;
  readonly progress: ((share: number) => void) | undefined;
  begun_ms?: number;
}

const longest_beside_newer_ms = 400;

export class Engine {
  #worker = this.#started();
  #ids = 0;
  #running: Waiting | undefined;
  #queue: Waiting[] = [];

  /** `place`: what the answer is for; a newer question for it replaces an older one. */
  ask<Answer>(place: string, question: Question, progress?: (share: number) => void): Promise<Reply<Answer>> {
    return new Promise((resolve) => {
      const next: Waiting = {
        id: ++this.#ids,
        place,
        question,
        tell: resolve as (reply: Reply<unknown>) => void,
        progress,
      };
      for (const older of this.#queue.filter((each) => each.place === place)) older.tell({ kind: "dropped" });
      this.#queue = [...this.#queue.filter((each) => each.place !== place), next];
      this.#endIfReplaced(place);
      this.#go();
    });
  }

  #endIfReplaced(place: string) {
    const running = this.#running;
    if (running?.place !== place) return;
    const left_ms = longest_beside_newer_ms - (performance.now() - (running.begun_ms ?? 0));
    setTimeout(() => {
      if (this.#running !== running || !this.#queue.some((each) => each.place === place)) return;
      this.#worker.terminate();
      this.#worker = this.#started();
      this.#running = undefined;
      running.tell({ kind: "dropped" });
      this.#go();
    }, Math.max(0, left_ms));
  }

  #started() {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<Told>) => this.#hear(event.data);
    return worker;
  }

  #go() {
    if (this.#running || this.#queue.length === 0) return;
    this.#running = this.#queue.shift();
    if (!this.#running) return;
    this.#running.begun_ms = performance.now();
    this.#worker.postMessage({ id: this.#running.id, question: this.#running.question });
  }

  #hear(told: Told) {
    const running = this.#running;
    if (told.kind === "ready" || told.id !== running?.id) return;
    if (told.kind === "progress") {
      running.progress?.(told.share);
      return;
    }
    this.#running = undefined;
    running.tell(replyOf(told.status, told.json, performance.now() - (running.begun_ms ?? 0)));
    this.#go();
  }
}

function replyOf(status: number, json: string, took_ms: number): Reply<unknown> {
  const answer: unknown = JSON.parse(json);
  if (status === 0) return { kind: "answer", answer, took_ms };
  const { message } = (answer as { error: { message: string } }).error;
  return { kind: "refusal", message, unsatisfiable: status === 1 };
}
