// The lessons in their order, and how far the visitor has come.

import { catalog } from "../api.js";
import { h, icon, loadStyles } from "../dom.js";
import { loadWords, number, t, text } from "../i18n.js";
import { answered } from "../lessons/progress.js";
import { LESSONS } from "../../lessons/index.js";

/** Screens that lessons lead to, each for every game. */
const TOOLS = ["explore", "lens", "duel"];

/** @param {HTMLElement} root */
export async function show(root) {
  await Promise.all([loadWords("learn"), loadStyles("lessons")]);
  const { games, lesson_games } = await catalog();
  // The smallest game comes first.
  const game = (lesson_games[0] ?? games[0]).id;
  const lessons = await Promise.all(LESSONS.map(async ({ load }) => (await load()).default));
  root.append(
    h(
      "div",
      { class: "page learn" },
      h("div", { class: "page-head" }, h("h1", null, t("learn.title")), h("p", { class: "lead" }, t("learn.lead"))),
      h("ol", { class: "lesson-list", role: "list" }, lessons.map(card)),
      h(
        "p",
        { class: "lesson-links" },
        h("a", { class: "button", href: "/rules" }, icon("book-open"), t("learn.rules")),
        h("a", { class: "button", href: "/learn/teacher" }, icon("users"), t("learn.teacher")),
      ),
      h("h2", null, t("learn.tools")),
      h("ul", { class: "lesson-list", role: "list" }, TOOLS.map((name) => toolCard(name, game))),
    ),
  );
}

/** @param {import("../lessons/types.js").Lesson} lesson @param {number} index */
function card({ id, title, goal, questions }, index) {
  const done = answered(id).length;
  return h(
    "li",
    { class: "card lesson-card", dataset: { lesson: id } },
    h("h2", null, h("a", { href: `/learn/${id}` }, `${number(index + 1)}. ${text(title)}`)),
    h("p", { class: "soft" }, text(goal)),
    h("p", { class: "small" }, done === questions.length ? icon("check") : null, t("learn.done", { done, all: questions.length })),
  );
}

/** @param {string} name @param {string} game */
function toolCard(name, game) {
  const link = h("a", { href: `/${name}/${game}` }, t(`title.${name}`));
  return h("li", { class: "card lesson-tool" }, h("h3", null, link), h("p", { class: "soft" }, t(`learn.tool.${name}`)));
}
