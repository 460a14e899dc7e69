/** The state of a live game from what has changed in it. */

/** @typedef {import("../types/api.js").GameState} GameState @typedef {import("../types/api.js").StateChange} StateChange */
/** @typedef {import("../types/api.js").TapTree} TapTree @typedef {import("../types/api.js").TapNode} TapNode @typedef {import("../types/api.js").Place} Place */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Places in a digit. */
const BITS = 6;

/** The last taps of a packed set, each of which puts a piece down. @param {number} piece @param {string} set @param {Place[]} places */
function puts(piece, set, places) {
  /** @type {{[tap: string]: TapNode}} */
  const next = {};
  places.forEach(({ tap }, place) => {
    const digit = DIGITS.indexOf(set[Math.floor(place / BITS)]);
    if ((digit >> (place % BITS)) & 1) next[tap] = { change: [place, piece] };
  });
  return next;
}

/** @param {TapNode} node @param {Place[]} places @returns {TapNode} */
function unpackNode({ put, slide, ...node }, places) {
  if (!put && !slide && !node.next) return node;
  const next = put ? puts(...put, places) : {};
  for (const [tap, below] of Object.entries(node.next ?? {})) next[tap] = unpackNode(below, places);
  const [from, piece, last, sets] = slide ?? [0, 0, 0, {}];
  for (const [tap, set] of Object.entries(sets)) {
    const to = places.findIndex((place) => place.tap === tap);
    const change = from < to ? [from, -1, to, piece] : [to, piece, from, -1];
    next[tap] = { change, next: puts(last, set, places) };
  }
  return { ...node, next };
}

/** The tree of taps as the board wants it. @param {TapTree | null} tree @param {Place[]} places @returns {TapTree | null} */
function unpackTaps(tree, places) {
  if (!tree) return null;
  const next = Object.entries(tree.next).map(([tap, node]) => [tap, unpackNode(node, places)]);
  return { ...tree, next: Object.fromEntries(next) };
}

/** A whole state as it came over the line. @param {GameState} state @param {Place[]} places @returns {GameState} */
export const wholeState = (state, places) => ({ ...state, legal: unpackTaps(state.legal, places) });

/** The state after a change. @param {GameState} before @param {StateChange} change @param {Place[]} places @returns {GameState} */
export function changedState(before, { kept, pieces, state }, places) {
  const standing = [...before.board.pieces];
  for (const [place, piece] of pieces) standing[place] = piece;
  const moves = [...before.moves.slice(0, kept), ...state.moves];
  return wholeState({ ...state, board: { ...state.board, pieces: standing }, moves }, places);
}

/** A copy whose moves may be written anew. @param {GameState} state @returns {GameState} */
export const ownCopy = (state) => ({ ...state, moves: state.moves.map((move) => ({ ...move })) });
