// The games that are being played now.

import { fill, h } from "../dom.js";
import { plural, t } from "../i18n.js";
import { redraw, thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").TournamentBoard} TournamentBoard */
/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {{ number: number, plies: number, element: HTMLElement, frame: HTMLElement, words: HTMLElement }} Slot */

/** @param {GameInfo} game */
export function liveBoards(game) {
  /** A place for each game; one that ends makes room for the next. @type {Slot[]} */
  let slots = [];
  const grid = h("ul", { class: "live-boards", role: "list" });
  const element = h(
    "section",
    { "aria-labelledby": "boards-title", hidden: true },
    h("h2", { id: "boards-title" }, t("tournament.boards")),
    grid,
  );

  /** @param {TournamentBoard} one @returns {import("../thumb.js").Picture} */
  const picture = ({ number, players, board, last_move }) => ({
    shape: game.shape,
    board,
    lastMove: last_move,
    label: t("tournament.board_label", { n: number, first: players[0], second: players[1] }),
  });
  /** @param {TournamentBoard} one @returns {Slot} */
  const open = (one) => {
    const frame = thumbnail(picture(one));
    const words = h("div", { class: "live-words" });
    return {
      number: one.number,
      plies: one.plies,
      frame,
      words,
      element: h("li", { class: "live-board card" }, frame, words),
    };
  };
  /** @param {Slot} slot @param {TournamentBoard} one */
  const show = (slot, one) => {
    const still = slot.number !== one.number || one.plies !== slot.plies + 1;
    [slot.number, slot.plies] = [one.number, one.plies];
    redraw(slot.frame, { ...picture(one), still });
    const side = (/** @type {0 | 1} */ index) =>
      h(
        "span",
        { class: "live-player", dataset: { turn: (one.turn === "first") === (index === 0) ? "" : null } },
        one.players[index],
      );
    fill(
      slot.words,
      side(0),
      side(1),
      h(
        "span",
        { class: "soft small" },
        `${t("tournament.game_n", { n: one.number })} · ${plural("home.plies", one.plies)}`,
      ),
    );
  };

  /** @param {TournamentBoard[]} boards */
  const update = (boards) => {
    element.hidden = boards.length === 0;
    const known = new Set(boards.map((one) => one.number));
    const free = slots.filter((slot) => !known.has(slot.number));
    const placed = boards.map((one) => {
      const slot = slots.find((old) => old.number === one.number) ?? free.shift() ?? open(one);
      show(slot, one);
      return slot;
    });
    if (placed.length !== slots.length || placed.some((slot) => !slots.includes(slot)))
      grid.replaceChildren(...placed.map((slot) => slot.element));
    slots = placed;
  };
  return { element, update };
}
