// Three questions a lesson. The program checks the answers: what is right follows from its facts.

import { announce } from "../announce.js";
import { fill, freshId, h, icon, richText } from "../dom.js";
import { t } from "../i18n.js";
import { LessonBoard } from "./board.js";
import { filled } from "./words.js";

/** @typedef {import("./types.js").Question} Question @typedef {import("./types.js").Facts} Facts @typedef {import("./program.js").Program} Program */
/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** What a kind of question draws, and whether the present answer is right; `null` before there is one. @typedef {{ element: HTMLElement, check: () => boolean | null }} Answer */

/**
 * @param {Question} question
 * @param {number} number_
 * @param {{ facts: Facts, program: Program, gameOf: (id: string) => GameInfo, onright: () => void }} around
 */
export function drawQuestion(question, number_, { facts, program, gameOf, onright }) {
  const verdict = h("div", { class: "verdict", role: "status" });
  const asked = filled(question.ask, facts);
  const judge = () => {
    const right = answer.check();
    const words = right === null ? t("learn.no_answer") : t(right ? "learn.right" : "learn.wrong");
    verdict.dataset.verdict = right === null ? "none" : right ? "right" : "wrong";
    fill(verdict, h("p", null, right === null ? null : icon(right ? "check" : "x"), h("strong", null, words), right ? " " : null, right ? richText(filled(question.why, facts)) : null));
    announce(right ? `${words} ${filled(question.why, facts)}` : words);
    if (right) onright();
  };
  const clear = () => {
    delete verdict.dataset.verdict;
    fill(verdict);
  };
  const answer = drawAnswer(question, { facts, program, gameOf, judge, clear });
  const check = h("button", { type: "submit", class: "button" }, t("learn.check"));
  return h(
    "form",
    { class: "card question", dataset: { question: String(number_) }, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); judge(); } },
    h("fieldset", null, h("legend", null, `${number_}. `, ...richText(asked).filter((piece) => piece !== "")), answer.element),
    question.kind === "move" ? null : check,
    verdict,
  );
}

/**
 * @param {Question} question
 * @param {{ facts: Facts, program: Program, gameOf: (id: string) => GameInfo, judge: () => void, clear: () => void }} around
 * @returns {Answer}
 */
function drawAnswer(question, { facts, program, gameOf, judge, clear }) {
  if (question.kind === "choice") return choiceAnswer(question.choices(facts), facts);
  if (question.kind === "number") return numberAnswer(question.answer(facts));
  return moveAnswer(question, facts, program, gameOf(question.game), { judge, clear });
}

/** @param {import("./types.js").Choice[]} choices @param {Facts} facts @returns {Answer} */
function choiceAnswer(choices, facts) {
  const name = freshId("answer");
  const inputs = choices.map((_, i) => h("input", { type: "radio", name, value: String(i) }));
  const rows = choices.map((choice, i) => h("label", { class: "answer" }, inputs[i], h("span", null, richText(filled(choice.text, facts)))));
  const check = () => {
    const chosen = inputs.findIndex((input) => input.checked);
    return chosen < 0 ? null : (choices[chosen]?.right(facts) ?? false);
  };
  return { element: h("div", { class: "answers" }, rows), check };
}

/** @param {number} right @returns {Answer} */
function numberAnswer(right) {
  const input = h("input", { class: "input", type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": t("learn.number") });
  // Thousands may be set apart in the way of either language.
  const read = () => Number(input.value.replace(/[\s.,\u00a0\u202f]/g, ""));
  return { element: input, check: () => (input.value.trim() === "" ? null : read() === right) };
}

/**
 * @param {import("./types.js").MoveQuestion} question
 * @param {Facts} facts
 * @param {Program} program
 * @param {GameInfo} game
 * @param {{ judge: () => void, clear: () => void }} verdict a move is judged; one that is taken back no longer
 * @returns {Answer}
 */
function moveAnswer(question, facts, program, game, { judge, clear }) {
  const board = new LessonBoard(program, game, question.position, (seen) => {
    if (seen.moves.length === 0) clear();
    if (seen.moves.length === 1) judge();
  });
  void board.show([]);
  const check = () => {
    const played = board.seen?.moves[0];
    return played ? question.right(played.pretty, facts) : null;
  };
  return { element: board.element, check };
}
