/** The games of this server, or of this browser where there is none, that went through the position, and the opening book: move, games, results, value. */
import { isLocal } from "../address.js";
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { prettyMove } from "../names.js";
import { barTone } from "../panels/evaluation.js";
import { LinePanel } from "./line-panel.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("../../types/api").PlayedMove} PlayedMove @typedef {import("../../types/api").PlayedMoves} PlayedMoves */

/** Rows that are shown. */
const MOST_ROWS = 20;
const TITLE = isLocal ? "board_analysis.played.local" : "board_analysis.played";
const NONE = isLocal ? "board_analysis.never_played.local" : "board_analysis.never_played";

/** @param {number} share of 1 @returns {string} */
const percent = (share) => `${number(Math.round(100 * share))} %`;

/** @extends {LinePanel<PlayedMoves>} */
export class PlayedGames extends LinePanel {
  /** @param {BoardModel} model @param {import("./preview.js").Preview} preview */
  constructor(model, preview) {
    const table = h("div", { class: "played-table" });
    super(model, preview, { name: "played", title: t(TITLE), content: table });
    this.table = table;
    this.said.setAttribute("role", "status");
  }

  /** Games end while the board is open. */
  get keeps() {
    return false;
  }

  /** @param {AbortSignal} signal */
  ask(signal) {
    return api.post("/api/analysis/games", this.model.line, signal);
  }

  /** @param {string} words */
  clear(words) {
    super.clear(words);
    this.table.hidden = true;
    fill(this.table);
  }

  /** @param {PlayedMoves} found */
  show({ games, has_book: hasBook, moves }) {
    this.clear(games > 0 ? plural("board_analysis.played_games", games) : t(NONE));
    if (moves.length === 0) return;
    this.table.hidden = false;
    const heads = ["move", "games", "results", ...(hasBook ? ["book"] : [])];
    const rows = moves.slice(0, MOST_ROWS).map((move) => this.#row(move, games, hasBook));
    fill(
      this.table,
      h(
        "table",
        { class: "played" },
        h("caption", { class: "sr-only" }, t(TITLE)),
        h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, t(`board_analysis.played.${head}`))))),
        h("tbody", null, rows),
      ),
    );
  }

  /** @param {PlayedMove} move @param {number} all @param {boolean} hasBook */
  #row(move, all, hasBook) {
    const { info } = this.model;
    const attributes = { class: "played-move", dataset: { move: move.text } };
    const button = this.moveButton(move.text, attributes, prettyMove(info, move.pretty));
    const same = move.same.map((other) => prettyMove(info, other)).join(", ");
    const named = same ? h("span", { class: "soft small", title: t("board_analysis.played.symmetry") }, ` ${t("board_analysis.played.same", { moves: same })}`) : null;
    const games = move.games > 0 ? `${number(move.games)} (${percent(move.games / Math.max(1, all))})` : "–";
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, button, named),
      h("td", { class: "figure" }, games),
      h("td", null, move.games > 0 ? this.#results(move) : "–"),
      hasBook ? h("td", { class: "figure" }, this.#book(move)) : null,
    );
  }

  /** The parts of both sides and of draws, as a bar and in words. @param {PlayedMove} move */
  #results({ games, first_wins: first, draws, second_wins: second }) {
    const { info } = this.model;
    const parts = [
      { name: "first", count: first, words: text(info.sides[0]) },
      { name: "draw", count: draws, words: t("board_analysis.draw") },
      { name: "second", count: second, words: text(info.sides[1]) },
    ].filter(({ name, count }) => count > 0 || name !== "draw");
    const said = parts.map(({ count, words }) => `${words} ${percent(count / games)}`).join(", ");
    const bar = h("span", { class: "played-bar", "aria-hidden": "true", dataset: { tone: barTone(this.model) } });
    for (const { name, count } of parts) {
      const part = h("span", { dataset: { part: name } });
      part.style.flexGrow = String(count);
      bar.append(part);
    }
    return h("span", { class: "played-results", title: said }, bar, h("span", { class: "small" }, said));
  }

  /** @param {PlayedMove} move */
  #book({ book }) {
    if (!book) return "–";
    if (book.units === null || !this.model.info.unit) return percent(book.chance);
    const sign = book.units > 0 ? "+" : "";
    return `${sign}${new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 }).format(book.units)}`;
  }
}
