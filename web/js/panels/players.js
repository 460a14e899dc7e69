/** The two bars above and below the board: who plays, what they just did, how much time they have. */
import { fill, h, icon } from "../dom.js";
import { number, plural, t, text, tOr } from "../i18n.js";
import { pieceIcon } from "../../pieces/index.js";
import { nextTaps } from "../board/taps.js";
import { indexOf } from "./model.js";

/** @typedef {import("./model.js").Model} Model @typedef {import("./model.js").Side} Side */

/** @param {number} ms @returns {string} */
export function clockText(ms) {
  const tenths = Math.ceil(ms / 100);
  if (tenths < 100) return `0:0${(tenths / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The name of the player in the seat. @param {Model} model @param {Side} side @returns {string} */
export function seatName(model, side) {
  const seat = model.state.seats[indexOf(side)];
  if (seat.kind === "open") return t("game.open_seat");
  if (seat.kind === "machine" && (!seat.name || seat.name === seat.spec)) return machineName(seat.spec ?? "");
  return seat.name || (seat.mine ? t("game.you") : text(model.info.sides[indexOf(side)]));
}

/** A level by its name in words, any other player as it is written. @param {string} spec @returns {string} */
function machineName(spec) {
  const level = tOr(`level.${spec}`, "");
  return level ? t("game.machine", { level }) : spec;
}

/** @param {Model} model @param {boolean} top @returns {{element: HTMLElement, update: () => void, tick: () => void}} */
export function playerBar(model, top) {
  const token = h("span", { class: "bar-token", "aria-hidden": "true" });
  const name = h("span", { class: "bar-name" });
  const sub = h("span", { class: "bar-sub" });
  const count = h("span", { class: "bar-count" });
  const countdown = h("span", { class: "bar-countdown", hidden: true });
  const clock = h("span", { class: "bar-clock", role: "timer" });
  const element = h(
    "section",
    { class: `bar ${top ? "bar-top" : "bar-bottom"}` },
    token,
    h("span", { class: "bar-who" }, name, sub),
    countdown,
    count,
    clock,
  );
  const side = () => /** @type {Side} */ (model.flipped === top ? "first" : "second");
  let drawn = "";
  let plies = model.plies;

  const update = () => {
    const mine = side();
    const seat = model.state.seats[indexOf(mine)];
    const sideName = text(model.info.sides[indexOf(mine)]);
    name.title = seat.spec ?? "";
    element.setAttribute("aria-label", t("game.player_label", { side: sideName, name: seatName(model, mine) }));
    element.dataset.side = mine;
    element.classList.toggle("is-turn", model.state.status === "running" && model.state.turn === mine);
    element.classList.toggle("is-away", seat.kind === "human" && !seat.online && !model.finished);
    if (drawn !== mine) fill(token, pieceIcon(model.info.badges[indexOf(mine)], model.info.shape.kind));
    drawn = mine;
    name.textContent = seatName(model, mine);
    fill(sub, ...subOf(model, mine));
    count.textContent = countOf(model, mine);
    showCountdown(model, mine, countdown);
    clock.hidden = model.state.clock === null;
    if (model.plies > plies && model.state.turn !== mine && !seat.mine) notice(element);
    plies = model.plies;
    tick();
  };
  const tick = () => {
    const left = model.clockMs(side());
    if (left === null) return;
    const words = clockText(left);
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("is-running", model.state.clock?.running === side());
    clock.classList.toggle("is-low", left < 20_000 && !model.finished);
  };
  return { element, update, tick };
}

/** From so many moves left on a count is a warning. */
const FEW_LEFT = 3;

/** The words of a count that runs out: `3 more moves without …`. @param {import("../../types/api").CountdownState} count @returns {string} */
export function countdownText({ left, meaning }) {
  return plural("game.countdown", left, { meaning: text(meaning) });
}

/** Whether the count of a board is to be warned of. @param {import("../../types/api").Board} board @returns {boolean} */
export function runsOut({ countdown }) {
  return countdown !== undefined && countdown.left > 0 && countdown.left <= FEW_LEFT;
}

/** The moves left to a side, once some are counted. @param {Model} model @param {Side} side @param {HTMLElement} place @returns {void} */
function showCountdown(model, side, place) {
  const board = model.board();
  const { countdown } = board;
  place.hidden = countdown === undefined || countdown.side !== side || countdown.left === countdown.of;
  if (place.hidden || !countdown) return;
  const words = countdownText(countdown);
  place.classList.toggle("is-low", runsOut(board));
  place.title = words;
  const short = t("game.countdown_left", { n: number(countdown.left) });
  fill(place, icon("hourglass"), h("span", { "aria-hidden": "true" }, short), h("span", { class: "sr-only" }, words));
}

/** A glow that says "has moved". @param {HTMLElement} element @returns {void} */
function notice(element) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  element.animate([{ backgroundColor: "var(--accent-soft)" }, { backgroundColor: "transparent" }], 1400);
}

/** @param {Model} model @param {Side} side @returns {(Node | string)[]} */
function subOf(model, side) {
  const { state, thinking } = model;
  const seat = state.seats[indexOf(side)];
  if (state.outcome) return [resultOf(model, side)];
  if (state.thinking === side) {
    const depth =
      thinking?.side === side && thinking.thought.depth > 0
        ? t("game.thinking_depth", { depth: number(thinking.thought.depth) })
        : t("game.thinking");
    return [h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")), depth];
  }
  if (seat.kind === "human" && !seat.online) return [icon("wifi-off"), t("game.away")];
  const last = state.moves.at(-1);
  if (last && state.turn !== side) return [t("game.played", { move: last.pretty || last.text })];
  if (state.status === "running" && state.turn === side)
    return [instruction(model, seat.mine) || t(turnWords(model, seat.mine))];
  return [text(model.info.sides[indexOf(side)])];
}

/** What the next tap of a move does, where the game says it. @param {Model} model @param {boolean} mine @returns {string} */
function instruction({ info, taps, atEnd }, mine) {
  return mine && atEnd ? text(info.instructions[taps]) : "";
}

/** @param {Model} model @param {boolean} mine @returns {string} */
function turnWords({ state, geometry }, mine) {
  const alone = state.seats.filter((seat) => seat.mine).length === 1;
  const stuck = state.legal !== null && nextTaps(state.legal).every((tap) => !geometry.byTap.has(tap));
  return mine && stuck ? "game.must_pass" : mine && alone ? "game.your_move" : "game.to_move";
}

/** @param {Model} model @param {Side} side @returns {string} */
function resultOf({ state }, side) {
  const winner = state.outcome?.winner ?? null;
  return t(winner === null ? "game.drew" : winner === side ? "game.won" : "game.lost");
}

/** How many pieces the side has, on boards where many of one kind are counted. @param {Model} model @param {Side} side @returns {string} */
function countOf(model, side) {
  const { kind } = model.info.shape;
  const count = model.board().pieces.filter((piece) => piece?.side === side).length;
  return kind === "squares" || (kind === "points" && count > 3) ? String(count) : "";
}
