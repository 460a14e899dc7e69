// A live board with what the program knows of its position: the exact values of all moves, or what evaluators say.

import { fill, h } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { LessonBoard } from "./board.js";

/** @typedef {import("./types.js").BoardWish} BoardWish @typedef {import("./program.js").Program} Program @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").LinePosition} LinePosition @typedef {import("../../types/api").ProofState} ProofState */

/** So many terms of an evaluation are told. */
const MOST_TERMS = 5;

/** @param {BoardWish} wish @param {Program} program @param {GameInfo} game */
export function boardWidget({ position, shows, evaluators = [] }, program, game) {
  const panel = h("div", { class: "lesson-panel", "aria-live": "polite" });
  let turn = 0;
  const board = new LessonBoard(program, game, position, async (seen) => {
    turn += 1;
    const mine = turn;
    const drawn = shows === "values" ? await values(seen, program, game) : await evaluations(seen, evaluators, program, game);
    if (mine === turn) fill(panel, drawn);
  });
  return { element: h("div", { class: "lesson-play" }, board.element, panel), start: () => board.show([]), board, stop: () => {} };
}

/** Who wins, and how soon. @param {ProofState | null} proof @param {GameInfo} game */
export function proofText(proof, game) {
  if (!proof) return t("learn.unknown");
  if (!proof.winner) return t("learn.draw");
  const side = text(game.sides[proof.winner === "first" ? 0 : 1]);
  return proof.plies === null ? t("learn.wins", { side }) : plural("learn.wins_in", proof.plies, { side });
}

/** @param {LinePosition} seen @param {Program} program @param {GameInfo} game */
async function values(seen, program, game) {
  if (seen.outcome) return h("p", null, text(seen.outcome.text));
  const { moves } = await program.values(game.id, seen.position);
  const row = (/** @type {import("../../types/api").ExploredMove} */ move) =>
    h("tr", null, h("th", { scope: "row" }, move.pretty), h("td", null, proofText(move.proof, game)));
  const head = ["move", "leads_to"].map((name) => h("th", { scope: "col" }, t(`learn.column.${name}`)));
  return h("table", { class: "table" }, h("caption", null, t("learn.values")), h("thead", null, h("tr", null, head)), h("tbody", null, moves.map(row)));
}

/** @param {LinePosition} seen @param {string[]} evaluators @param {Program} program @param {GameInfo} game */
async function evaluations(seen, evaluators, program, game) {
  if (seen.outcome) return h("p", null, text(seen.outcome.text));
  const found = await Promise.all(evaluators.map((name) => program.evaluate(game.id, seen.position, name)));
  const row = (/** @type {string} */ name, /** @type {import("../../types/api").Evaluated} */ { score, terms }) =>
    h("tr", null,
      h("th", { scope: "row" }, text(game.evaluators.find((known) => known.name === name)?.meaning) || name),
      h("td", { dataset: { evaluator: name } }, signed(score)),
      h("td", null, largest(terms).map((term) => `${text(term.name)} ${signed(term.value)}`).join(", ")));
  const head = ["evaluator", "points", "terms"].map((name) => h("th", { scope: "col" }, t(`learn.column.${name}`)));
  const caption = t("learn.evaluations", { side: text(game.sides[0]) });
  return h("div", { class: "lesson-scroll", tabindex: "0", role: "group", "aria-label": caption },
    h("table", { class: "table" }, h("caption", null, caption), h("thead", null, h("tr", null, head)),
      h("tbody", null, found.map((one, i) => row(evaluators[i] ?? "", one)))));
}

/** The terms that count most. @param {import("../../types/api").TermValue[]} terms */
function largest(terms) {
  const counted = terms.filter((term) => term.value !== 0);
  return counted.sort((one, other) => Math.abs(other.value) - Math.abs(one.value)).slice(0, MOST_TERMS);
}

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${number(value)}` : number(value).replace("-", "−"));
