// The engine, in a thread of its own: an answer takes as long as it takes.
import type { Asked, Told } from "./protocol";

interface Hakaru {
  ask(question: string, watch: { progress(share: number): void }): { status: number; json: string };
}

const tell = (told: Told) => postMessage(told);
const engine = new URL(/* @vite-ignore */ "../engine/hakaru.js", import.meta.url);
const hakaru: Promise<Hakaru> = import(/* @vite-ignore */ engine.href).then((module) => module.default());

addEventListener("message", async (event: MessageEvent<Asked>) => {
  const { id, question } = event.data;
  const { status, json } = (await hakaru).ask(JSON.stringify(question), {
    progress: (share) => tell({ kind: "progress", id, share }),
  });
  tell({ kind: "answer", id, status, json });
});

void hakaru.then(() => tell({ kind: "ready" }));
