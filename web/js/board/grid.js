/** The places as a grid for keyboards and screen readers: one tab stop, arrows go by geometry, every place has a name in words. */
import { neighbour } from "./geometry.js";
import { s } from "./svg.js";

/** @typedef {import("./types.js").Geometry} Geometry */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Grid {
  group = s("g", { class: "qb-cells", role: "presentation" });
  /** @type {SVGGElement[]} by place */
  #cells = [];
  /** @type {Geometry | null} */
  #geometry = null;
  #current = 0;
  /** Whether the focus came by the keyboard: then the arrows walk over the board, else they are the screen's. */
  byKeyboard = false;
  /** Whether the arrows walk over the board after a click as well: where there is nothing to replay. */
  ownsArrows = false;
  #pressed = false;

  constructor() {
    this.group.addEventListener("pointerdown", () => {
      [this.#pressed, this.byKeyboard] = [true, false];
      setTimeout(() => {
        this.#pressed = false;
      });
    });
    /* Whatever means the same tap lights up together: a whole column of a standing board. */
    const light = (/** @type {Event} */ event) => {
      const tap =
        event.type === "pointerover"
          ? /** @type {Element} */ (event.target).closest(".qb-cell")?.getAttribute("data-tap")
          : null;
      for (const cell of this.#cells)
        cell.classList.toggle("qb-hover", tap !== null && cell.getAttribute("data-tap") === tap);
    };
    this.group.addEventListener("pointerover", light);
    this.group.addEventListener("pointerleave", light);
  }

  /** Hears of the focus from an element of HTML: Chromium makes every SVG element a tab stop that listens to it itself. @param {HTMLElement} host @returns {void} */
  followFocus(host) {
    host.addEventListener("focusin", (event) => {
      const place = this.placeOf(/** @type {Element} */ (event.target));
      if (place === null) return;
      if (!this.#pressed) this.byKeyboard = true;
      if (place !== this.#current) this.#goTo(place);
    });
  }

  /** @param {Geometry} geometry @param {boolean} reachable by keyboard @returns {void} */
  reset(geometry, reachable) {
    const focused = this.#cells.includes(/** @type {SVGGElement} */ (document.activeElement));
    this.#geometry = geometry;
    this.#cells = [];
    const rows = geometry.rows.map((row) =>
      s("g", reachable ? { role: "row" } : {}, ...row.map((place) => this.#cell(geometry, place, reachable))),
    );
    this.group.replaceChildren(...rows);
    this.#current = Math.min(this.#current, this.#cells.length - 1);
    if (reachable) this.#goTo(this.#current, focused);
  }

  /** @param {Geometry} geometry @param {number} place @param {boolean} reachable @returns {SVGGElement} */
  #cell({ shape, centres }, place, reachable) {
    const { x, y } = centres[place];
    const role = reachable ? { role: "gridcell", tabindex: -1 } : {};
    const cell = s(
      "g",
      { class: "qb-cell", "data-place": shape.places[place].name, "data-tap": shape.places[place].tap, ...role },
      s("rect", { class: "qb-hit", x: x - 0.5, y: y - 0.5, width: 1, height: 1 }),
      s("rect", { class: "qb-focus", x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1 }),
      s("rect", { class: "qb-focus qb-focus-in", x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1 }),
    );
    this.#cells[place] = cell;
    return cell;
  }

  /** @param {(place: number) => {name: string, can: boolean, chosen: boolean}} describe @returns {void} */
  describe(describe) {
    this.#cells.forEach((cell, place) => {
      const { name, can, chosen } = describe(place);
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
      cell.setAttribute("aria-selected", String(chosen));
      cell.classList.toggle("qb-can", can);
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key moved the focus */
  key(event) {
    if (!this.#geometry || !(this.byKeyboard || this.ownsArrows) || event.ctrlKey || event.altKey || event.metaKey) return false;
    const row = this.#geometry.rows.find((places) => places.includes(this.#current)) ?? [];
    const step = ARROWS[event.key];
    /** @type {number | undefined} */
    let next;
    if (step) next = neighbour(this.#geometry, this.#current, ...step);
    else if (event.key === "Home") next = row[0];
    else if (event.key === "End") next = row.at(-1);
    if (next === undefined) return false;
    this.#goTo(next, true);
    return true;
  }

  /** The place with the keyboard's focus. @returns {number} */
  get current() {
    return this.#current;
  }

  /** @param {Element | null} element @returns {number | null} */
  placeOf(element) {
    const cell = element?.closest(".qb-cell");
    const place = cell ? this.#cells.indexOf(/** @type {SVGGElement} */ (cell)) : -1;
    return place < 0 ? null : place;
  }

  /** @param {number} place @param {boolean} [focus] @returns {void} */
  #goTo(place, focus = false) {
    this.#cells[this.#current]?.setAttribute("tabindex", "-1");
    this.#current = place;
    this.#cells[place]?.setAttribute("tabindex", "0");
    if (!focus) return;
    const how = this.byKeyboard;
    this.#cells[place]?.focus({ preventScroll: true });
    this.byKeyboard = how;
  }

  /** Makes a place the tab stop without taking the focus. @param {number} place @returns {void} */
  remember(place) {
    this.#goTo(place);
  }

  /** @param {number} [place] @returns {void} */
  focus(place = this.#current) {
    this.#goTo(place, true);
  }
}
