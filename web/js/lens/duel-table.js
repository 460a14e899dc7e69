// What two players saw, as a table for the page and as text for a report.

import { fill, h } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { gameTitle } from "../names.js";
import { thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").DuelRowState} DuelRow @typedef {import("../../types/api").SearchState} SearchState */
/** @typedef {import("../../types/api").GameInfo} GameInfo */

/** A value for the side to move: what is proved, what people count in, or points. @param {SearchState} seen @param {DuelRow} row */
export function valueText({ proof, units, score }, { turn }) {
  if (proof) {
    if (proof.winner === null) return t("analysis.drawn");
    const words = proof.plies === null ? "" : ` ${number(proof.plies)}`;
    return `${t(proof.winner === turn ? "explore.proof.win" : "explore.proof.loss")}${words}`;
  }
  if (units !== null) return signed(turn === "first" ? units : -units);
  return score === null ? "–" : signed(score);
}

/** @param {number} value */
function signed(value) {
  const rounded = Math.round(value * 100) / 100;
  return rounded > 0 ? `+${number(rounded)}` : number(rounded || 0).replace("-", "−");
}

/** @param {DuelRow} row @param {0 | 1} side */
function cellsOf(row, side) {
  const seen = row.seen[side];
  const star = row.over_budget[side] ? "*" : "";
  return [seen.pretty[0] ?? seen.move, valueText(seen, row), number(seen.depth), `${number(seen.nodes)}${star}`, seen.pretty.join(" ")];
}

export class DuelTable {
  /** @type {DuelRow[]} */ rows = [];

  /** @param {GameInfo} game */
  constructor(game) {
    this.game = game;
    this.body = h("tbody", null);
    this.onlyDifferences = false;
    const columns = ["position", "player", "move", "value", "depth", "nodes", "line"];
    this.element = h(
      "div",
      { class: "table-scroll", tabindex: "0", role: "group", "aria-label": t("duel.table"), hidden: true },
      h(
        "table",
        { class: "table small duel-table" },
        h("caption", { class: "sr-only" }, t("duel.table")),
        h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, t(`duel.column.${name}`))))),
        this.body,
      ),
    );
  }

  clear() {
    this.rows = [];
    this.draw();
  }

  /** @param {DuelRow} row */
  add(row) {
    this.rows.push(row);
    this.element.hidden = false;
    if (!this.onlyDifferences || !row.same_move) this.body.append(...this.#rowsOf(row, this.rows.length));
  }

  draw() {
    this.element.hidden = this.rows.length === 0;
    const shown = this.rows.flatMap((row, index) => (this.onlyDifferences && row.same_move ? [] : this.#rowsOf(row, index + 1)));
    fill(this.body, ...shown);
  }

  /** @param {DuelRow} row @param {number} index */
  #rowsOf(row, index) {
    const side = text(this.game.sides[row.turn === "first" ? 0 : 1]);
    const href = `/explore/${this.game.id}?${new URLSearchParams({ position: row.position, a: this.specs[0], b: this.specs[1] })}`;
    const where = h(
      "th",
      { scope: "rowgroup", rowspan: 2 },
      thumbnail({ shape: this.game.shape, board: row.board, label: t("board.label", { game: gameTitle(this.game), side }) }),
      h("a", { href }, `${number(index)}. ${side}`),
      h("span", { class: row.same_move ? "duel-line" : "duel-line duel-differs" }, t(row.same_move ? "duel.agree" : "duel.differ")),
    );
    return /** @type {(0 | 1)[]} */ ([0, 1]).map((player) => {
      const [move, value, depth, nodes, line] = cellsOf(row, player);
      const over = row.over_budget[player] ? h("span", { class: "sr-only" }, ` ${t("duel.over")}`) : null;
      return h(
        "tr",
        { dataset: { position: row.position, player: "AB"[player] } },
        player === 0 ? where : null,
        h("td", null, "AB"[player]),
        h("td", { class: row.same_move ? null : "duel-differs" }, move),
        h("td", null, value),
        h("td", null, depth),
        h("td", null, nodes, over),
        h("td", null, h("span", { class: "duel-line" }, line)),
      );
    });
  }

  /** The players, as text. @type {[string, string]} */ specs = ["", ""];

  /** The rows in sentences. */
  summary() {
    const { rows } = this;
    if (rows.length === 0) return [];
    const count = (/** @type {(row: DuelRow) => boolean} */ holds) => number(rows.filter(holds).length);
    const mean = (/** @type {0 | 1} */ side, /** @type {(seen: SearchState) => number} */ of) =>
      number(Math.round((10 * rows.reduce((sum, row) => sum + of(row.seen[side]), 0)) / rows.length) / 10);
    const same = count((row) => row.same_move);
    const value = count((row) => row.seen[0].score === row.seen[1].score);
    return [
      plural("duel.summary", rows.length, { same, value }),
      ...(/** @type {(0 | 1)[]} */ ([0, 1])).map((side) =>
        t("duel.mean", { player: "AB"[side], depth: mean(side, (seen) => seen.depth), nodes: mean(side, (seen) => seen.nodes) }),
      ),
    ];
  }

  #columns() {
    const of = (/** @type {string} */ player) => ["move", "value", "depth", "nodes", "line"].map((name) => `${t(`duel.column.${name}`)} ${player}`);
    return [t("duel.column.position"), t("duel.column.turn"), ...of("A"), ...of("B"), t("duel.column.differ")];
  }

  /** @param {DuelRow} row */
  #cells(row) {
    const side = text(this.game.sides[row.turn === "first" ? 0 : 1]);
    return [row.position, side, ...cellsOf(row, 0), ...cellsOf(row, 1), t(row.same_move ? "duel.agree" : "duel.differ")];
  }

  csv() {
    const quoted = (/** @type {string} */ cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    return [this.#columns(), ...this.rows.map((row) => this.#cells(row))].map((row) => row.map(quoted).join(",")).join("\n");
  }

  markdown() {
    const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    const columns = this.#columns();
    const head = [`A: \`${this.specs[0]}\`  `, `B: \`${this.specs[1]}\``, ""];
    const table = [line(columns), `|${"---|".repeat(columns.length)}`, ...this.rows.map((row) => line(this.#cells(row)))];
    return [...head, ...table, "", ...this.summary()].join("\n");
  }
}
