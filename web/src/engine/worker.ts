// The engine, in a thread of its own: an answer takes as long as it takes.
import type { Asked, Start, Told } from "./protocol";

interface Hakaru {
  ask(question: string, watch: { progress(share: number): void }): { status: number; json: string };
}
interface Options {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
}

const between_ms = 50;
const code = new URL(/* @vite-ignore */ "../engine/hakaru.js", import.meta.url);
const loaded = import(/* @vite-ignore */ code.href) as Promise<{ default: (options: Options) => Promise<Hakaru> }>;
loaded.catch(() => undefined); // whoever starts it hears of it
const tell = (told: Told) => postMessage(told);
const fail = (error: unknown) => tell({ kind: "failed", message: String(error) });
let hakaru: Promise<Hakaru> | undefined;

async function started(engine: WebAssembly.Module): Promise<Hakaru> {
  const { default: create } = await loaded;
  return create({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(engine, imports).then((instance) => done(instance, engine), fail);
      return {};
    },
  });
}

async function answer({ id, question }: Asked) {
  if (!hakaru) throw new Error("asked before it was started");
  const engine = await hakaru;
  let told_ms = performance.now();
  const progress = (share: number) => {
    const now_ms = performance.now();
    if (now_ms - told_ms < between_ms) return;
    told_ms = now_ms;
    tell({ kind: "progress", id, share });
  };
  tell({ kind: "answer", id, ...engine.ask(JSON.stringify(question), { progress }) });
}

addEventListener("message", ({ data }: MessageEvent<Start | Asked>) => {
  if ("engine" in data) {
    hakaru = started(data.engine);
    hakaru.catch(fail);
  } else {
    answer(data).catch(fail);
  }
});
