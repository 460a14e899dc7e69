/** The pieces on the board. What changes between two positions is found out by comparison, and moves there in a fifth of a second. */
import { drawPiece } from "../../pieces/index.js";
import { s } from "./svg.js";

/** @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Piece} Piece @typedef {{piece: Piece, node: SVGGElement, drawing: SVGGElement}} ShownPiece */
/** @typedef {{animate: boolean, way: number[], set: string}} Manner `way`: the places of the last move in order. */

const MOVE_MS = 200;

/** @param {Piece | null} a @param {Piece | null} b @returns {boolean} */
const alike = (a, b) => a?.kind === b?.kind && a?.side === b?.side;

export class PiecesLayer {
  group = s("g", { class: "qb-pieces" });
  /** @type {Map<number, ShownPiece>} */
  #shown = new Map();
  /** @type {Geometry | null} */
  #geometry = null;

  /** Forgets everything, for another board or a turned one. @param {Geometry} geometry @returns {void} */
  reset(geometry) {
    this.#geometry = geometry;
    this.#shown.clear();
    this.group.replaceChildren();
  }

  /** @param {(Piece | null)[]} pieces @param {Manner} manner @returns {void} */
  show(pieces, manner) {
    const gone = [...this.#shown.keys()].filter(
      (place) => !alike(this.#shown.get(place)?.piece ?? null, pieces[place] ?? null),
    );
    const come = pieces.flatMap((piece, place) =>
      piece && !alike(this.#shown.get(place)?.piece ?? null, piece) ? [place] : [],
    );
    const left = new Map(gone.map((place) => [place, /** @type {ShownPiece} */ (this.#shown.get(place))]));
    for (const place of gone) this.#shown.delete(place);
    const moved = this.#pair(left, come, pieces, manner.way);
    for (const [place, entry] of left) this.#leave(entry, place, pieces[place] ?? null, manner);
    for (const place of come) {
      const from = moved.get(place);
      const piece = /** @type {Piece} */ (pieces[place]);
      if (from) this.#walk(from.entry, from.from, place, piece, manner);
      else this.#arrive(place, piece, left.get(place)?.piece ?? null, manner);
    }
  }

  /**
   * Which of the pieces that left a place is the one that came to another: the mover of the last move, else one that looks the same.
   * @param {Map<number, ShownPiece>} left loses those that are paired
   * @param {number[]} come @param {(Piece | null)[]} pieces @param {number[]} way
   * @returns {Map<number, {entry: ShownPiece, from: number}>}
   */
  #pair(left, come, pieces, way) {
    /** @type {Map<number, {entry: ShownPiece, from: number}>} */
    const moved = new Map();
    const take = (/** @type {number} */ from, /** @type {number} */ to) => {
      const entry = left.get(from);
      if (!entry || from === to || moved.has(to)) return;
      moved.set(to, { entry, from });
      left.delete(from);
    };
    for (const to of come.filter((place) => place !== way[0] && way.includes(place))) {
      if (left.get(way[0])?.piece.side === pieces[to]?.side) take(way[0], to);
    }
    for (const to of come) {
      const from = [...left.keys()].find(
        (place) => !pieces[place] && alike(left.get(place)?.piece ?? null, pieces[to]),
      );
      if (from !== undefined) take(from, to);
    }
    return moved;
  }

  /** @param {ShownPiece} entry @param {number} place @param {Piece | null} next what stands there now @param {Manner} manner @returns {void} */
  #leave({ piece, node, drawing }, place, next, { animate }) {
    const turnsOver = next !== null && next.kind === piece.kind;
    if (!animate || turnsOver) return node.remove();
    const fade = drawing.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(0.6)" }], { duration: MOVE_MS });
    fade.onfinish = () => node.remove();
  }

  /** @param {ShownPiece} entry @param {number} from @param {number} to @param {Piece} piece @param {Manner} manner @returns {void} */
  #walk(entry, from, to, piece, { animate, way, set }) {
    const { centres } = this.#at();
    let { node, drawing } = entry;
    if (!alike(entry.piece, piece)) {
      node.remove();
      ({ node, drawing } = this.#put(to, piece, set));
    }
    const lifted = node.classList.contains("qb-lifted");
    node.setAttribute("transform", `translate(${centres[to].x} ${centres[to].y})`);
    this.#shown.set(to, { piece, node, drawing });
    this.group.append(node);
    if (!animate || lifted) return;
    const start = way.indexOf(from);
    const stations = start >= 0 && way.includes(to) ? way.slice(start, way.indexOf(to) + 1) : [from, to];
    const shift = (/** @type {number} */ place) => ({
      transform: `translate(${centres[place].x - centres[to].x}px, ${centres[place].y - centres[to].y}px)`,
    });
    drawing.animate(stations.map(shift), {
      duration: MOVE_MS * Math.max(1, (stations.length - 1) * 0.8),
      easing: "ease-in-out",
    });
  }

  /** @param {number} place @param {Piece} piece @param {Piece | null} before what stood there @param {Manner} manner @returns {void} */
  #arrive(place, piece, before, { animate, set }) {
    const entry = this.#put(place, piece, set);
    this.#shown.set(place, entry);
    if (!animate) return;
    const { shape, centres } = this.#at();
    if (before && before.kind === piece.kind) {
      entry.drawing.animate([{ transform: "scaleX(-0.2)" }, { transform: "scaleX(1)" }], {
        duration: MOVE_MS * 1.3,
        easing: "ease-out",
      });
    } else if (shape.kind === "columns") {
      const fall = centres[place].y + 0.6;
      entry.drawing.animate(
        [
          { transform: `translateY(${-fall}px)`, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
          { transform: "none", offset: 0.75 },
          { transform: "translateY(-0.14px)", offset: 0.87 },
          { transform: "none" },
        ],
        { duration: 120 + 55 * fall },
      );
    } else
      entry.drawing.animate(
        [
          { transform: "scale(0.5)", opacity: 0.3 },
          { transform: "scale(1)", opacity: 1 },
        ],
        { duration: MOVE_MS * 0.8, easing: "ease-out" },
      );
  }

  /** @param {number} place @param {Piece} piece @param {string} set @returns {ShownPiece} */
  #put(place, piece, set) {
    const { shape, centres } = this.#at();
    const drawing = drawPiece(piece, shape.kind, set);
    const scale = shape.kind === "points" ? 0.86 : shape.kind === "columns" ? 1.02 : 0.97;
    const sized = s("g", { transform: `scale(${scale})` }, drawing);
    const node = s("g", { transform: `translate(${centres[place].x} ${centres[place].y})` }, sized);
    this.group.append(node);
    return { piece, node, drawing };
  }

  /** Takes a piece up so that it follows the finger. @param {number} place @returns {((point: import("./types.js").Point | null) => void) | null} moves it; null puts it down */
  lift(place) {
    const entry = this.#shown.get(place);
    if (!entry) return null;
    const { node } = entry;
    const home = this.#at().centres[place];
    this.group.append(node);
    return (point) => {
      node.classList.toggle("qb-lifted", point !== null);
      const { x, y } = point ?? home;
      node.setAttribute("transform", `translate(${x} ${y})`);
    };
  }

  /** Ends the lifted state after a drop has been shown. @returns {void} */
  settle() {
    for (const { node } of this.#shown.values()) node.classList.remove("qb-lifted");
  }

  /** @returns {Geometry} */
  #at() {
    if (!this.#geometry) throw new Error("pieces before a board");
    return this.#geometry;
  }
}
