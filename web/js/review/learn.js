/**
 * Learning from mistakes: the board goes to the position before each of them and asks for a better move. The server judges
 * the answer.
 */
import { announce } from "../announce.js";
import { api } from "../api.js";
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { play } from "../sound.js";
import { showPieces } from "./best-line.js";
import { moveNumber, verdictText } from "./verdict.js";

/**
 * @typedef {import("../../types/api").ReviewPosition} Position
 * @typedef {import("../../types/api").TryAnswer} Answer
 * @typedef {import("./best-line.js").Lent} Lent
 * @typedef {"asking" | "checking" | "solved" | "wrong" | "shown" | "done"} State
 */

/** A wrong answer stays on the board for a moment. */
const WRONG_MS = 1100;

export class Learning {
  #index = 0;
  #solved = 0;
  /** @type {Position | null} */ #position = null;
  /** @type {State} */ #state = "asking";
  #words = "";
  /** The position that stays chosen in the list of moves; null while it changes. @type {number | null} */
  ply = null;

  /**
   * @param {import("../panels/model.js").Model} model
   * @param {import("./review.js").Review} review
   * @param {number[]} mistakes numbers of moves, from 0
   * @param {Lent} lent
   */
  constructor(model, review, mistakes, lent) {
    this.model = model;
    this.review = review;
    this.mistakes = mistakes;
    this.lent = lent;
  }

  /** @returns {Promise<void>} */
  async start() {
    this.lent.quiet();
    await this.#ask();
  }

  get #at() {
    return this.mistakes[this.#index];
  }

  /** Goes to the position before a mistake. @returns {Promise<void>} */
  async #ask() {
    try {
      this.ply = null;
      this.#position = await api.get(`${this.lent.address}/${this.#at}`);
      await this.model.look(this.#at);
      this.ply = this.#at;
      this.#put();
      this.#say("asking", "");
      announce(`${this.#title()}. ${this.#task()}`);
    } catch (error) {
      this.#say("done", /** @type {Error} */ (error).message);
    }
  }

  /** The position before the mistake, ready for a move. @returns {void} */
  #put() {
    if (!this.#position) return;
    const before = this.model.state.moves[this.#at - 1];
    showPieces(this.lent.board, this.#position.board, before?.taps ?? []);
    this.lent.board.legal = this.#position.legal;
  }

  /** @param {string[]} taps @returns {Promise<void>} */
  async answer(taps) {
    if (this.#state === "checking") return;
    play("move");
    this.#say("checking", t("review.checking"));
    const at = this.#at;
    try {
      /** @type {Answer} */
      const answer = await api.post(`${this.lent.address}/${at}`, { taps });
      if (at === this.#at) this.#judge(answer, taps);
    } catch (error) {
      this.#put();
      this.#say("asking", /** @type {Error} */ (error).message);
    }
  }

  /** @param {Answer} answer @param {string[]} taps @returns {void} */
  #judge(answer, taps) {
    const verdict = verdictText(this.model.info, answer);
    if (answer.solved) {
      showPieces(this.lent.board, answer.board, taps);
      this.#solved += 1;
      play("notice");
      this.#say("solved", t("review.solved", { move: answer.pretty, verdict }));
    } else {
      play("illegal");
      this.#say("wrong", t("review.wrong", { move: answer.pretty, verdict }));
      const at = this.#at;
      setTimeout(() => at === this.#at && this.#state === "wrong" && this.#put(), WRONG_MS);
    }
    announce(this.#words, { urgent: true });
  }

  /** Marks the piece, or the place, that the best move begins with. @returns {void} */
  #hint() {
    const first = this.#position?.line[0]?.taps[0];
    if (!first) return;
    this.#put();
    this.lent.board.marks = [{ kind: "hint-from", place: first }];
    this.#say("asking", t("review.hint_said", { place: first }));
    announce(this.#words);
  }

  /** @returns {void} */
  #solution() {
    const best = this.#position?.line[0];
    if (!best) return;
    showPieces(this.lent.board, best.board, best.taps);
    const line = this.#position?.line.slice(0, 6).map((step) => step.pretty) ?? [];
    this.#say("shown", t("review.solution_is", { line: line.join(" ") }));
    announce(this.#words);
  }

  /** @returns {void} */
  #next() {
    this.#index += 1;
    if (this.#index < this.mistakes.length) return void this.#ask();
    this.#index = this.mistakes.length - 1;
    this.#say("done", t("review.learned", { solved: this.#solved, n: this.mistakes.length }));
    announce(this.#words);
  }

  /** @returns {string} */
  #title() {
    return t("review.exercise", { i: this.#index + 1, n: this.mistakes.length });
  }

  /** @returns {string} */
  #task() {
    const move = this.model.state.moves[this.#at];
    const judged = this.review.moves[this.#at];
    const side = text(this.model.info.sides[judged.side === "first" ? 0 : 1]);
    const played = `${moveNumber(this.#at)} ${move.pretty || move.text}`;
    return t("review.task", { side, move: played, class: t(`review.class.${judged.class}`).toLowerCase() });
  }

  /** @param {State} state @param {string} words @returns {void} */
  #say(state, words) {
    this.#state = state;
    this.#words = words;
    const had = this.lent.place.contains(document.activeElement);
    fill(
      this.lent.place,
      h("h2", { class: "review-exercise" }, state === "done" ? t("review.learn") : this.#title()),
      state === "done" ? null : h("p", null, this.#task()),
      words ? h("p", { class: `review-said is-${state}` }, stateIcon(state), words) : null,
      h("div", { class: "review-buttons" }, ...this.#buttons(state)),
    );
    const main = this.lent.place.querySelector(".button.primary, .button");
    if (had && main instanceof HTMLElement) main.focus();
  }

  /** @param {State} state @returns {HTMLElement[]} */
  #buttons(state) {
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ picture,
      /** @type {() => void} */ onclick,
      primary = false,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: `button${primary ? " primary" : ""}`,
          dataset: { name },
          onclick,
          disabled: state === "checking",
        },
        icon(picture),
        t(`review.${name}`),
      );
    const end = button("end", "x", () => this.lent.leave());
    if (state === "done") return [button("finish", "check", () => this.lent.leave(), true)];
    const isLast = this.#index === this.mistakes.length - 1;
    if (state === "solved" || state === "shown")
      return [button(isLast ? "finish" : "next", isLast ? "check" : "chevron-right", () => this.#next(), true), end];
    return [
      button("hint", "lightbulb", () => this.#hint()),
      button("solution", "eye", () => this.#solution()),
      button("skip", "skip-forward", () => this.#next()),
      end,
    ];
  }
}

/** @param {State} state @returns {Node | null} */
function stateIcon(state) {
  const pictures = { solved: "check", wrong: "x", shown: "eye", checking: "hourglass", asking: "info", done: "trophy" };
  return icon(pictures[state]);
}
