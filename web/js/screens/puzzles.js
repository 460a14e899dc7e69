// The puzzles of the day, one a game, and how the visitor does.

import { api, catalog } from "../api.js";
import { h, icon } from "../dom.js";
import { loadWords, number, plural, t } from "../i18n.js";
import { gameTitle } from "../names.js";
import { goalText } from "../puzzles/goal.js";
import { recordOf } from "../puzzles/record.js";
import { thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").PuzzleGame} PuzzleGame */
/** @typedef {import("../../types/api").PuzzleList} PuzzleList */

/** @param {HTMLElement} root */
export async function show(root) {
  const [{ games }, list] = await Promise.all([catalog(), api.get("/api/puzzles"), loadWords("puzzles")]);
  const cards = /** @type {PuzzleList} */ (list).games.flatMap((puzzles) => {
    const game = games.find((known) => known.id === puzzles.game);
    return game ? [card(game, puzzles, list.day)] : [];
  });
  root.append(
    h(
      "div",
      { class: "page" },
      h("div", { class: "page-head" }, h("h1", null, t("puzzles.title")), h("p", { class: "lead" }, t("puzzles.lead"))),
      h("ul", { class: "game-cards puzzle-cards", role: "list" }, cards),
    ),
  );
}

/**
 * @param {GameInfo} game
 * @param {PuzzleGame} puzzles
 * @param {number} day
 */
function card(game, { daily, count }, day) {
  const record = recordOf(game.id);
  const done = record.day === day;
  const name = gameTitle(game);
  const address = `/puzzles/${encodeURIComponent(game.id)}`;
  return h(
    "li",
    { class: "game-card card", dataset: { game: game.id } },
    h("div", { class: "picture" }, thumbnail({ shape: game.shape, board: daily.board, flipped: daily.side === "second" })),
    h(
      "div",
      { class: "words" },
      h("h2", null, name),
      h("p", { class: "soft" }, goalText(daily, game)),
      h(
        "p",
        { class: "small puzzle-facts" },
        done ? h("span", { class: "puzzle-done" }, icon("check"), t("puzzles.done_today")) : null,
        h("span", null, record.tried > 0 ? t("puzzles.rating", { n: number(record.rating) }) : plural("puzzles.count", count)),
      ),
      h(
        "div",
        { class: "button-row" },
        h("a", { class: "button primary", href: `${address}/${daily.number}` }, icon("target"), t("puzzles.solve"), said(name)),
        h("a", { class: "button", href: address }, t("puzzles.train"), said(name)),
      ),
    ),
  );
}

/** @param {string} name */
const said = (name) => h("span", { class: "sr-only" }, ` ${name}`);
