/** The properties of `<quevedo-board>`. Changes of one task are drawn together in a microtask. */
import { follow } from "./taps.js";

/**
 * @typedef {import("./types.js").Board} Board
 * @typedef {import("./types.js").Mark} Mark
 * @typedef {import("./types.js").Shape} Shape
 * @typedef {import("./types.js").TapTree} TapTree
 * @typedef {import("./types.js").Text} Text
 */

export class BoardProperties extends HTMLElement {
  /** @type {Shape | null} */ _shape = null;
  /** @type {Board | null} */ _board = null;
  /** @type {TapTree | null} */ _legal = null;
  /** @type {string[]} */ _lastMove = [];
  /** @type {Mark[]} */ _marks = [];
  _flipped = false;
  _interactive = true;
  _label = "";
  /** What a tap that is no place means. @type {Record<string, Text>} */ choices = {};
  /** The names of the sides, said with their pieces. @type {Text[] | null} */ sides = null;
  /** The kinds of pieces, with their names. @type {import("./types.js").PieceInfo[]} */ kinds = [];

  /** @type {string[]} */ _taps = [];
  /** The move was said and waits for its answer. */ _sent = false;
  _waiting = false;
  _rebuild = true;

  get shape() {
    return this._shape;
  }
  set shape(shape) {
    if (this._shape === shape) return;
    this._shape = shape;
    this.reset();
    this.later(true);
  }

  get board() {
    return this._board;
  }
  set board(board) {
    const same = JSON.stringify(board?.pieces) === JSON.stringify(this._board?.pieces);
    this._board = board;
    if (!same || this._sent) this.reset();
    this.later();
  }

  get legal() {
    return this._legal;
  }
  set legal(legal) {
    this._legal = legal;
    if (!this._sent && follow(legal, this._taps) === null) this.reset();
    this.later();
  }

  get lastMove() {
    return this._lastMove;
  }
  set lastMove(taps) {
    this._lastMove = taps ?? [];
    this.later();
  }

  get marks() {
    return this._marks;
  }
  set marks(marks) {
    this._marks = marks ?? [];
    this.later();
  }

  get flipped() {
    return this._flipped;
  }
  set flipped(flipped) {
    if (this._flipped !== flipped) {
      this._flipped = flipped;
      this.later(true);
    }
  }

  get interactive() {
    return this._interactive;
  }
  set interactive(interactive) {
    this._interactive = interactive;
    this.later(true);
  }

  get label() {
    return this._label;
  }
  set label(label) {
    this._label = label ?? "";
    this.later();
  }

  /** Draws once, after all that changes together has been set. @param {boolean} [rebuild] @returns {void} */
  later(rebuild = false) {
    this._rebuild ||= rebuild;
    if (this._waiting) return;
    this._waiting = true;
    queueMicrotask(() => {
      this._waiting = false;
      this.draw();
    });
  }

  /** Forgets the taps so far. @returns {void} */
  reset() {
    [this._taps, this._sent] = [[], false];
  }

  /** @returns {void} */
  draw() {}
}
