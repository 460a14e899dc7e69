// Header and footer: what stays while screens change.

import { goal, here, isLocal } from "./address.js";
import { fill, h, icon } from "./dom.js";
import { LANGUAGE_NAMES, language, setLanguage, t } from "./i18n.js";

// `also`: addresses of the same section that do not begin with its own.
const ALL_LINKS = [
  { path: "/", name: "home", icon: "house", also: [] },
  { path: "/games", name: "games", icon: "history", also: [] },
  { path: "/puzzles", name: "puzzles", icon: "target", also: [] },
  { path: "/review", name: "review", icon: "search", also: [] },
  { path: "/learn", name: "learn", icon: "lightbulb", also: ["/rules", "/explore/", "/lens/", "/duel/"] },
  { path: "/tournaments", name: "tournaments", icon: "trophy", also: ["/tournament/"] },
  { path: "/networks", name: "networks", icon: "chart-line", also: [] },
  { path: "/settings", name: "settings", icon: "settings", also: [] },
];

/** Tournaments are played by a server. */
const LINKS = ALL_LINKS.filter((link) => !isLocal || link.name !== "tournaments");

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Draws header and footer in the language in use. */
export function drawFrame() {
  byId("skip").textContent = t("nav.skip");
  byId("nav").setAttribute("aria-label", t("nav.label"));
  const items = LINKS.map((link) =>
    h("li", null, h("a", { href: link.path }, icon(link.icon), h("span", { class: "text" }, t(`nav.${link.name}`)))),
  );
  fill(byId("nav"), h("ul", { role: "list" }, items));
  fill(byId("footer"), drawFooter());
  markCurrent(here().pathname);
}

function drawFooter() {
  const other = language() === "en" ? "es" : "en";
  const change = h(
    "button",
    { class: "link-button", type: "button", lang: other, onclick: () => setLanguage(other) },
    LANGUAGE_NAMES[other],
  );
  return h(
    "div",
    { class: "inside" },
    h("p", null, t("footer.about")),
    h("div", { class: "links" }, change, isLocal ? null : h("a", { href: "/api/docs" }, t("footer.api"))),
  );
}

/** Marks the link of the screen that is shown. @param {string} path */
export function markCurrent(path) {
  for (const link of byId("nav").querySelectorAll("a")) {
    const pathname = goal(link)?.pathname ?? "";
    const also = LINKS.find((known) => known.path === pathname)?.also ?? [];
    const below = pathname !== "/" && path.startsWith(`${pathname}/`);
    const isHere = path === pathname || below || also.some((address) => path.startsWith(address));
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
