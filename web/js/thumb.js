// Small boards to look at: cards, lists, previews, diagrams. The board component is loaded only when one of them
// comes into view, so that words and buttons are on the screen first.

import { h } from "./dom.js";

/** @typedef {import("../types/api").Shape} Shape */
/** @typedef {import("../types/api").Board} Board */
/** @typedef {{ shape: Shape, board: Board, label?: string, flipped?: boolean, marks?: any[], lastMove?: string[], still?: boolean }} Picture */

/** @type {Map<Element, () => void>} */
const waiting = new Map();

/** Draws boards a little before they scroll into view. */
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      waiting.get(target)?.();
      waiting.delete(target);
    }
  },
  { rootMargin: "200px" },
);

/* Paper shows all of them: before a page is printed, those that were never scrolled to are drawn. */
addEventListener("beforeprint", drawAll);

/** @returns {void} */
function drawAll() {
  for (const [frame, show] of waiting) {
    watcher.unobserve(frame);
    show();
  }
  waiting.clear();
}

/**
 * The ratio of width to height that a board of this shape takes.
 * @param {Shape} shape
 */
export function proportions(shape) {
  const columns = Math.max(...shape.places.map((place) => place.column)) + 1;
  const rows = Math.max(...shape.places.map((place) => place.row)) + 1;
  return { columns, rows };
}

/**
 * A picture of a board. Without a label it is decoration, hidden from assistive technology.
 * @param {Picture} picture
 * @returns {HTMLElement}
 */
export function thumbnail(picture) {
  const frame = h("div", { class: "thumb", "aria-hidden": picture.label ? null : "true" });
  waiting.set(frame, () => draw(frame, picture));
  watcher.observe(frame);
  return frame;
}

/**
 * @param {HTMLElement} frame
 * @param {Picture} picture
 */
async function draw(frame, picture) {
  // Where the component is there already, a board is drawn at once: a printer does not wait.
  if (!customElements.get("quevedo-board")) await import("./board/quevedo-board.js");
  frame.replaceChildren(makeBoard(picture));
  frame.dataset.drawn = "";
}

/**
 * A board that is only looked at; `quevedo-board.js` must be loaded.
 * @param {Picture} picture
 * @returns {HTMLElement}
 */
function makeBoard({ shape, board, label = "", flipped = false, marks = [], lastMove = [] }) {
  const element = document.createElement("quevedo-board");
  return Object.assign(element, { interactive: false, shape, board, flipped, marks, lastMove, label });
}

/**
 * Puts another board in the place of the one that is shown.
 * @param {HTMLElement} frame
 * @param {Picture} picture
 */
export function redraw(frame, picture) {
  const shown = frame.querySelector("quevedo-board");
  if (shown && /** @type {any} */ (shown).shape === picture.shape) {
    const { board, marks = [], lastMove = [], label = "", still = false } = picture;
    Object.assign(shown, { still, board, marks, lastMove, label });
  } else if (waiting.has(frame)) {
    waiting.set(frame, () => draw(frame, picture));
  } else {
    draw(frame, picture);
  }
}
