// Why the move is the only one: the solution, and what every move is worth.

import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { plural, t } from "../i18n.js";
import { valueText, valueTone } from "./goal.js";

/** @typedef {import("../../types/api").PuzzleState} PuzzleState */
/** @typedef {import("../../types/api").PuzzleWhy} PuzzleWhy */

/** So many moves are listed; a game can have hundreds. */
const LISTED = 12;

/**
 * @param {HTMLElement} place
 * @param {PuzzleState} puzzle
 * @param {number} ply the move that is explained
 * @param {string | null} tried a move that was tried there
 */
export async function showWhy(place, puzzle, ply, tried) {
  fill(place, h("p", { class: "soft" }, t("puzzle.why.wait")));
  /** @type {PuzzleWhy} */
  const why = await api.get(`/api/puzzles/${encodeURIComponent(puzzle.game)}/${puzzle.number}/why?ply=${ply}`);
  const line = h("ol", { class: "puzzle-line", role: "list" }, solutionItems(why, ply));
  const shown = why.values.filter((value, index) => index < LISTED || value.move.text === tried);
  const rows = shown.map((value, index) =>
    h(
      "tr",
      { class: value.move.text === tried && index > 0 ? "tried" : null },
      h("th", { scope: "row" }, value.move.pretty),
      h("td", { dataset: { tone: valueTone(value, index) } }, valueText(value, puzzle)),
    ),
  );
  const rest = why.values.length - shown.length;
  fill(
    place,
    h("h3", null, t("puzzle.solution")),
    line,
    h("h3", null, t("puzzle.why.values")),
    h("table", { class: "puzzle-values" }, h("caption", { class: "sr-only" }, t("puzzle.why.values")), h("tbody", null, rows)),
    rest > 0 ? h("p", { class: "soft small" }, plural("puzzle.why.rest", rest)) : null,
  );
}

/** @param {PuzzleWhy} why @param {number} ply */
function solutionItems({ solution }, ply) {
  return solution.map((move, index) =>
    h("li", { class: index % 2 === 0 ? "own" : null, "aria-current": index === ply ? "step" : null }, move.pretty),
  );
}
