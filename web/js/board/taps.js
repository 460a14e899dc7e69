/** A move as a path of taps: which taps may follow, and how the board looks meanwhile. */
import { restingPlace } from "./geometry.js";

/** @typedef {import("./types.js").TapTree} TapTree @typedef {import("./types.js").Piece} Piece @typedef {import("./types.js").Geometry} Geometry */

/** Pieces that do not walk on after their first step but leave something on the next place. @type {Record<string, Piece>} */
const LEAVES_BEHIND = { amazon: { kind: "arrow", side: null, letter: "*", glyph: "✶" } };

/** @param {TapTree | null} tree @param {string[]} taps @returns {TapTree | null} what may follow; null where the path is not legal */
export function follow(tree, taps) {
  return taps.reduce((/** @type {TapTree | null} */ node, tap) => node?.[tap] ?? null, tree);
}

/** The taps that may follow, without the end of the move. @param {TapTree | null} node @returns {string[]} */
export const nextTaps = (node) => Object.keys(node ?? {}).filter((tap) => tap !== "");

/** @param {TapTree | null} node @returns {boolean} */
export const mayEnd = (node) => node !== null && "" in node;

/**
 * The pieces as they stand after some taps of a move, before anybody has said what else the move does. A piece that was
 * jumped over is shown as gone; what is wrong with the guess is put right when the real position arrives.
 * @param {Geometry} geometry
 * @param {(Piece | null)[]} pieces
 * @param {string[]} taps
 * @param {{turn?: "first" | "second" | null, become?: (tap: string) => string | null}} hints who moves; what a choice makes of a piece
 * @returns {(Piece | null)[]}
 */
export function preview(geometry, pieces, taps, { turn = null, become = () => null }) {
  const after = [...pieces];
  /** @type {number | null} */
  let at = null;
  let steps = 0;
  for (const tap of taps) {
    const place = restingPlace(geometry, tap, after);
    const moving = at === null ? null : after[at];
    if (place === null) {
      const kind = become(tap);
      if (moving && at !== null && kind) after[at] = { ...moving, kind };
    } else if (!moving || at === null) {
      if (after[place]) at = place;
      else after[place] = stoneOf(pieces, turn);
    } else if (steps > 0 && moving.kind in LEAVES_BEHIND) {
      after[place] = LEAVES_BEHIND[moving.kind];
    } else {
      const jumped = between(geometry, at, place);
      if (jumped !== null) after[jumped] = null;
      [after[at], after[place]] = [null, moving];
      [at, steps] = [place, steps + 1];
    }
  }
  return after;
}

/** What a player puts on an empty place. @param {(Piece | null)[]} pieces @param {"first" | "second" | null} side @returns {Piece} */
function stoneOf(pieces, side) {
  const same = pieces.find((piece) => piece && piece.side === side);
  return same ?? { kind: "disc", side, letter: "o", glyph: side === "second" ? "○" : "●" };
}

/** The point right in the middle of a jump along the lines. @param {Geometry} geometry @param {number} a @param {number} b @returns {number | null} */
export function between({ shape, centres }, a, b) {
  if (shape.kind !== "points") return null;
  const middle = { x: (centres[a].x + centres[b].x) / 2, y: (centres[a].y + centres[b].y) / 2 };
  const index = centres.findIndex(({ x, y }) => x === middle.x && y === middle.y);
  return index < 0 ? null : index;
}
