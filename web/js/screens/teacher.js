// For teachers: what to do in an hour, links that open a set-up, a sheet to print.

import { gameInfo } from "../api.js";
import { h, icon, loadStyles, richText } from "../dom.js";
import { loadWords, t, text } from "../i18n.js";
import { drawPicture } from "../lessons/picture.js";
import { Program } from "../lessons/program.js";
import { LESSONS } from "../../lessons/index.js";
import { GAME, HOUR, SETUPS, SHEET } from "../../lessons/teacher.js";

/** @param {HTMLElement} root */
export async function show(root) {
  await Promise.all([loadWords("learn"), loadStyles("lessons")]);
  const lessons = await Promise.all(LESSONS.map(async ({ load }) => (await load()).default));
  const [program, game] = [new Program(), await gameInfo(GAME)];
  const pictures = await Promise.all(SHEET.map(({ picture }) => (picture ? drawPicture(game, picture, program) : null)));
  const section = (/** @type {string} */ id, /** @type {Node[]} */ ...parts) =>
    h("section", { class: `lesson-part teacher-${id}`, "aria-labelledby": `teacher-${id}` }, h("h2", { id: `teacher-${id}` }, t(`learn.teacher.${id}`)), parts);
  root.append(
    h(
      "article",
      { class: "page teacher" },
      h("div", { class: "page-head" }, h("h1", null, t("title.teacher")), h("p", { class: "lead no-print" }, t("learn.teacher.lead"))),
      h(
        "div",
        { class: "no-print" },
        section("hour", h("table", { class: "table" }, h("tbody", null, HOUR.map(hourRow)))),
        section("setups", h("ul", null, SETUPS.map(({ text: words, href }) => h("li", null, h("a", { href }, text(words)))))),
        section("lessons", h("ol", null, lessons.map(({ id, title, goal }) => h("li", null, h("a", { href: `/learn/${id}` }, text(title)), `: ${text(goal)}`)))),
        h("button", { class: "button", type: "button", onclick: () => print() }, icon("download"), t("learn.teacher.print")),
      ),
      section("sheet", h("p", null, t("learn.teacher.name")), h("ol", { class: "teacher-sheet" }, SHEET.map((item, i) => sheetItem(item, pictures[i] ?? null)))),
    ),
  );
}

/** @param {import("../../lessons/teacher.js").HourStep} step */
function hourRow({ minutes, text: words, href }) {
  const what = href ? h("a", { href }, text(words)) : text(words);
  return h("tr", null, h("th", { scope: "row" }, t("learn.teacher.minutes", { minutes })), h("td", null, what));
}

/** @param {import("../../lessons/teacher.js").SheetItem} item @param {HTMLElement | null} picture */
function sheetItem({ text: words, lines }, picture) {
  return h("li", null, richText(text(words)), picture, Array.from({ length: lines }, () => h("div", { class: "teacher-answer" })));
}
