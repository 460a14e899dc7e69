// Files that are kept for days without a network.

const ENGINE = new URL("../../engine/", import.meta.url);
/** How long a page waits for its service worker, which comes with the first visit. */
const PATIENCE_MS = 20_000;

/**
 * Whether a service worker keeps what this page fetches. Workers that begin before that would not be served by it.
 * @type {Promise<boolean>}
 */
export const controlled = register();

async function register() {
  if (!("serviceWorker" in navigator)) return false;
  const { serviceWorker } = navigator;
  try {
    await serviceWorker.register(new URL("../../service-worker.js", import.meta.url), { scope: new URL("../../", import.meta.url).href });
  } catch {
    return false;
  }
  if (serviceWorker.controller) return true;
  return new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(Boolean(serviceWorker.controller)), PATIENCE_MS);
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
