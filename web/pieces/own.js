/** Drawings that games bring themselves: path data on a square of 100 by 100, by the kind of piece. */

/** @typedef {{pieces: {kind: string, drawing: {body: string, lines: string} | null}[]}} Game */

/** @type {Record<string, string>} */
export const OWN = {};

/** What the data of a path may hold; anything else is not drawn. */
const PATH = /^[MmZzLlHhVvCcSsQqTtAa\d\s.,+eE-]*$/;

/** @param {Game[]} games @returns {void} */
export function addDrawings(games) {
  for (const { kind, drawing } of games.flatMap((game) => game.pieces)) {
    if (!drawing || !PATH.test(drawing.body + drawing.lines)) continue;
    OWN[kind] = `<path class="pb" d="${drawing.body}"/><path class="pl" d="${drawing.lines}"/>`;
  }
}
