// What stands beside the board of a puzzle: the task, what was said of the last move, the visitor's rating and streak.

import { fill, h, icon } from "../dom.js";
import { number, t } from "../i18n.js";
import { gameTitle } from "../names.js";
import { goalHint, goalText } from "./goal.js";
import { recordOf } from "./record.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").PuzzleState} PuzzleState */
/** @typedef {"open" | "right" | "wrong" | "solved" | "shown"} Mood */

const ICONS = { open: "target", right: "check", wrong: "x", solved: "trophy", shown: "lightbulb" };

/** @param {GameInfo} info */
export function puzzlePanel(info) {
  const head = h("header", { class: "side-head" });
  const task = h("h1", { class: "puzzle-task" });
  const hint = h("p", { class: "soft" });
  const said = h("p", { class: "puzzle-said", dataset: { mood: "open" } });
  const stats = h("dl", { class: "puzzle-stats" });
  const why = h("section", { class: "puzzle-why", "aria-label": t("puzzle.why"), hidden: true });
  const element = h("div", { class: "side puzzle-side" }, head, task, hint, said, stats, why);

  /** @param {PuzzleState} puzzle @param {boolean} isDaily */
  const show = (puzzle, isDaily) => {
    const name = isDaily ? t("puzzle.daily") : t("puzzle.number", { n: puzzle.number });
    fill(
      head,
      h("a", { href: "/puzzles" }, icon("chevron-left"), t("puzzles.title")),
      h("strong", null, gameTitle(info)),
      h("span", { class: "soft" }, `${name} · ${t("puzzle.rating", { n: number(puzzle.rating) })}`),
    );
    task.textContent = goalText(puzzle, info);
    hint.textContent = goalHint(puzzle);
    why.hidden = true;
    fill(why);
  };

  /** @param {Mood} mood @param {string} words */
  const say = (mood, words) => {
    said.dataset.mood = mood;
    fill(said, icon(ICONS[mood]), h("span", null, words));
  };

  /** @param {string} game @param {number} [change] of the rating, just now */
  const count = (game, change) => {
    const record = recordOf(game);
    const moved = change === undefined ? null : h("span", { class: "soft" }, ` ${change >= 0 ? "+" : "−"}${Math.abs(change)}`);
    fill(
      stats,
      stat(t("puzzle.your_rating"), number(record.rating), moved),
      stat(t("puzzle.streak"), number(record.streak), null),
      stat(t("puzzle.days"), number(record.days), null),
    );
  };
  return { element, why, show, say, count };
}

/** @param {string} name @param {string} value @param {HTMLElement | null} more */
function stat(name, value, more) {
  return h("div", null, h("dt", null, name), h("dd", null, value, more));
}
