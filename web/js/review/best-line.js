/** The better line on the board: move by move, in the place of what was played. */
import { announce } from "../announce.js";
import { api } from "../api.js";
import { fill, h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { moveNumber } from "./verdict.js";

/** @typedef {import("../../types/api").ReviewPosition} Position */

/**
 * What the review lends to whatever holds the board.
 * @typedef {object} Lent
 * @property {string} address of the review
 * @property {import("../board/quevedo-board.js").QuevedoBoard} board
 * @property {HTMLElement} place where buttons and words go
 * @property {() => void} leave gives the board back
 * @property {() => void} quiet switches the analysis off
 * @property {(way: 1 | -1) => void} jump
 */

/** Puts a position on the board, without moves to make. @param {Lent["board"]} board @param {import("../../types/api").Board} pieces @param {string[]} taps of the move before @returns {void} */
export function showPieces(board, pieces, taps) {
  board.cancel();
  board.legal = null;
  board.board = pieces;
  board.lastMove = taps;
  board.marks = [];
}

export class BestLine {
  /** @type {Position | null} */ #position = null;
  #step = 1;

  /** @param {import("../panels/model.js").Model} model @param {number} at the number of the move, from 0 @param {Lent} lent */
  constructor(model, at, lent) {
    this.model = model;
    this.at = at;
    this.lent = lent;
    /** The position that stays chosen in the list of moves. @type {number | null} */
    this.ply = model.ply;
  }

  /** @returns {Promise<void>} */
  async start() {
    try {
      this.#position = await api.get(`${this.lent.address}/${this.at}`);
      this.#show();
    } catch {
      this.lent.leave();
    }
  }

  /** @returns {void} */
  #show() {
    const position = this.#position;
    if (!position) return;
    const step = position.line[this.#step - 1];
    showPieces(this.lent.board, step?.board ?? position.board, step?.taps ?? []);
    fill(this.lent.place, this.#words(position), this.#buttons(position));
    announce(step ? step.pretty : t("review.before"));
  }

  /** The moves of the line; each can be clicked. @param {Position} position @returns {HTMLElement} */
  #words({ line }) {
    const moves = line.map((step, i) => {
      const number = i === 0 || (this.at + i) % 2 === 0 ? `${moveNumber(this.at + i)} ` : "";
      const go = () => {
        this.#step = i + 1;
        this.#show();
      };
      const current = i + 1 === this.#step ? "true" : null;
      return h(
        "button",
        { type: "button", class: "line-move", "aria-current": current, onclick: go },
        number + step.pretty,
      );
    });
    return h("p", { class: "review-line" }, h("b", null, t("review.better")), " ", moves);
  }

  /** @param {Position} position @returns {HTMLElement} */
  #buttons({ line }) {
    const step = (/** @type {number} */ by) => () => {
      this.#step = Math.max(0, Math.min(line.length, this.#step + by));
      this.#show();
      const wanted = by < 0 ? ".line-back" : ".line-on";
      const button = this.lent.place.querySelector(wanted);
      if (button instanceof HTMLElement) button.focus();
    };
    const arrow = (
      /** @type {string} */ name,
      /** @type {string} */ picture,
      /** @type {number} */ by,
      /** @type {boolean} */ off,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: `icon-button line-${name}`,
          "aria-label": t(`review.line_${name}`),
          disabled: off,
          onclick: step(by),
        },
        icon(picture),
      );
    return h(
      "div",
      { class: "review-buttons" },
      arrow("back", "chevron-left", -1, this.#step === 0),
      arrow("on", "chevron-right", 1, this.#step === line.length),
      h(
        "button",
        { type: "button", class: "button", onclick: () => this.lent.leave() },
        icon("undo-2"),
        t("review.back_to_game"),
      ),
    );
  }
}
