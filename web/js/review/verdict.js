/** The words for the judgement of a move. */
import { number, plural, t, text } from "../i18n.js";

/**
 * @typedef {import("../../types/api").MoveReview} MoveReview
 * @typedef {import("../../types/api").MoveClass} MoveClass
 * @typedef {import("../../types/api").ExactState} Exact
 * @typedef {import("../../types/api").GameInfo} GameInfo
 */

/** The classes, the best first. @type {MoveClass[]} */
export const CLASSES = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** The mark of each class, as people of games write it. @type {Record<MoveClass, string>} */
export const MARKS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Whether the move should have been another one. @param {{class: MoveClass}} move @returns {boolean} */
export const isBlamed = (move) => CLASSES.indexOf(move.class) >= CLASSES.indexOf("inaccuracy");

/** Whether there is something to learn from it. @param {{class: MoveClass}} move @returns {boolean} */
export const isMistake = (move) => CLASSES.indexOf(move.class) >= CLASSES.indexOf("mistake");

/** A share as whole percents. @param {number} share @returns {string} */
export const percent = (share) => `${number(Math.round(100 * share))}\u00a0%`;

/**
 * What a move did to a proved value; empty where it kept all of it or nothing is proved.
 * @param {GameInfo} info @param {Exact | null} exact @returns {string}
 */
function exactText(info, exact) {
  if (!exact) return "";
  if (exact.before !== exact.after) return t(`review.threw.${exact.before}_${exact.after}`);
  if (exact.margin_lost) {
    const unit = text(info.unit) || t("review.points");
    return t("review.margin_lost", { n: number(exact.margin_lost), unit });
  }
  if (!exact.plies_lost) return "";
  return plural(exact.before === "win" ? "review.later" : "review.sooner", exact.plies_lost);
}

/**
 * The judgement of a move in a sentence or two.
 * @param {GameInfo} info
 * @param {{class: MoveClass, loss: number, exact: Exact | null, forced?: boolean}} move
 * @returns {string}
 */
export function verdictText(info, move) {
  if (move.forced) return t("review.forced");
  const exact = exactText(info, move.exact);
  const lost = exact || (isBlamed(move) ? t("review.lost", { percent: percent(move.loss) }) : "");
  return [t(`review.class.${move.class}`), lost].filter(Boolean).join(": ");
}

/** The number of a move as records have it: `12.`, `12…`. @param {number} at from 0 @returns {string} */
export const moveNumber = (at) => `${Math.floor(at / 2) + 1}${at % 2 === 0 ? "." : "…"}`;
