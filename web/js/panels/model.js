/** What the game screen knows: the state of the game, the position that is looked at, and what happened before. */
import { api } from "../api.js";
import { measure } from "../board/geometry.js";
import { prettyMove } from "../names.js";
import { prefs } from "../prefs.js";

/**
 * @typedef {import("../../types/api").GameState} GameState
 * @typedef {import("../../types/api").GameInfo} GameInfo
 * @typedef {import("../../types/api").Board} Board
 * @typedef {import("../../types/api").Side} Side
 * @typedef {import("../../types/api").SearchState} Thought
 */

/** @type {Side[]} */
export const SIDES = ["first", "second"];

/** @param {Side} side @returns {0 | 1} */
export const indexOf = (side) => (side === "first" ? 0 : 1);

/** So many games are remembered as turned. */
const MAX_TURNED = 100;

/** @returns {string[]} the games whose board was turned by hand */
const turnedGames = () => prefs.get("turned") ?? [];

export class Model extends EventTarget {
  /** When `state` came, on this machine's clock: the clocks of the game tick from there. */
  received = performance.now();
  /** The ply that is looked at; null follows the game. @type {number | null} */
  #looking = null;
  /** @type {Board[]} */
  #boards = [];
  /** @type {string[]} */
  #positions = [];
  /** Turned by hand, against what the seats suggest. This browser remembers it. */
  #turned = false;
  /** How many taps of a move are made. */
  taps = 0;
  /** How far the machine that moves has come. @type {{side: Side, thought: Thought} | null} */
  thinking = null;
  online = true;

  /** @param {GameInfo} info @param {GameState} state */
  constructor(info, state) {
    super();
    this.info = info;
    this.state = state;
    this.geometry = measure(info.shape, false);
    this.#turned = turnedGames().includes(state.id);
    this.#remember(state);
  }

  get turned() {
    return this.#turned;
  }
  set turned(turned) {
    this.#turned = turned;
    const others = turnedGames().filter((id) => id !== this.state.id);
    prefs.set("turned", turned ? [this.state.id, ...others].slice(0, MAX_TURNED) : others);
  }

  /** @param {GameState} state @returns {{before: GameState, grown: boolean}} */
  take(state) {
    const before = this.state;
    const grown = state.moves.length > before.moves.length;
    this.state = state;
    this.received = performance.now();
    if (state.thinking === null || grown) this.thinking = null;
    this.#boards.length = Math.min(this.#boards.length, state.moves.length + 1);
    this.#positions.length = Math.min(this.#positions.length, state.moves.length + 1);
    this.#remember(state);
    if (this.#looking !== null && this.#looking >= state.moves.length) this.#looking = null;
    this.changed();
    return { before, grown };
  }

  /** @param {GameState} state @returns {void} */
  #remember(state) {
    for (const move of state.moves) move.pretty = prettyMove(this.info, move.pretty);
    this.#boards[state.moves.length] = state.board;
    this.#positions[state.moves.length] = state.position;
  }

  /** @returns {void} */
  changed() {
    this.dispatchEvent(new Event("change"));
  }

  get plies() {
    return this.state.moves.length;
  }
  get ply() {
    return this.#looking ?? this.plies;
  }
  get atEnd() {
    return this.#looking === null;
  }
  get finished() {
    return this.state.status === "finished";
  }

  /** Looks at a position; the newest follows the game. @param {number} ply @returns {Promise<void>} */
  async look(ply) {
    const goal = Math.max(0, Math.min(this.plies, ply));
    if (!this.#boards[goal]) await this.#fetch();
    this.#looking = goal === this.plies ? null : goal;
    this.changed();
  }

  /** @returns {Promise<void>} */
  async #fetch() {
    const { boards, positions } = await api.get(`/api/games/${this.state.id}/boards`);
    boards.forEach((/** @type {Board} */ board, /** @type {number} */ ply) => {
      this.#boards[ply] ??= board;
    });
    positions.forEach((/** @type {string} */ position, /** @type {number} */ ply) => {
      this.#positions[ply] ??= position;
    });
  }

  /** @param {number} [ply] @returns {Board} */
  board(ply = this.ply) {
    return this.#boards[ply] ?? this.state.board;
  }

  /** @param {number} [ply] @returns {Promise<string>} */
  async position(ply = this.ply) {
    if (!this.#positions[ply]) await this.#fetch();
    return this.#positions[ply] ?? this.state.position;
  }

  /** The board before a ply, where it is known without asking. @param {number} ply @returns {Board | null} */
  knownBoard(ply) {
    return this.#boards[ply] ?? null;
  }

  /** Boards that have an own and a far edge are turned towards the second player. */
  get flipped() {
    const [first, second] = this.state.seats;
    const suggested = second.mine && !first.mine;
    return suggested !== this.turned;
  }

  /** Whether the drawing turns with the seats; boards that look the same from all sides do not. */
  get boardFlipped() {
    return this.info.shape.kind === "checkered" ? this.flipped : this.turned;
  }

  /** Whether somebody is playing, who may not want the machine to whisper. */
  get rivalry() {
    return !this.finished && this.state.seats.filter((seat) => seat.kind !== "machine").length > 0;
  }

  /** Whether the rules ended the game in the position that is looked at: nothing is left to analyse. */
  get overHere() {
    return this.finished && this.ply === this.plies && this.state.outcome?.by_rules === true;
  }

  /** How the next move may be entered ahead: while the other side, which is somebody else's, is to move. @returns {import("../board/premove.js").PremoveRules | null} */
  get premoves() {
    const { status, seats, turn } = this.state;
    const waits = status === "running" && this.atEnd && !seats[indexOf(turn)].mine && seats[1 - indexOf(turn)].mine;
    if (!waits || prefs.get("premove") === false) return null;
    const { moves_pieces: movesPieces, instructions } = this.info;
    return { side: turn === "first" ? "second" : "first", movesPieces, places: Math.max(2, instructions.length) };
  }

  /** The kind of offer that waits for an answer of the visitor. @returns {"draw" | "undo" | "help" | null} */
  get offer() {
    const { draw_offer, undo_offer, help_offer, seats } = this.state;
    const mine = (/** @type {Side | null} */ side) => side !== null && seats[1 - indexOf(side)].mine && !seats[indexOf(side)].mine;
    if (mine(draw_offer)) return "draw";
    if (mine(undo_offer)) return "undo";
    return mine(help_offer) ? "help" : null;
  }

  /** Whether the visitor has made an offer. @param {Side | null} side who made it @returns {boolean} */
  isOwn(side) {
    return side !== null && this.state.seats[indexOf(side)].mine;
  }

  get machines() {
    return this.state.seats.filter((seat) => seat.kind === "machine").length;
  }
  get playing() {
    return this.state.seats.some((seat) => seat.mine);
  }

  /** What a clock shows now. @param {Side} side @returns {number | null} */
  clockMs(side) {
    const { clock } = this.state;
    if (!clock) return null;
    const passed = clock.running === side ? performance.now() - this.received : 0;
    return Math.max(0, clock.left_ms[indexOf(side)] - passed);
  }
}
