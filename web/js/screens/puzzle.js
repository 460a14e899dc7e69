// A puzzle to solve: the visitor moves, the server says whether it is the move, and plays the reply.

import { announce } from "../announce.js";
import { api, gameInfo } from "../api.js";
import { measure } from "../board/geometry.js";
import "../board/quevedo-board.js";
import { h } from "../dom.js";
import { loadWords, plural, t } from "../i18n.js";
import { navigate } from "../main.js";
import { toast } from "../panels/frame.js";
import { puzzleActions } from "../puzzles/actions.js";
import { goalText } from "../puzzles/goal.js";
import { puzzlePanel } from "../puzzles/panel.js";
import { count, recordOf } from "../puzzles/record.js";
import { showWhy } from "../puzzles/why.js";
import { play } from "../sound.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").PuzzleState} PuzzleState */
/** @typedef {import("../../types/api").PuzzleAnswer} PuzzleAnswer */
/** @typedef {import("../../types/api").PuzzleList} PuzzleList */
/** @typedef {import("../board/quevedo-board.js").QuevedoBoard} QuevedoBoard */

/** The other side takes a moment for its reply; a wrong move is looked at before it goes back. */
const REPLY_MS = 450;
const WRONG_MS = 900;
const SOLUTION_MS = 900;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class PuzzleScreen {
  #pending = { taps: /** @type {string[]} */ ([]), mayEnd: false, choices: /** @type {string[]} */ ([]) };
  /** A mistake was made or help taken: the puzzle counts as not solved. */ #helped = false;
  #counted = false;
  /** The ply of the last mistake, and the move. @type {{ ply: number, move: string } | null} */ #mistake = null;
  #gone = false;
  /** While moves are shown nothing else is. */ #busy = false;

  /**
   * @param {HTMLElement} root
   * @param {GameInfo} info
   * @param {PuzzleState} puzzle
   * @param {number | null} day the day whose puzzle it is
   */
  constructor(root, info, puzzle, day) {
    this.info = info;
    this.puzzle = puzzle;
    this.day = day;
    this.board = /** @type {QuevedoBoard} */ (document.createElement("quevedo-board"));
    const { shape, choices, sides, pieces } = info;
    Object.assign(this.board, { shape, choices, sides, kinds: pieces, flipped: puzzle.side === "second" });
    this.board.keepArrows();
    this.panel = puzzlePanel(info);
    this.actions = puzzleActions((name) => void this.#act(name));
    this.toast = toast();
    root.append(this.#frame());
    this.board.addEventListener("quevedo-move", (event) => void this.#tried(/** @type {CustomEvent} */ (event).detail.taps));
    this.board.addEventListener("quevedo-illegal", () => play("illegal"));
    this.board.addEventListener("quevedo-pending", (event) => this.#touched(/** @type {CustomEvent} */ (event).detail));
    this.panel.show(puzzle, day !== null);
    this.panel.count(puzzle.game);
    this.panel.say("open", t("puzzle.your_move"));
    this.#show();
  }

  #frame() {
    const { width, height } = measure(this.info.shape, false);
    const fit = h("div", { class: "board-fit" }, this.board, this.toast.element);
    const stage = h("div", { class: "stage" }, h("div", { class: "board-area" }, fit), this.actions.element);
    const frame = h("div", { class: "game puzzle", dataset: { kind: this.info.shape.kind } }, stage, this.panel.element);
    frame.style.setProperty("--ratio", String(width / height));
    return frame;
  }

  get #solved() {
    return this.puzzle.ply >= this.puzzle.plies;
  }

  /** The present position, with its last move. */
  #show() {
    const { puzzle, board } = this;
    board.board = puzzle.board;
    board.lastMove = puzzle.last?.taps ?? [];
    board.legal = puzzle.legal;
    board.marks = [];
    board.label = goalText(puzzle, this.info);
    this.#update();
  }

  #update() {
    const pending = { ...this.#pending, choices: this.board.openChoices };
    const explained = this.#mistake !== null || this.#helped;
    this.actions.update({ solved: this.#solved, explained, pending, choices: this.info.choices });
  }

  /** @param {{ taps: string[], mayEnd: boolean, choices: string[] }} pending */
  #touched(pending) {
    this.#pending = pending;
    this.board.marks = [];
    this.#update();
    if (pending.mayEnd) announce(t("board.may_end"));
    else if (pending.taps.length > 0) announce(plural("board.targets", this.board.targetCount));
  }

  /** @param {string} more */
  #path(more) {
    return `/api/puzzles/${encodeURIComponent(this.puzzle.game)}/${this.puzzle.number}${more}`;
  }

  /** @param {string[]} taps */
  async #tried(taps) {
    const { ply } = this.puzzle;
    play("move");
    try {
      /** @type {PuzzleAnswer} */
      const answer = await api.post(this.#path("/try"), { ply, taps });
      if (this.#gone) return;
      await (answer.right ? this.#right(answer) : this.#wrong(answer));
    } catch (error) {
      this.board.cancel();
      this.toast.say(/** @type {Error} */ (error).message);
    }
  }

  /** @param {PuzzleAnswer} answer */
  async #right({ tried, board, next }) {
    Object.assign(this.board, { board, lastMove: tried.taps, legal: null });
    if (next.ply < next.plies) {
      await wait(REPLY_MS);
      if (this.#gone) return;
      play("move");
    }
    this.puzzle = next;
    this.#show();
    if (this.#solved) return this.#finish();
    const words = t("puzzle.right", { move: tried.pretty, reply: next.last?.pretty ?? "" });
    this.panel.say("right", words);
    announce(words);
  }

  /** @param {PuzzleAnswer} answer */
  async #wrong({ tried, board }) {
    this.#mistake = { ply: this.puzzle.ply, move: tried.text };
    const words = t("puzzle.wrong", { move: tried.pretty });
    this.panel.say("wrong", words);
    announce(words, { urgent: true });
    play("illegal");
    this.#count(false);
    Object.assign(this.board, { board, lastMove: tried.taps, legal: null });
    await wait(WRONG_MS);
    if (!this.#gone) this.#show();
  }

  #finish() {
    const clean = !this.#helped && this.#mistake === null;
    const words = t(clean ? "puzzle.solved" : "puzzle.solved_late");
    this.panel.say("solved", words);
    announce(words);
    play("end");
    this.#count(clean);
  }

  /** The first result counts, whatever follows. @param {boolean} solved */
  #count(solved) {
    if (!solved) this.#helped = true;
    if (this.#counted) return;
    this.#counted = true;
    this.panel.count(this.puzzle.game, count(this.puzzle, solved, this.day));
  }

  /** @param {string} name */
  async #act(name) {
    if (this.#busy) return;
    if (name.startsWith("choose:")) this.board.choose(name.slice(7));
    else if (name === "cancel") this.board.cancel();
    else if (name === "finish") this.board.finish();
    else if (name === "next") await navigate(await this.#nextAddress());
    else {
      this.#busy = true;
      try {
        if (name === "hint") await this.#hint();
        else if (name === "solution") await this.#solution();
        else if (name === "why") await this.#why();
        else if (name === "again") await this.#again();
      } catch (error) {
        this.toast.say(/** @type {Error} */ (error).message);
      } finally {
        this.#busy = false;
      }
    }
  }

  async #nextAddress() {
    const { game } = this.puzzle;
    if (!this.#counted) this.#count(false);
    const { rating, seen } = recordOf(game);
    const next = await api.post(`/api/puzzles/${encodeURIComponent(game)}/next`, { rating, seen });
    return `/puzzles/${encodeURIComponent(game)}/${next.number}`;
  }

  async #hint() {
    const { tap } = await api.get(this.#path(`/hint?ply=${this.puzzle.ply}`));
    if (this.#gone) return;
    this.#count(false);
    this.board.cancel();
    const place = this.info.shape.places.find((known) => known.tap === tap);
    this.board.marks = place ? [{ kind: "hint-from", place: place.name }] : [];
    const words = t("puzzle.hint_says", { place: place ? tap : (this.info.choices[tap] ? t("puzzle.hint_button") : tap) });
    this.panel.say("open", words);
    announce(words);
  }

  /** Plays the rest of the solution on the board. */
  async #solution() {
    const { solution } = await api.get(this.#path(`/why?ply=${this.puzzle.ply}`));
    this.#count(false);
    this.panel.say("shown", t("puzzle.shown", { moves: solution.map((/** @type {{ pretty: string }} */ move) => move.pretty).join(" ") }));
    for (let ply = this.puzzle.ply + 1; ply <= this.puzzle.plies; ply += 1) {
      const state = await api.get(this.#path(`?ply=${ply}`));
      if (this.#gone) return;
      this.puzzle = state;
      this.#show();
      this.board.legal = null;
      play("move");
      announce(state.last?.pretty ?? "");
      if (ply < state.plies) await wait(SOLUTION_MS);
    }
  }

  async #why() {
    const mistake = this.#mistake;
    const { why } = this.panel;
    why.hidden = false;
    await showWhy(why, this.puzzle, mistake?.ply ?? (this.#solved ? 0 : this.puzzle.ply), mistake?.move ?? null);
    why.scrollIntoView({ block: "nearest" });
    why.tabIndex = -1;
    why.focus({ preventScroll: true });
  }

  async #again() {
    this.puzzle = await api.get(this.#path(""));
    this.#mistake = null;
    this.panel.say("open", t("puzzle.your_move"));
    this.#show();
    this.board.focus();
  }

  leave() {
    this.#gone = true;
    this.toast.stop();
  }
}

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 * @returns {Promise<() => void>}
 */
export async function show(root, { game, number }) {
  const [info, list] = await Promise.all([gameInfo(game ?? ""), api.get("/api/puzzles"), loadWords("puzzles")]);
  const daily = /** @type {PuzzleList} */ (list).games.find((known) => known.game === info.id)?.daily;
  const puzzle = await choose(info.id, number, daily, list.day);
  const day = puzzle.number === daily?.number ? list.day : null;
  const screen = new PuzzleScreen(root, info, puzzle, day);
  document.title = `${t("puzzle.number", { n: puzzle.number })} · Quevedo`;
  return () => screen.leave();
}

/**
 * The puzzle that is named; without a name that of the day, and after it one that suits the visitor.
 * @param {string} game
 * @param {string | undefined} number
 * @param {PuzzleState | undefined} daily
 * @param {number} day
 * @returns {Promise<PuzzleState>}
 */
async function choose(game, number, daily, day) {
  if (number) return api.get(`/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(number)}`);
  const record = recordOf(game);
  if (daily && record.day !== day && record.seen.at(-1) !== daily.number) return daily;
  return api.post(`/api/puzzles/${encodeURIComponent(game)}/next`, { rating: record.rating, seen: record.seen });
}
