// A page asks in a worker, since an answer takes as long as it takes (web/src/engine/worker.ts):
//
//   import createHakaru from "./hakaru.js";
//   const hakaru = await createHakaru();
//   const { status, json } = hakaru.ask('{"question": "fit", "machine": "g6e.xlarge"}', { progress, stopped });
//
// `status` and `json` are those of `hakaru ask`, byte for byte. progress(share), 0 … 1, and stopped(), whether the answer
// is no longer wanted, are called often while the answer is made, and may be left out. Neither may throw.
Module["watch"] = {};
addOnPostRun(() => {
  Module["asker"] = Module["_hakaru_open"]();
});

Module["ask"] = (question, watch = {}) => {
  const asker = Module["asker"];
  if (asker === 0) throw new Error("hakaru: its data cannot be read");
  const room = lengthBytesUTF8(question) + 1; // stringToUTF8 ends what it writes
  const text = Module["_malloc"](room);
  if (text === 0) throw new RangeError("hakaru: no memory is left for the question");
  stringToUTF8(question, text, room);
  Module["watch"] = watch;
  try {
    const status = Module["_hakaru_ask"](asker, text, room - 1);
    const start = Module["_hakaru_text"](asker);
    const bytes = HEAPU8.subarray(start, start + Module["_hakaru_size"](asker));
    return { status, json: new TextDecoder().decode(bytes) };
  } finally {
    Module["watch"] = {};
    Module["_free"](text);
  }
};
