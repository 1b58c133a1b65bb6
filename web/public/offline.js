// The page without a network: what it once loaded is given at once, and asked for anew beside, for the next visit.
const kept = "hakaru";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// What was loaded before there was anybody to keep it.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data).then(() => event.source?.postMessage("kept"))));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const fresh = renewed(request.url);
  event.waitUntil(fresh.catch(() => undefined));
  event.respondWith(caches.open(kept).then(async (cache) => (await cache.match(request.url)) ?? fresh));
});

async function renewed(url) {
  const response = await fetch(url, { cache: "no-cache" });
  if (response.ok) await (await caches.open(kept)).put(url, response.clone());
  return response;
}

async function keep(files) {
  await (await caches.open(kept)).addAll(files);
}
