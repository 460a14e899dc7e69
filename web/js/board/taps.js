/** A move as a path of taps: which taps may follow, and how the board looks meanwhile. */

/** @typedef {import("./types.js").TapTree} TapTree @typedef {import("./types.js").TapNode} TapNode @typedef {import("./types.js").Piece} Piece */

/** @param {TapTree | null} tree @param {string[]} taps @returns {TapNode | null} the node of the last tap; null where the path is not legal */
export function follow(tree, taps) {
  return taps.reduce((/** @type {TapNode | null} */ node, tap) => node?.next?.[tap] ?? null, tree);
}

/** The taps that may follow. @param {TapNode | null} node @returns {string[]} */
export const nextTaps = (node) => Object.keys(node?.next ?? {});

/** Whether the taps up to this node are a whole move. @param {TapNode | null} node @returns {boolean} */
export const mayEnd = (node) => node !== null && (!node.next || node.end === true);

/**
 * The pieces as they stand after some taps of a move.
 * @param {(Piece | null)[]} pieces
 * @param {TapTree | null} tree
 * @param {string[]} taps
 * @returns {(Piece | null)[]}
 */
export function preview(pieces, tree, taps) {
  const after = [...pieces];
  taps.forEach((_, index) => {
    const change = follow(tree, taps.slice(0, index + 1))?.change ?? [];
    for (let at = 0; at < change.length; at += 2) after[change[at]] = tree?.pieces[change[at + 1]] ?? null;
  });
  return after;
}
