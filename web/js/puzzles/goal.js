// What a puzzle asks for, and what moves are worth, in words.

import { plural, t, text } from "../i18n.js";
import { sideIndex } from "../names.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").PuzzleState} PuzzleState */
/** @typedef {import("../../types/api").PuzzleMoveValue} PuzzleMoveValue */

/** Moves of one side in so many plies that begin with its move. @param {number} plies */
export const movesIn = (plies) => Math.ceil(plies / 2);

/** @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : String(score));

/** The task in one sentence. @param {PuzzleState} puzzle @param {GameInfo} game */
export function goalText({ goal, side }, game) {
  const who = text(game.sides[sideIndex(side)]);
  if (goal.kind === "win_in") return plural("puzzle.goal.win_in", movesIn(goal.plies ?? 1), { side: who });
  return t(`puzzle.goal.${goal.kind}`, { side: who });
}

/** What the goal means, below the task. @param {PuzzleState} puzzle */
export function goalHint({ goal }) {
  return t(`puzzle.goal.${goal.kind}.hint`);
}

/** The value of a move for who makes it. @param {PuzzleMoveValue} value @param {PuzzleState} puzzle */
export function valueText({ value, plies, score }, { goal }) {
  if (score !== null) return signed(score);
  if (value === null)
    return goal.kind === "win_in" ? plural("puzzle.value.slow", movesIn(goal.plies ?? 1)) : t("puzzle.value.misses");
  if (value === "draw") return t("puzzle.value.draw");
  return plies === null ? t(`puzzle.value.${value}`) : plural(`puzzle.value.${value}_in`, movesIn(plies));
}

/** Whether a move is good, even or bad: for its colour. @param {PuzzleMoveValue} value @param {number} place its place in the list */
export function valueTone({ value, score }, place) {
  if (place === 0) return "good";
  if (score !== null) return score > 0 ? "even" : "bad";
  return value === "draw" ? "even" : "bad";
}
