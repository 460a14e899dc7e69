/** The small dialog for taps that are no places, as the pieces a pawn may become. */
import { hasDrawing, importance, pieceIcon } from "../../pieces/index.js";
import { h } from "../dom.js";
import { t, text } from "../i18n.js";

/** @typedef {import("./types.js").Text} Text @typedef {import("./types.js").Piece} Piece */

/**
 * @param {HTMLElement} host
 * @param {{taps: string[], words: Record<string, Text>, piece: Piece | null, choose: (tap: string) => void, cancel: () => void}} what
 *   `piece`: what would change, to draw what it may become
 * @returns {() => void} closes it
 */
export function askChoice(host, { taps, words, piece, choose, cancel }) {
  const option = (/** @type {string} */ tap) => {
    const kind = kindOf(tap, words);
    const drawing = piece && kind ? pieceIcon({ ...piece, kind }) : null;
    return h(
      "button",
      { type: "button", class: "qb-option", dataset: { tap }, onclick: () => choose(tap) },
      drawing,
      h("span", null, text(words[tap]) || tap),
    );
  };
  const sorted = [...taps].sort((a, b) => importance(kindOf(b, words)) - importance(kindOf(a, words)));
  const panel = h(
    "div",
    { class: "qb-choice", role: "dialog", "aria-modal": "true", "aria-label": t("board.choose") },
    h("div", { class: "qb-options" }, ...sorted.map(option)),
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

/** The kind of piece a choice means, where it is one we can draw. @param {string} tap @param {Record<string, Text>} words @returns {string | null} */
export function kindOf(tap, words) {
  const kind = words[tap]?.en ?? "";
  return hasDrawing(kind) ? kind : null;
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
