// The page without a network: what it once loaded is given at once, and asked for anew for the next visit, when the page has
// its first answer.
const kept = "hakaru";
const answered_by_ms = 5000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// What was loaded before there was anybody to keep it.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data).then(() => event.source?.postMessage("kept"))));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const held = caches.open(kept).then((cache) => cache.match(request.url));
  event.respondWith(held.then((response) => response ?? renewed(request.url)));
  event.waitUntil(held.then((response) => response && later(request.url)).catch(() => undefined));
});

const later = (url) => new Promise((resolve) => setTimeout(resolve, answered_by_ms)).then(() => renewed(url));

async function renewed(url) {
  const response = await fetch(url, { cache: "no-cache" });
  if (response.ok) await (await caches.open(kept)).put(url, response.clone());
  return response;
}

async function keep(files) {
  await (await caches.open(kept)).addAll(files);
}
