// Where the page is. A server answers at every address; a folder of files has one page, and the rest stands behind `#`.

/** Whether the program runs in this browser, and the page comes from a folder of files. */
export const isLocal = document.documentElement.dataset.end === "worker";

/** Only for taking an address apart. */
const NOWHERE = "http://page.invalid";

/**
 * Where the page is, as an address of its own.
 * @returns {{ pathname: string, search: string }}
 */
export function here() {
  if (!isLocal) return location;
  return new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", NOWHERE);
}

/**
 * The text of a link to an address of the page.
 * @param {string} path
 */
export function href(path) {
  return isLocal && path.startsWith("/") && !path.startsWith("/api/") ? `#${path}` : path;
}

/**
 * The address of the page that a link leads to; `null` if it leads elsewhere.
 * @param {HTMLAnchorElement} link
 * @returns {{ pathname: string, search: string, hash: string } | null}
 */
export function goal(link) {
  if (link.origin !== location.origin) return null;
  if (!isLocal) return link;
  if (link.pathname !== location.pathname) return null;
  return link.hash.startsWith("#/") ? new URL(link.hash.slice(1), NOWHERE) : { ...plain(here()), hash: link.hash };
}

/** @param {{ pathname: string, search: string }} address */
function plain({ pathname, search }) {
  return { pathname, search };
}

/**
 * Changes the address without going anywhere.
 * @param {string} path
 */
export function replaceAddress(path) {
  const { pathname, search } = here();
  if (pathname + search !== path) history.replaceState(history.state, "", href(path));
}

/**
 * A file of the page.
 * @param {string} path below `web`
 */
export function asset(path) {
  return isLocal ? new URL(`../${path}`, import.meta.url).href : `/assets/${path}`;
}
