/** A move that was made, for ears: a sound, and words for who listens to the page. */
import { announce } from "../announce.js";
import { preview } from "../board/taps.js";
import { moveInWords } from "../board/words.js";
import { t, text } from "../i18n.js";
import { play } from "../sound.js";
import { indexOf } from "./model.js";

/** @typedef {import("./model.js").Model} Model @typedef {import("./model.js").GameState} GameState */

/** @param {{pieces: unknown[]}} board @returns {number} */
const count = (board) => board.pieces.filter(Boolean).length;

/** A quiet move of one's own has sounded when it was tapped. @param {Model} model @param {GameState} before @returns {void} */
export function announceMove(model, before) {
  const { state, info, geometry } = model;
  const last = state.moves[state.moves.length - 1];
  const old = model.knownBoard(state.moves.length - 1) ?? before.board;
  const fewer = count(state.board) < count(old);
  const danger = state.board.alerts.length > 0;
  const byMe = before.seats[indexOf(before.turn)].mine && state.moves.length === before.moves.length + 1;
  if (!byMe || fewer || danger) play(danger ? "check" : fewer ? "capture" : "move");
  const mover = info.sides[indexOf(state.turn === "first" ? "second" : "first")];
  announce(
    t("board.say.by", { side: text(mover), move: moveInWords(geometry, old, state.board, last.taps, info) }),
  );
}

/** @param {Model} model @param {string[]} taps @returns {void} */
export function announceHint(model, taps) {
  const board = model.board();
  const after = { pieces: preview(board.pieces, model.state.legal, taps), alerts: [] };
  announce(t("game.hint_says", { move: moveInWords(model.geometry, board, after, taps, model.info) }));
}
