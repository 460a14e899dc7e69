// Keeps the page and the program for days without a network. `cargo xtask site` puts it beside index.html and fills in what there is.
//
// The page and the program are kept from the first visit on; networks and tables once a game has needed them.

const VERSION = "@VERSION@";
/** @type {string[]} */
const FILES = JSON.parse("@FILES@");

const PAGE = `quevedo-page-${VERSION}`;
const DATA = "quevedo-data-@DATA@";
const KEPT = [PAGE, DATA];

/** The types of service workers exclude those of pages. @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("quevedo-") && !KEPT.includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const scope = worker.registration.scope;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  event.respondWith(answer(request, path));
});

/** @param {Request} request @param {string} path below the folder of the page @returns {Promise<Response>} */
async function answer(request, path) {
  if (request.mode === "navigate") return (await caches.match("index.html", { cacheName: PAGE })) ?? fetch(request);
  const isData = /^engine\/(weights|tables|books)\/.*\.(qnet|qvp|book)$/.test(path);
  const cache = await caches.open(isData ? DATA : PAGE);
  const known = await cache.match(request.url, { ignoreSearch: true });
  if (known) return known;
  const found = await fetch(request);
  if (isData && found.ok) await cache.put(request.url, found.clone());
  return found;
}
