// The lessons in their order, and how far the visitor has come.

import { h, icon, loadStyles } from "../dom.js";
import { loadWords, number, t, text } from "../i18n.js";
import { answered } from "../lessons/progress.js";
import { LESSONS } from "../../lessons/index.js";

/** @param {HTMLElement} root */
export async function show(root) {
  await Promise.all([loadWords("learn"), loadStyles("lessons")]);
  const lessons = await Promise.all(LESSONS.map(async ({ load }) => (await load()).default));
  root.append(
    h(
      "div",
      { class: "page learn" },
      h("div", { class: "page-head" }, h("h1", null, t("learn.title")), h("p", { class: "lead" }, t("learn.lead"))),
      h("ol", { class: "lesson-list", role: "list" }, lessons.map(card)),
      h("p", null, h("a", { class: "button", href: "/learn/teacher" }, icon("book-open"), t("learn.teacher"))),
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
