// A worker that answers one question after another:
//
//   const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
//   worker.postMessage({ engine });          // a WebAssembly.Module of hakaru.wasm, compiled once for all workers
//   → { ready: true }                        // or { failed: "why" }, at any time: another worker is needed
//   worker.postMessage({ id, question });    // question: JSON as text
//   → { id, share }                          // some times a second
//   → { id, status, json }
//
// What is no longer wanted ends with the worker: terminate() takes no time, and another one is ready soon, since the
// engine is compiled. Where a page may share memory (it is cross-origin isolated), { engine, flag } with flag, an
// Int32Array on a SharedArrayBuffer, ends an answer, status 4, as soon as flag[0] is not 0, and the worker stays.
import createHakaru from "./hakaru.js";

const between_ms = 50;
let hakaru, flag;

const start = async ({ engine, flag: shared }) => {
  flag = shared;
  const instantiateWasm = (imports, done) => {
    WebAssembly.instantiate(engine, imports).then((instance) => done(instance, engine), failed);
    return {};
  };
  hakaru = await createHakaru({ instantiateWasm });
  postMessage({ ready: true });
};

const answer = ({ id, question }) => {
  let told_ms = performance.now();
  const progress = (share) => {
    const now_ms = performance.now();
    if (now_ms - told_ms < between_ms) return;
    told_ms = now_ms;
    postMessage({ id, share });
  };
  const stopped = () => flag !== undefined && Atomics.load(flag, 0) !== 0;
  postMessage({ id, ...hakaru.ask(question, { progress, stopped }) });
};

const failed = (error) => postMessage({ failed: String(error) });

onmessage = async ({ data }) => {
  try {
    if ("engine" in data) await start(data);
    else answer(data);
  } catch (error) {
    failed(error); // no memory is left, or a defect: the engine is not to be asked again
  }
};
