/** The games of this server, or of this browser where there is none, that went through the position, and the opening book: move, games, results, value. */
import { isLocal } from "../address.js";
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { prettyMove } from "../names.js";
import { barTone } from "../panels/evaluation.js";
import { prefs } from "../prefs.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("../../types/api").PlayedMove} PlayedMove @typedef {import("../../types/api").PlayedMoves} PlayedMoves */

const PAUSE_MS = 200;
/** Rows that are shown. */
const MOST_ROWS = 20;
const TITLE = isLocal ? "board_analysis.played.local" : "board_analysis.played";
const NONE = isLocal ? "board_analysis.never_played.local" : "board_analysis.never_played";

/** @param {number} share of 1 @returns {string} */
const percent = (share) => `${number(Math.round(100 * share))} %`;

export class PlayedGames {
  #asked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {AbortController | null} */ #running = null;

  /** @param {BoardModel} model @param {import("./preview.js").Preview} preview */
  constructor(model, preview) {
    this.model = model;
    this.preview = preview;
    this.said = h("p", { class: "soft", role: "status" });
    this.table = h("div", { class: "played-table" });
    this.toggle = h("input", {
      type: "checkbox",
      checked: prefs.get("played") !== false,
      onchange: () => {
        prefs.set("played", this.toggle.checked);
        this.#asked = "";
        this.update();
      },
    });
    this.body = h("div", { class: "explorer-body" }, this.said, this.table);
    this.element = h(
      "section",
      { class: "card board-card", "aria-label": t(TITLE) },
      h("label", { class: "switch" }, this.toggle, h("span", null, t(TITLE))),
      this.body,
    );
  }

  update() {
    this.body.hidden = !this.toggle.checked;
    const key = JSON.stringify(this.model.line);
    if (!this.toggle.checked || key === this.#asked) return;
    this.#asked = key;
    clearTimeout(this.#timer);
    this.#running?.abort();
    if (this.model.at.seen?.outcome) return this.#show({ games: 0, has_book: false, moves: [] });
    this.#timer = setTimeout(() => void this.#ask(key), PAUSE_MS);
  }

  /** @param {string} key */
  async #ask(key) {
    const controller = new AbortController();
    this.#running = controller;
    try {
      const found = await api.post("/api/analysis/games", this.model.line, controller.signal);
      if (key === this.#asked) this.#show(found);
    } catch (error) {
      if (controller.signal.aborted || key !== this.#asked) return;
      this.#show({ games: 0, has_book: false, moves: [] });
      this.said.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {PlayedMoves} found */
  #show({ games, has_book: hasBook, moves }) {
    const over = Boolean(this.model.at.seen?.outcome);
    this.said.textContent = over ? "" : games > 0 ? plural("board_analysis.played_games", games) : t(NONE);
    this.table.hidden = moves.length === 0;
    if (moves.length === 0) return fill(this.table);
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
    const button = h(
      "button",
      {
        type: "button",
        class: "played-move",
        dataset: { move: move.text },
        onclick: () => {
          this.preview.hide();
          void this.model.playLine([move.text]);
        },
        onpointerenter: () => void this.preview.show([move.text], button),
        onpointerleave: () => this.preview.hide(),
      },
      prettyMove(info, move.pretty),
    );
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

  leave() {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }
}
