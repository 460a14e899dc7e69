// The frame of the page and its router: one address, one screen.

import { goal, here, href } from "./address.js";
import { announce } from "./announce.js";
import { catalog } from "./api.js";
import { fill, h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { drawFrame, markCurrent } from "./frame.js";
import { prefs } from "./prefs.js";
import { problemScreen } from "./screens/problem.js";

/** @typedef {Record<string, string>} Params */
/** @typedef {() => void} Cleanup */
/** @typedef {(root: HTMLElement, params: Params) => Promise<Cleanup | void>} Show */
/** @typedef {{ name: string, pattern: RegExp, load: () => Promise<{ show: Show }> }} Route */

/** @type {Route[]} */
const ROUTES = [
  { name: "home", pattern: /^\/$/, load: () => import("./screens/home.js") },
  { name: "setup", pattern: /^\/new\/(?<game>[^/]+)$/, load: () => import("./screens/setup.js") },
  { name: "game", pattern: /^\/game\/(?<id>[^/]+)$/, load: () => import("./screens/game.js") },
  { name: "analysis", pattern: /^\/analysis\/(?<game>[^/]+)$/, load: () => import("./screens/analysis.js") },
  { name: "editor", pattern: /^\/editor\/(?<game>[^/]+)$/, load: () => import("./screens/editor.js") },
  { name: "games", pattern: /^\/games$/, load: () => import("./screens/history.js") },
  { name: "review", pattern: /^\/review$/, load: () => import("./screens/review.js") },
  { name: "tournaments", pattern: /^\/tournaments$/, load: () => import("./screens/tournaments.js") },
  { name: "new_tournament", pattern: /^\/tournaments\/new$/, load: () => import("./screens/new-tournament.js") },
  { name: "tournament", pattern: /^\/tournament\/(?<id>[^/]+)$/, load: () => import("./screens/tournament.js") },
  /* Its old address was /learning. */
  { name: "networks", pattern: /^\/(networks|learning)$/, load: () => import("./screens/networks.js") },
  { name: "explore", pattern: /^\/explore\/(?<game>[^/]+)$/, load: () => import("./screens/explore.js") },
  { name: "lens", pattern: /^\/lens\/(?<game>[^/]+)$/, load: () => import("./screens/lens.js") },
  { name: "duel", pattern: /^\/duel\/(?<game>[^/]+)$/, load: () => import("./screens/duel.js") },
  { name: "learn", pattern: /^\/learn$/, load: () => import("./screens/learn.js") },
  { name: "teacher", pattern: /^\/learn\/teacher$/, load: () => import("./screens/teacher.js") },
  { name: "lesson", pattern: /^\/learn\/(?<lesson>[^/]+)$/, load: () => import("./screens/lesson.js") },
  { name: "rules", pattern: /^\/rules$/, load: () => import("./screens/rules.js") },
  { name: "rules", pattern: /^\/rules\/(?<game>[^/]+)$/, load: () => import("./screens/rules.js") },
  { name: "puzzles", pattern: /^\/puzzles$/, load: () => import("./screens/puzzles.js") },
  { name: "puzzle", pattern: /^\/puzzles\/(?<game>[^/]+)$/, load: () => import("./screens/puzzle.js") },
  { name: "puzzle", pattern: /^\/puzzles\/(?<game>[^/]+)\/(?<number>[^/]+)$/, load: () => import("./screens/puzzle.js") },
  { name: "settings", pattern: /^\/settings$/, load: () => import("./screens/settings.js") },
];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** What the screen that is shown wants done when it goes. @type {Cleanup | null} */
let leave = null;
/** Counts the changes of screen: a slow one that was overtaken must not be shown. */
let turn = 0;

/** @param {string} path @returns {{ route: Route, params: Params } | null} */
function match(path) {
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  for (const route of ROUTES) {
    const found = route.pattern.exec(plain);
    if (!found) continue;
    try {
      const entries = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
      return { route, params: Object.fromEntries(entries) };
    } catch {
      return null;
    }
  }
  return null;
}

/** Takes the old screen away, and gives an empty root for the new one. @param {string} name */
function openScreen(name) {
  leave?.();
  leave = null;
  const root = h("div", { class: "screen" });
  document.body.dataset.screen = name;
  fill(main, root);
  markCurrent(here().pathname);
  return root;
}

/**
 * Shows the screen of the present address.
 * @param {{ focus?: boolean, scroll?: number }} [how]
 */
async function render({ focus = true, scroll = 0 } = {}) {
  turn += 1;
  const mine = turn;
  const found = match(here().pathname);
  const slow = setTimeout(() => document.body.toggleAttribute("data-busy", true), 150);
  try {
    const screen = found && (await found.route.load());
    if (mine !== turn) return;
    const root = openScreen(found?.route.name ?? "missing");
    document.title = screen ? titled(t(`title.${found.route.name}`)) : titled(t("missing.title"));
    const done = screen ? await screen.show(root, found.params) : problemScreen(root, { missing: true, retry: null });
    if (mine === turn) leave = done ?? null;
    else done?.();
  } catch (error) {
    if (mine === turn) showProblem(error);
  } finally {
    clearTimeout(slow);
    if (mine === turn) document.body.removeAttribute("data-busy");
  }
  if (mine !== turn) return;
  scrollTo(0, scroll);
  if (focus) focusHeading();
}

/** @param {unknown} error */
function showProblem(error) {
  const missing = /** @type {{ status?: number }} */ (error)?.status === 404;
  if (!missing) console.error(error);
  const root = openScreen(missing ? "missing" : "problem");
  document.title = titled(t(missing ? "missing.title" : "problem.title"));
  problemScreen(root, { missing, error, retry: () => render() });
}

/** @param {string} words */
function titled(words) {
  return words === "Quevedo" ? words : `${words} · Quevedo`;
}

/** The heading of the new screen takes the focus, so that keyboards and screen readers start there. */
function focusHeading() {
  const heading = main.querySelector("h1");
  if (!heading) return announce(document.title);
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Goes to an address of the page.
 * @param {string} path
 * @param {{ replace?: boolean }} [how]
 */
export function navigate(path, { replace = false } = {}) {
  history.replaceState({ scroll: scrollY }, "");
  if (replace) history.replaceState(null, "", href(path));
  else history.pushState(null, "", href(path));
  return render();
}

/** Links within the page change the screen; all others are the browser's. @param {MouseEvent} event */
function followLink(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  const wanted = goal(link);
  if (!wanted || !match(wanted.pathname)) return;
  event.preventDefault();
  if (wanted.hash && wanted.pathname === here().pathname) return jumpTo(wanted.hash);
  navigate(wanted.pathname + wanted.search);
}

/** A link to a part of this screen, the skip link among them. @param {string} hash */
function jumpTo(hash) {
  const goal = document.getElementById(hash.slice(1));
  if (!goal) return;
  if (goal.tabIndex < 0) goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
  goal.scrollIntoView();
}

/** All that can take the focus, in order: the same screen in another language has the same list. */
const focusable = () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")];

/** Draws everything again in another language, and leaves the focus and the scroll where they were. */
async function speakAnew() {
  const place = focusable().indexOf(/** @type {Element} */ (document.activeElement));
  drawFrame();
  await render({ focus: false, scroll: scrollY });
  const again = focusable()[place];
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {string} theme */
function applyTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function start() {
  history.scrollRestoration = "manual";
  document.addEventListener("click", followLink);
  addEventListener("popstate", (event) => render({ scroll: event.state?.scroll ?? 0 }));
  applyTheme(prefs.get("theme"));
  prefs.on("theme", applyTheme);
  onLanguage(speakAnew);
  drawFrame();
  // Nearly every screen needs it: asked for while the screen's own code is on its way. The screens that wait for it report a failure.
  catalog().catch(() => {});
  render({ focus: false });
}

start();
