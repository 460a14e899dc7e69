// One lesson: the idea, something to look at, an experiment, three questions.

import { ApiError, catalog } from "../api.js";
import { h, icon, loadStyles } from "../dom.js";
import { loadWords, number, t, text } from "../i18n.js";
import { drawPicture } from "../lessons/picture.js";
import { Program } from "../lessons/program.js";
import { remember } from "../lessons/progress.js";
import { drawQuestion } from "../lessons/questions.js";
import { drawWidget } from "../lessons/widgets.js";
import { filled, paragraph } from "../lessons/words.js";
import { LESSONS } from "../../lessons/index.js";

/** @typedef {import("../lessons/types.js").Lesson} Lesson @typedef {import("../../types/api").GameInfo} GameInfo */

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function show(root, { lesson: id = "" }) {
  const index = LESSONS.findIndex((one) => one.id === id);
  const entry = LESSONS[index];
  if (!entry) throw new ApiError(404, "unknown_lesson", t("missing.title"));
  const words = [loadWords("learn"), loadWords("explore"), loadStyles("lessons"), loadStyles("explore")];
  const [{ default: lesson }, { games, lesson_games }] = await Promise.all([entry.load(), catalog(), ...words]);
  document.title = `${text(lesson.title)} · Quevedo`;
  const gameOf = (/** @type {string} */ name) => {
    const found = [...lesson_games, ...games].find((game) => game.id === name);
    if (!found) throw new ApiError(404, "unknown_game", t("error.unknown_game", { game: name }));
    return found;
  };
  const program = new Program();
  const facts = await lesson.facts(program);
  const widgets = [lesson.look, lesson.experiment].map(({ wish }) => drawWidget(wish, program, gameOf));
  const [look, experiment] = widgets;
  const section = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...parts) =>
    h("section", { class: `lesson-part ${name}`, "aria-labelledby": `lesson-${name}` }, h("h2", { id: `lesson-${name}` }, t(`learn.part.${name}`)), parts);
  const picture = lesson.picture ? await drawPicture(gameOf(lesson.picture.game), lesson.picture.position, program) : null;
  const question = (/** @type {Lesson["questions"][number]} */ one, /** @type {number} */ i) =>
    drawQuestion(one, i + 1, { facts, program, gameOf, onright: () => remember(id, i + 1) });
  root.append(
    h(
      "article",
      { class: "page lesson", dataset: { lesson: id } },
      h(
        "div",
        { class: "page-head" },
        h("p", { class: "small" }, h("a", { href: "/learn" }, t("learn.title")), ` · ${t("learn.number_of", { n: number(index + 1), all: number(LESSONS.length) })}`),
        h("h1", null, text(lesson.title)),
        h("p", { class: "lead" }, filled(lesson.goal, facts)),
      ),
      section("idea", ...(picture ? [picture] : []), ...lesson.idea.map((one) => paragraph(one, facts))),
      section("look", paragraph(lesson.look.text, facts), look?.element ?? null, more(lesson.look.link)),
      section("experiment", paragraph(lesson.experiment.text, facts), experiment?.element ?? null),
      section("questions", ...lesson.questions.map(question)),
      neighbours(index),
    ),
  );
  await Promise.all(widgets.map((widget) => widget.start()));
  return () => widgets.forEach((widget) => widget.stop());
}

/** Where one can look further. @param {Lesson["look"]["link"]} link */
function more(link) {
  return link ? h("p", null, h("a", { href: link.href }, text(link.text))) : null;
}

/** The lessons before and after. @param {number} index */
function neighbours(index) {
  const link = (/** @type {number} */ at, /** @type {string} */ words, /** @type {string} */ image) => {
    const other = LESSONS[at];
    return other ? h("a", { class: "button", href: `/learn/${other.id}` }, icon(image), t(words)) : null;
  };
  return h("nav", { class: "button-row lesson-nav", "aria-label": t("learn.title") }, link(index - 1, "learn.previous", "chevron-left"), link(index + 1, "learn.next", "chevron-right"));
}
