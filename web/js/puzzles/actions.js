// The buttons under the board of a puzzle.

import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { capital } from "../names.js";

/** @typedef {{ name: string, picture: string, words: string, primary?: boolean }} Action */
/** @typedef {{ taps: string[], mayEnd: boolean, choices: string[] }} Pending */
/** @typedef {{ solved: boolean, explained: boolean, pending: Pending, choices: Record<string, { en: string, es: string }> }} Shown */

/** @param {(name: string) => void} act called with the name of the button, or `choose:TAP` */
export function puzzleActions(act) {
  const element = h("div", { class: "actions", role: "toolbar", "aria-label": t("game.actions") });
  element.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button?.dataset.name) act(button.dataset.name);
  });
  let signature = "";
  /** @param {Shown} shown */
  const update = (shown) => {
    const actions = actionsOf(shown);
    if (JSON.stringify(actions) === signature) return;
    signature = JSON.stringify(actions);
    const active = document.activeElement;
    const name = active instanceof HTMLElement && element.contains(active) ? active.dataset.name : null;
    fill(element, actions.map(button));
    const same = name && element.querySelector(`[data-name="${name}"]`);
    if (same instanceof HTMLElement) same.focus();
  };
  return { element, update };
}

/** @param {Action} action */
function button({ name, picture, words, primary }) {
  return h(
    "button",
    { type: "button", class: primary ? "action primary" : "action", dataset: { name } },
    icon(picture),
    h("span", null, words),
  );
}

/** @param {Shown} shown @returns {Action[]} */
function actionsOf({ solved, explained, pending, choices }) {
  const cancel = { name: "cancel", picture: "x", words: t("board.cancel") };
  if (pending.mayEnd) return [cancel, { name: "finish", picture: "check", words: t("board.finish"), primary: true }];
  if (pending.taps.length > 1) return [cancel];
  const why = { name: "why", picture: "circle-help", words: t("puzzle.why") };
  const next = { name: "next", picture: "arrow-right", words: t("puzzle.next"), primary: solved };
  if (solved) return [{ name: "again", picture: "rotate-ccw", words: t("puzzle.again") }, why, next];
  const forced = pending.choices.map((tap) => ({
    name: `choose:${tap}`,
    picture: "skip-forward",
    words: capital(text(choices[tap]) || tap),
    primary: true,
  }));
  return [
    ...forced,
    { name: "hint", picture: "lightbulb", words: t("puzzle.hint") },
    { name: "solution", picture: "eye", words: t("puzzle.show_solution") },
    ...(explained ? [why] : []),
    next,
  ];
}
