/** The review of a finished game on its screen: asks the server for it, shows how far it is, and hands it to its panel. */
import { announce } from "../announce.js";
import { api } from "../api.js";
import { fill, h, icon, loadStyles } from "../dom.js";
import { loadWords, number, t } from "../i18n.js";
import { BestLine } from "./best-line.js";
import { Learning } from "./learn.js";
import { markMoves } from "./marks.js";
import { ReviewPanel } from "./panel.js";
import { isBlamed } from "./verdict.js";

/**
 * @typedef {import("../../types/api").GameReview} Review
 * @typedef {import("../../types/api").ReviewState} ReviewState
 * @typedef {import("../panels/model.js").Model} Model
 * @typedef {import("../board/types.js").Mark} Mark
 */

/**
 * What the game screen lends to the review.
 * @typedef {object} Stage
 * @property {import("../board/quevedo-board.js").QuevedoBoard} board
 * @property {HTMLElement} moves the list of moves
 * @property {(name: string) => void} tab shows a panel on a phone
 * @property {() => void} redraw shows the game on the board again
 * @property {() => void} quiet switches the analysis off
 */

const POLL_MS = 400;

/** Words and styles that only a review needs. @returns {Promise<void>} */
export async function prepare() {
  await Promise.all([loadWords("review"), loadStyles("review")]);
}

export class GameReview {
  /** @type {Review | null} */ review = null;
  /** What has the board in the place of the game: a better line, or an exercise. @type {BestLine | Learning | null} */ #holder =
    null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #left = false;

  /** @param {Model} model @param {Stage} stage */
  constructor(model, stage) {
    this.model = model;
    this.stage = stage;
    this.element = h("section", { class: "panel panel-review", "aria-label": t("review.title") });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
  }

  get #address() {
    return `/api/games/${encodeURIComponent(this.model.state.id)}/review`;
  }

  /** Asks for the review, and waits until it is there. @returns {Promise<void>} */
  async start() {
    if (this.review) return;
    try {
      this.#take(await api.post(this.#address));
    } catch (error) {
      this.#showProblem(/** @type {Error} */ (error).message);
    }
  }

  /** @returns {Promise<void>} */
  async #poll() {
    try {
      this.#take(await api.get(this.#address));
    } catch (error) {
      this.#showProblem(/** @type {Error} */ (error).message);
    }
  }

  /** @param {ReviewState} state @returns {void} */
  #take(state) {
    if (this.#left) return;
    if (state.state === "none") return this.#showProblem(t("review.stopped"));
    if (state.state === "running") {
      this.#showProgress(state.done, state.total);
      this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
      return;
    }
    this.review = state.review;
    this.panel = new ReviewPanel(this.model, state.review, {
      learn: (plies) => this.#hold(new Learning(this.model, state.review, plies, this.#lent())),
      line: (ply) => this.#hold(new BestLine(this.model, ply, this.#lent())),
      jump: (way) => this.jump(way),
    });
    fill(this.element, this.panel.element);
    const accuracy = state.review.accuracy.map((one) => (one === null ? "–" : number(Math.round(one))));
    announce(t("review.ready", { first: accuracy[0], second: accuracy[1] }));
    this.update();
  }

  /** @param {number} done @param {number} total @returns {void} */
  #showProgress(done, total) {
    const percent = Math.round((100 * done) / total);
    const bar = this.element.querySelector("progress");
    if (bar) {
      bar.value = percent;
      bar.textContent = `${percent} %`;
      return;
    }
    const stop = h(
      "button",
      { type: "button", class: "button", onclick: () => api.delete(this.#address) },
      icon("x"),
      t("board.cancel"),
    );
    const label = h("label", { class: "review-wait" }, t("review.running"));
    label.append(h("progress", { max: "100", value: percent }));
    fill(this.element, label, stop);
    announce(t("review.running"));
  }

  /** @param {string} words @returns {void} */
  #showProblem(words) {
    const again = h(
      "button",
      { type: "button", class: "button", onclick: () => void this.start() },
      icon("refresh-cw"),
      t("review.again"),
    );
    fill(this.element, h("p", { class: "problem", role: "alert" }, words), again);
  }

  /* The board */

  /** @returns {import("./best-line.js").Lent} */
  #lent() {
    return {
      address: this.#address,
      board: this.stage.board,
      place: this.panel?.place ?? this.element,
      leave: () => this.release(),
      quiet: () => this.stage.quiet(),
      jump: (/** @type {1 | -1} */ way) => this.jump(way),
    };
  }

  /** @param {BestLine | Learning} holder @returns {void} */
  #hold(holder) {
    this.release();
    this.#holder = holder;
    this.#showHeld(true);
    void holder.start();
  }

  /** The board goes back to the game. @returns {void} */
  release() {
    if (!this.#holder) return;
    this.#holder = null;
    this.#showHeld(false);
    this.stage.redraw();
  }

  /** On a phone the board and the words of its holder share the window. @param {boolean} held @returns {void} */
  #showHeld(held) {
    const screen = this.element.closest(".game");
    screen?.classList.toggle("is-held", held);
    if (held) screen?.scrollIntoView({ block: "start" });
    this.panel?.hold(held);
  }

  /** Whether something else than the game is on the board now. Who looks at another move leaves it. @returns {boolean} */
  holdsBoard() {
    if (this.#holder && this.#holder.ply !== null && this.#holder.ply !== this.model.ply) {
      this.#holder = null;
      this.#showHeld(false);
    }
    return this.#holder !== null;
  }

  /** A move that was made on the board while it was held. @param {string[]} taps @returns {boolean} whether it was taken */
  takeMove(taps) {
    if (!(this.#holder instanceof Learning)) return false;
    void this.#holder.answer(taps);
    return true;
  }

  /** @returns {void} */
  update() {
    if (!this.review) return;
    markMoves(this.stage.moves, this.review);
    this.panel?.update();
  }

  /** Looks at the next move that should have been another one, or the one before. @param {1 | -1} way @returns {void} */
  jump(way) {
    if (!this.review) return;
    const { ply } = this.model;
    const blamed = this.review.moves.flatMap((move, i) => (isBlamed(move) ? [i + 1] : []));
    const goal = way > 0 ? blamed.find((at) => at > ply) : blamed.findLast((at) => at < ply);
    if (goal === undefined) announce(t(way > 0 ? "review.no_next" : "review.no_previous"));
    else void this.model.look(goal).then(() => announce(this.panel?.said() ?? ""));
  }

  /** @param {KeyboardEvent} event @returns {void} */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, select, textarea, dialog")) return;
    if (!this.review || this.#holder) return;
    if (event.key === "n") this.jump(1);
    else if (event.key === "p") this.jump(-1);
  }

  /** @returns {void} */
  leave() {
    this.#left = true;
    clearTimeout(this.#timer);
    removeEventListener("keydown", this.keys);
  }
}
