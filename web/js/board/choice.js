/** The small dialog for taps that are no places: what a piece may become, say. */
import { pieceIcon } from "../../pieces/index.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {{tap: string, words: string, piece: import("./types.js").Piece | null}} Option */

/**
 * @param {HTMLElement} host
 * @param {{options: Option[], choose: (tap: string) => void, cancel: () => void}} what
 * @returns {() => void} closes it
 */
export function askChoice(host, { options, choose, cancel }) {
  const button = (/** @type {Option} */ { tap, words, piece }) =>
    h(
      "button",
      { type: "button", class: "qb-option", dataset: { tap }, onclick: () => choose(tap) },
      piece ? pieceIcon(piece) : null,
      h("span", null, words),
    );
  const panel = h(
    "div",
    { class: "qb-choice", role: "dialog", "aria-modal": "true", "aria-label": t("board.choose") },
    h("div", { class: "qb-options" }, ...options.map(button)),
    h("button", { type: "button", class: "button quiet qb-choice-cancel", onclick: cancel }, t("board.cancel")),
  );
  const veil = h(
    "div",
    { class: "qb-veil", onclick: (/** @type {Event} */ event) => event.target === veil && cancel() },
    panel,
  );
  veil.addEventListener("keydown", (event) => keepInside(event, panel, cancel));
  host.append(veil);
  panel.querySelector("button")?.focus();
  return () => veil.remove();
}

/** @param {KeyboardEvent} event @param {HTMLElement} panel @param {() => void} cancel @returns {void} */
function keepInside(event, panel, cancel) {
  event.stopPropagation();
  const buttons = [...panel.querySelectorAll("button")];
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (event.key === "Escape") cancel();
  else if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
  else return;
  event.preventDefault();
}
