/** A position being edited: its pieces, its turn and its fields. What may stand where and what is wrong, the server says. */
import { api } from "../api.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").EditorState} EditorState */
/** @typedef {import("../../types/api").Composed} Composed @typedef {import("../../types/api").SetupState} SetupState */
/** @typedef {import("../../types/api").PaletteInfo} PaletteInfo @typedef {import("../../types/api").Piece} Piece */

export class EditorModel {
  /** @type {SetupState[]} */ #past = [];
  /** @type {SetupState[]} */ #future = [];
  #round = 0;
  #queue = Promise.resolve();
  /** What the last request could not do: the server was not reached, say. */
  failure = "";

  /**
   * @param {GameInfo} info
   * @param {EditorState} state
   * @param {() => void} changed
   */
  constructor(info, { palette, composed }, changed) {
    this.info = info;
    this.palette = palette;
    this.composed = composed;
    this.setup = composed.setup;
    this.changed = changed;
    /** @type {Map<string, Piece>} */
    this.byLetter = new Map(palette.map(({ piece }) => [piece.letter, piece]));
  }

  /** The pieces as the board draws them. @returns {(Piece | null)[]} */
  get pieces() {
    return this.setup.pieces.map((letter) => (letter === null ? null : (this.byLetter.get(letter) ?? null)));
  }

  /** Whether the shown position is what the server has put together. @returns {boolean} */
  get settled() {
    return this.setup === this.composed.setup;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** How many pieces of a letter stand on the board. @param {string} letter @returns {number} */
  count(letter) {
    return this.setup.pieces.filter((found) => found === letter).length;
  }

  /** Whether a piece may stand there. @param {PaletteInfo} offered @param {number} place @returns {boolean} */
  mayStand({ places }, place) {
    return places === null || places.includes(place);
  }

  /** Puts a piece on a place; a second piece of a kind that is alone takes the first one away. @param {PaletteInfo} offered @param {number} place @returns {Promise<void>} */
  put({ piece: { letter }, most }, place) {
    return this.edit((setup) => {
      if (most === 1) setup.pieces = setup.pieces.map((found) => (found === letter ? null : found));
      setup.pieces[place] = letter;
    });
  }

  /** @param {number} place @returns {Promise<void>} */
  erase(place) {
    return this.edit((setup) => {
      setup.pieces[place] = null;
    });
  }

  /** @param {number} from @param {number} to @returns {Promise<void>} */
  move(from, to) {
    return this.edit((setup) => {
      setup.pieces[to] = setup.pieces[from] ?? null;
      setup.pieces[from] = null;
    });
  }

  /** @returns {Promise<void>} */
  clear() {
    return this.edit((setup) => {
      setup.pieces = setup.pieces.map(() => null);
    });
  }

  /** Exchanges left and right, or top and bottom. @param {"column" | "row"} axis @returns {Promise<void>} */
  mirror(axis) {
    const { places } = this.info.shape;
    const last = Math.max(...places.map((place) => place[axis]));
    const image = places.map(({ column, row }) => {
      const goal = axis === "column" ? { column: last - column, row } : { column, row: last - row };
      return places.findIndex((other) => other.column === goal.column && other.row === goal.row);
    });
    return this.edit((setup) => {
      const { pieces } = this.setup;
      setup.pieces = image.map((from) => pieces[from] ?? null);
    });
  }

  /** @param {"first" | "second"} turn @returns {Promise<void>} */
  setTurn(turn) {
    return this.edit((setup) => {
      setup.turn = turn;
    });
  }

  /** @param {string} key @param {string} value @returns {Promise<void>} */
  setField(key, value) {
    return this.edit((setup) => {
      setup.fields[key] = value;
    });
  }

  /** @returns {Promise<void>} */
  undo() {
    return this.#restore(this.#past, this.#future);
  }

  /** @returns {Promise<void>} */
  redo() {
    return this.#restore(this.#future, this.#past);
  }

  /** @param {SetupState[]} from @param {SetupState[]} to @returns {Promise<void>} */
  async #restore(from, to) {
    const setup = from.pop();
    if (!setup) return;
    to.push(this.setup);
    await this.#compose(structuredClone(setup));
  }

  /**
   * Changes the setup, and asks the server what it is now. On a standing board an edit waits for the answer to the one
   * before: only the server knows where a disc has come to rest.
   * @param {(setup: SetupState) => void} change
   * @returns {Promise<void>}
   */
  edit(change) {
    if (this.info.shape.kind !== "columns") return this.#apply(change);
    this.#queue = this.#queue.then(() => this.#apply(change));
    return this.#queue;
  }

  /** @param {(setup: SetupState) => void} change @returns {Promise<void>} */
  async #apply(change) {
    const next = structuredClone(this.setup);
    change(next);
    if (JSON.stringify(next) === JSON.stringify(this.setup)) return;
    this.#past.push(this.setup);
    this.#future = [];
    await this.#compose(next);
  }

  /** @param {SetupState} setup @returns {Promise<void>} */
  async #compose(setup) {
    this.setup = setup;
    if (this.info.shape.kind !== "columns") this.changed();
    await this.#ask(() => api.post("/api/compose", { game: this.info.id, setup }));
  }

  /** Takes a position text apart; the error of one that is none goes to the caller. @param {string} position @returns {Promise<void>} */
  async open(position) {
    this.#round += 1;
    const mine = this.#round;
    const { composed } = await api.post("/api/editor", { game: this.info.id, position });
    if (mine !== this.#round) return;
    this.#past.push(this.setup);
    this.#future = [];
    this.#take(composed);
  }

  /** @param {() => Promise<Composed>} ask @returns {Promise<void>} */
  async #ask(ask) {
    this.#round += 1;
    const mine = this.#round;
    try {
      const composed = await ask();
      if (mine === this.#round) this.#take(composed);
    } catch (error) {
      if (mine !== this.#round) return;
      this.failure = /** @type {Error} */ (error).message;
      this.changed();
    }
  }

  /** @param {Composed} composed @returns {void} */
  #take(composed) {
    this.failure = "";
    this.composed = composed;
    this.setup = composed.setup;
    this.changed();
  }
}
