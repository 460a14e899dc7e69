// A board on which a student tries moves; the program knows which are legal.

import "../board/quevedo-board.js";
import { announce } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { proportions } from "../thumb.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").LinePosition} LinePosition */
/** @typedef {import("./program.js").Program} Program */
/** @typedef {HTMLElement & { marks: import("../board/types.js").Mark[], taps: string[], mayFinish: boolean, cancel(): void, choose(tap: string): void, finish(): void }} BoardElement */

export class LessonBoard {
  /** @type {string[]} */ moves = [];
  /** @type {LinePosition | null} */ seen = null;

  /**
   * @param {Program} program
   * @param {GameInfo} game
   * @param {string} start
   * @param {(seen: LinePosition) => void} onchange
   */
  constructor(program, game, start, onchange) {
    this.program = program;
    this.game = game;
    this.start = start;
    this.onchange = onchange;
    this.board = /** @type {BoardElement} */ (document.createElement("quevedo-board"));
    Object.assign(this.board, { shape: game.shape, choices: game.choices, sides: game.sides, kinds: game.pieces });
    this.board.addEventListener("quevedo-move", (event) => void this.play(/** @type {CustomEvent} */ (event).detail.taps));
    this.board.addEventListener("quevedo-pending", () => this.#showChoices());
    this.status = h("p", { class: "lesson-status", role: "status" });
    this.choices = h("div", { class: "button-row" });
    const { columns, rows } = proportions(game.shape);
    const frame = h("div", { class: "lesson-fit" }, this.board);
    frame.style.setProperty("--ratio", String(columns / rows));
    const key = (/** @type {string} */ image, /** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "button", onclick: act }, icon(image), words);
    const keys = h(
      "div",
      { class: "button-row" },
      key("chevron-left", t("learn.undo"), () => void this.show(this.moves.slice(0, -1))),
      key("refresh-cw", t("learn.again"), () => void this.show([])),
    );
    this.element = h("div", { class: "lesson-board" }, frame, this.status, this.choices, keys);
  }

  /** Another position to begin from. @param {string} start */
  open(start) {
    this.start = start;
    return this.show([]);
  }

  /** @param {string[]} moves @param {string[]} [taps] */
  async show(moves, taps = []) {
    const seen = await this.program.position(this.game.id, this.start, moves, taps);
    this.seen = seen;
    this.moves = seen.moves.map((move) => move.text);
    const side = text(this.game.sides[seen.turn === "first" ? 0 : 1]);
    Object.assign(this.board, {
      board: seen.board,
      legal: seen.outcome ? null : seen.legal,
      lastMove: seen.moves.at(-1)?.taps ?? [],
      label: t("board.label", { game: text(this.game.name), side }),
    });
    this.status.textContent = seen.outcome ? text(seen.outcome.text) : t("learn.to_move", { side });
    this.#showChoices();
    this.onchange(seen);
  }

  /** @param {string[]} taps */
  async play(taps) {
    try {
      await this.show(this.moves, taps);
    } catch (error) {
      this.board.cancel();
      announce(/** @type {Error} */ (error).message);
    }
  }

  /** Taps that are no places, and the end of a run. */
  #showChoices() {
    const places = new Set(this.game.shape.places.map((place) => place.tap));
    const first = Object.keys(this.seen?.legal.next ?? {}).filter((tap) => !places.has(tap));
    const { board } = this;
    const key = (/** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "button", onclick: act }, words);
    fill(
      this.choices,
      ...(board.taps.length > 0 ? [] : first).map((tap) => key(text(this.game.choices[tap]) || tap, () => board.choose(tap))),
      board.taps.length > 0 ? key(t("board.cancel"), () => board.cancel()) : null,
    );
  }
}
