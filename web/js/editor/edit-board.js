/**
 * `<quevedo-edit-board>`: a board of any shape to put pieces on. It knows neither palette nor position: it draws the pieces it is
 * given, and says which place was tapped, which piece was dragged where, and which key was pressed on a place.
 */
import { placeAt } from "../board/geometry.js";
import { listenToPointers } from "../board/pointer.js";
import { Scene } from "../board/scene.js";
import { prefs } from "../prefs.js";

/** @typedef {import("../board/types.js").Shape} Shape @typedef {import("../board/types.js").Piece} Piece @typedef {import("../board/types.js").Text} Text */

/**
 * @typedef {object} Hands What is done with the board.
 * @property {(place: number) => void} tap
 * @property {(from: number, to: number | null) => void} drag to another place, or off the board
 * @property {(place: number, event: KeyboardEvent) => boolean} key whether the key meant something
 */

/**
 * @typedef {object} Sight What is on it.
 * @property {Shape} shape
 * @property {(Piece | null)[]} pieces
 * @property {number[]} alerts
 * @property {boolean} flipped
 * @property {number | null} chosen the place whose piece is being moved
 * @property {Text[]} sides @property {import("../board/types.js").PieceInfo[]} kinds @property {string} label
 */

export class EditBoard extends HTMLElement {
  #scene = new Scene();
  /** @type {Sight | null} */ #sight = null;
  #built = "";
  /** @type {Hands | null} */ hands = null;

  constructor() {
    super();
    listenToPointers(this.#scene.svg, {
      geometry: () => this.#scene.geometry,
      press: (place) => (this.#sight?.pieces[place] ? "drag" : "tap"),
      tap: (place) => {
        if (place === null) return;
        this.#scene.grid.remember(place);
        this.hands?.tap(place);
      },
      lift: (place) => this.#scene.pieces.lift(place),
      drop: (from, to) => this.#drop(from, to),
    });
    this.#scene.grid.followFocus(this);
    this.#scene.grid.ownsArrows = true;
    this.#scene.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @returns {void} */
  connectedCallback() {
    if (!this.#scene.svg.parentNode) this.append(this.#scene.svg);
  }

  /** @param {number} from @param {number | null} to @returns {void} */
  #drop(from, to) {
    this.hands?.drag(from, to);
    this.#scene.pieces.settle();
  }

  /** @param {KeyboardEvent} event @returns {void} */
  #key(event) {
    const place = this.#scene.grid.current;
    if (!this.#scene.grid.key(event) && !this.hands?.key(place, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Puts the keyboard's focus on the board. @override @param {FocusOptions} [_how] @returns {void} */
  focus(_how) {
    this.#scene.grid.focus();
  }

  /** The place at a point of the window. @param {number} x @param {number} y @returns {number | null} */
  placeAt(x, y) {
    const box = this.#scene.svg.getBoundingClientRect();
    const { geometry } = this.#scene;
    if (!geometry || box.width === 0) return null;
    return placeAt(geometry, {
      x: geometry.left + ((x - box.left) / box.width) * geometry.width,
      y: geometry.top + ((y - box.top) / box.height) * geometry.height,
    });
  }

  /** @param {Sight} sight @returns {void} */
  show(sight) {
    this.#sight = sight;
    const { shape, pieces, alerts, flipped, chosen, sides, kinds, label } = sight;
    const fresh = this.#built !== String(flipped);
    if (fresh) {
      const { width, height } = this.#scene.build(shape, { flipped, interactive: true });
      this.style.aspectRatio = `${width} / ${height}`;
      this.dataset.kind = shape.kind;
      this.#built = String(flipped);
    }
    const place = chosen === null ? undefined : shape.places[chosen]?.name;
    /** @type {import("../board/types.js").Mark[]} */
    const marks = place ? [{ kind: "hint-from", place }] : [];
    const view = { legal: null, taps: [], sent: false, lastMove: [], interactive: true };
    this.#scene.draw({ ...view, board: { pieces, alerts }, marks, sides, kinds, label }, !fresh && animated());
  }
}

/** @returns {boolean} */
function animated() {
  return prefs.get("animation") !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

customElements.define("quevedo-edit-board", EditBoard);
