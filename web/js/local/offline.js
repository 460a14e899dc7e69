// Files that are kept for days without a network.

const ENGINE = new URL("../../engine/", import.meta.url);
/** How long a page waits for a service worker that is there, but does not take it over. */
const PATIENCE_MS = 20_000;

/**
 * Whether a service worker keeps what this page fetches. Workers that begin before that would not be served by it.
 * @type {Promise<boolean>}
 */
export const controlled = register();

async function register() {
  if (!("serviceWorker" in navigator)) return false;
  const { serviceWorker } = navigator;
  let registration;
  try {
    const scope = new URL("../../", import.meta.url).href;
    registration = await serviceWorker.register(new URL("../../service-worker.js", import.meta.url), { scope });
  } catch {
    return false;
  }
  if (serviceWorker.controller) return true;
  const { installing } = registration;
  return new Promise((resolve) => {
    const wait = () => setTimeout(() => resolve(Boolean(serviceWorker.controller)), PATIENCE_MS);
    serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    if (!installing) return void wait();
    // However slow the network is: a page that does not wait for the first service worker fetches the program a second time.
    installing.addEventListener("statechange", () => {
      if (installing.state === "redundant") resolve(false);
      if (installing.state === "activated") wait();
    });
  });
}

/**
 * Has files fetched, so that the service worker keeps them.
 * @param {string[]} files below the folder of the program
 */
export async function keep(files) {
  if (!(await controlled)) return;
  await Promise.all(files.map((file) => fetch(new URL(file, ENGINE)).catch(() => null)));
}

/** The files that games fetch when they need them, and their sizes in bytes. @returns {Promise<Record<string, number>>} */
export async function allFiles() {
  return (await fetch(new URL("files.json", ENGINE))).json();
}

/** Which of these are kept already. @param {string[]} files @returns {Promise<string[]>} */
export async function missing(files) {
  const known = await Promise.all(files.map((file) => caches.match(new URL(file, ENGINE).href)));
  return files.filter((_, index) => !known[index]);
}
