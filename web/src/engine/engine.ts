// Asks the worker one question at a time. A question that nobody waits for any more is not asked; one that runs by then is
// given a moment to end, since its answer is welcome while somebody drags, and is ended with its worker then. What was
// answered lately is not worked out again: an answer depends on its question alone.
import type { Question, Told } from "./protocol";

export type Reply<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer; readonly took_ms: number }
  | { readonly kind: "refusal"; readonly message: string; readonly unsatisfiable: boolean }
  | { readonly kind: "dropped" };

interface Watch {
  readonly progress?: (share: number) => void;
  /** Aborted: nobody waits for the answer. */
  readonly signal?: AbortSignal;
}

interface Waiting extends Watch {
  readonly id: number;
  readonly question: Question;
  readonly tell: (reply: Reply<unknown>) => void;
  begun_ms?: number;
}

const moment_ms = 400;
const most_kept = 32, bad_input = 2;

async function compiled(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  // As it comes, and by browsers that keep what they compiled it to; whole where the host gives it another type.
  const typed = response.headers.get("Content-Type") === "application/wasm";
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Engine {
  readonly #module: Promise<WebAssembly.Module>;
  #worker: Worker | undefined;
  #ids = 0;
  #running: Waiting | undefined;
  #queue: Waiting[] = [];
  readonly #kept = new Map<string, Reply<unknown>>();

  constructor(engine: URL) {
    this.#module = compiled(engine);
    this.#module.catch(() => undefined); // each question hears of it
    this.#worker = this.#started(); // which reads its data before it is asked
  }

  ask<Answer>(question: Question, watch: Watch = {}): Promise<Reply<Answer>> {
    return new Promise((resolve) => {
      const next: Waiting = { ...watch, id: ++this.#ids, question, tell: resolve as (reply: Reply<unknown>) => void };
      if (watch.signal?.aborted) return resolve({ kind: "dropped" });
      const kept = this.#kept.get(JSON.stringify(question));
      if (kept) return resolve(kept as Reply<Answer>);
      watch.signal?.addEventListener("abort", () => this.#forget(next));
      this.#queue.push(next);
      this.#go();
    });
  }

  #forget(question: Waiting) {
    if (this.#queue.includes(question)) {
      this.#queue = this.#queue.filter((each) => each !== question);
      question.tell({ kind: "dropped" });
    }
    if (this.#running !== question) return;
    const ran_ms = performance.now() - (question.begun_ms ?? 0);
    setTimeout(() => this.#running === question && this.#end({ kind: "dropped" }), Math.max(0, moment_ms - ran_ms));
  }

  /** Another worker is made for the next question. */
  #end(reply: Reply<unknown>) {
    this.#worker?.terminate();
    this.#worker = undefined;
    const running = this.#running;
    this.#running = undefined;
    running?.tell(reply);
    this.#go();
  }

  #fail(message: string) {
    this.#end({ kind: "refusal", message, unsatisfiable: false });
  }

  #started(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Told>) => worker === this.#worker && this.#hear(data);
    worker.onerror = ({ message }) => worker === this.#worker && this.#fail(message);
    void this.#module.then((engine) => worker.postMessage({ engine }), () => undefined);
    return worker;
  }

  #go() {
    if (this.#running) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#running = next;
    void this.#post(next).catch((error: unknown) => this.#running === next && this.#fail(String(error)));
  }

  async #post(next: Waiting) {
    this.#worker ??= this.#started();
    await this.#module;
    if (this.#running !== next) return;
    next.begun_ms = performance.now();
    this.#worker.postMessage({ id: next.id, question: next.question });
  }

  #hear(told: Told) {
    if (told.kind === "failed") return this.#fail(told.message);
    const running = this.#running;
    if (told.id !== running?.id) return;
    if (told.kind === "progress") return running.progress?.(told.share);
    this.#running = undefined;
    const reply = replyOf(told.status, told.json, performance.now() - (running.begun_ms ?? 0));
    if (told.status <= bad_input) this.#keep(running.question, reply); // not that it ran out of memory
    running.tell(reply);
    this.#go();
  }

  #keep(question: Question, reply: Reply<unknown>) {
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < most_kept) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(JSON.stringify(question), reply);
  }
}

function replyOf(status: number, json: string, took_ms: number): Reply<unknown> {
  const answer: unknown = JSON.parse(json);
  if (status === 0) return { kind: "answer", answer, took_ms };
  const { message } = (answer as { error: { message: string } }).error;
  return { kind: "refusal", message, unsatisfiable: status === 1 };
}
