/**
 * A move entered ahead of one's turn. Nobody has checked it: no rule is known here, and the position will be another one. It is
 * a row of taps, which are made as soon as it is the turn, as far as they are legal then.
 */

/** @typedef {import("./types.js").Piece} Piece @typedef {import("./types.js").Side} Side */

/**
 * What is known of the moves of a game.
 * @typedef {object} PremoveRules
 * @property {Side} side whose moves they are
 * @property {boolean} movesPieces whether a move begins at a piece of its side
 * @property {number} places how many places a move may have; more are added in one's turn
 */

export class Premove {
  /** @type {string[]} */ taps = [];

  /** @param {PremoveRules} rules */
  constructor(rules) {
    this.rules = rules;
  }

  /** Whether a piece is one's own. @param {Piece | null | undefined} piece @returns {boolean} */
  owns(piece) {
    return this.rules.movesPieces && piece?.side === this.rules.side;
  }

  /** A place was touched; what stands there decides what it means. @param {string} tap @param {Piece | null} piece @returns {void} */
  touch(tap, piece) {
    const { movesPieces, places } = this.rules;
    if (this.taps.at(-1) === tap) this.taps = [];
    else if (!movesPieces || this.owns(piece)) this.taps = [tap];
    else if (this.taps.length > 0 && this.taps.length < places) this.taps.push(tap);
    else this.taps = [];
  }

  /** A piece was dragged: also to a place where an own piece stands, which may have been taken by then. @param {string} from @param {string} to @returns {void} */
  drag(from, to) {
    this.taps = this.taps.at(-1) === from && this.taps.length > 1 ? [...this.taps, to] : [from, to];
  }
}
