// The page without a network: what it once loaded it has. Newer files, where there is a network, come first.
const kept = "hakaru";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// What was loaded before there was anybody to keep it.
self.addEventListener("message", (event) => event.waitUntil(caches.open(kept).then((cache) => cache.addAll(event.data))));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    fetch(request)
      .then(async (response) => {
        if (response.ok) await (await caches.open(kept)).put(request, response.clone());
        return response;
      })
      .catch(async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error()),
  );
});
