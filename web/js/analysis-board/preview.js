/** A small board beside a move of an engine's line, while a pointer or the focus is on it. */
import { h } from "../dom.js";

/** @typedef {import("./model.js").BoardModel} BoardModel */

const WIDTH_PX = 220;

export class Preview {
  #round = 0;

  /** @param {BoardModel} model */
  constructor(model) {
    this.model = model;
    this.element = h("div", { class: "board-preview", "aria-hidden": "true", hidden: true });
  }

  /** Shows the position after some moves. @param {string[]} moves @param {HTMLElement} beside @returns {Promise<void>} */
  async show(moves, beside) {
    this.#round += 1;
    const mine = this.#round;
    const seen = await this.model.after(moves).catch(() => null);
    if (!seen || mine !== this.#round) return;
    const board = /** @type {any} */ (document.createElement("quevedo-board"));
    const { info, flipped } = this.model;
    const lastMove = seen.moves.at(-1)?.taps ?? [];
    Object.assign(board, { interactive: false, shape: info.shape, board: seen.board, flipped, lastMove });
    this.element.replaceChildren(board);
    this.element.hidden = false;
    const box = beside.getBoundingClientRect();
    const left = Math.max(8, Math.min(innerWidth - WIDTH_PX - 8, box.left));
    const below = box.bottom + 8;
    const height = this.element.offsetHeight;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${below + height < innerHeight ? below : Math.max(8, box.top - height - 8)}px`;
  }

  hide() {
    this.#round += 1;
    this.element.hidden = true;
  }
}
