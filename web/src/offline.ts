// The page for when there is no network: what it has loaded is handed to who keeps it (public/offline.js).

/** From a second visit on the page needs no network. */
export async function keep_offline() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("./offline.js");
  navigator.serviceWorker.onmessage = () => (document.documentElement.dataset["offline"] = "kept");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const ours = loaded.filter((name) => name.startsWith(location.origin));
  const always = ["./", "./engine/hakaru.js", "./engine/hakaru.wasm", "./learn.json"].map((file) => new URL(file, document.baseURI).href);
  active?.postMessage([...new Set([...always, ...ours])]); // each once, or none is kept
}
