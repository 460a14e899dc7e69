// The rules of each game, in words and pictures.

import { announce } from "../announce.js";
import { api, catalog } from "../api.js";
import { h, icon, richText } from "../dom.js";
import { language, t, text } from "../i18n.js";
import { prefs } from "../prefs.js";
import { quickGame } from "../start.js";
import { proportions, thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").Rules} Rules */
/** @typedef {import("../../types/api").RulesSection} Section */
/** @typedef {import("../../types/api").RulesPart} Part */
/** @typedef {import("../../types/api").RulesDiagram} Diagram */

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function show(root, params) {
  const { games } = await catalog();
  const family = params.game?.split(":")[0];
  if (!family) return showAll(root, games);
  const game = games.find((known) => known.id === family);
  if (!game)
    throw Object.assign(new Error(t("error.unknown_game", { game: family })), { name: "ApiError", status: 404 });
  return showOne(root, game, games);
}

/**
 * @param {HTMLElement} root
 * @param {GameInfo[]} games
 */
function showAll(root, games) {
  const cards = games
    .filter((game) => !game.variant)
    .map((game) =>
      h(
        "li",
        null,
        h(
          "a",
          { class: "rules-card card", href: `/rules/${game.id}` },
          thumbnail({ shape: game.shape, board: game.start.board }),
          h(
            "span",
            null,
            h("strong", { class: "name" }, text(game.name)),
            h("br"),
            h("span", { class: "soft" }, text(game.tagline)),
          ),
        ),
      ),
    );
  root.append(
    h(
      "div",
      { class: "page" },
      h("div", { class: "page-head" }, h("h1", null, t("rules.title")), h("p", { class: "lead" }, t("rules.lead"))),
      h("ul", { class: "rules-cards", role: "list" }, cards),
    ),
  );
}

/**
 * @param {HTMLElement} root
 * @param {GameInfo} game
 * @param {GameInfo[]} games
 */
async function showOne(root, game, games) {
  /** @type {Rules} */
  const rules = await api.get(`/api/rules/${encodeURIComponent(game.id)}`);
  const words = rules[language()];
  const name = text(game.name);
  document.title = `${t("rules.of", { game: name })} · Quevedo`;
  const play = () => quickGame(game.id, prefs.get("level")).catch((error) => announce(error.message, { urgent: true }));
  root.append(
    h(
      "article",
      { class: "page rules-page" },
      h(
        "div",
        { class: "page-head" },
        h("a", { class: "back", href: "/rules" }, icon("arrow-left"), t("rules.all")),
        h("h1", null, name),
        words.lead ? h("p", { class: "lead" }, words.lead) : null,
        h(
          "div",
          { class: "button-row" },
          h("button", { class: "button primary", type: "button", onclick: play }, icon("play"), t("rules.play")),
          h("a", { class: "button", href: `/new/${game.id}` }, t("rules.setup")),
        ),
      ),
      h(
        "div",
        { class: "rules-text" },
        words.sections.map((section) => drawSection(section, game, games)),
      ),
    ),
  );
}

/**
 * Words on one side, pictures on the other; below each other where it is narrow.
 * @param {Section} section
 * @param {GameInfo} game
 * @param {GameInfo[]} games
 */
function drawSection({ title, parts }, game, games) {
  const pictures = parts.flatMap((part) => ("diagram" in part ? [part.diagram] : []));
  return h(
    "section",
    null,
    h("div", { class: "words" }, title ? h("h2", null, title) : null, parts.map(drawPart)),
    pictures.length > 0
      ? h(
          "div",
          { class: "diagrams" },
          pictures.map((picture) => drawDiagram(picture, game, games)),
        )
      : null,
  );
}

/** @param {Part} part */
function drawPart(part) {
  if ("text" in part) return h("p", null, richText(part.text));
  if ("diagram" in part) return null;
  return h(
    "ul",
    null,
    part.list.map((item) => h("li", null, richText(item))),
  );
}

/**
 * A picture with its caption, which says in words all that the picture shows.
 * @param {Diagram} diagram
 * @param {GameInfo} game
 * @param {GameInfo[]} games
 */
function drawDiagram({ game: id, position, marks, caption }, game, games) {
  const of = games.find((known) => known.id === (id ?? game.id)) ?? game;
  const figure = h("figure", { class: "diagram" });
  const { columns, rows } = proportions(of.shape);
  figure.style.setProperty("--ratio", `${columns} / ${rows}`);
  const place = h("div", { class: "thumb" });
  figure.append(place, h("figcaption", null, caption));
  boardOf(of, position).then(
    (board) => place.replaceWith(thumbnail({ shape: of.shape, board, marks })),
    () => place.remove(),
  );
  return figure;
}

/**
 * @param {GameInfo} game
 * @param {string | null} position
 */
async function boardOf(game, position) {
  if (position === null) return game.start.board;
  return (await api.post("/api/position", { game: game.id, position })).board;
}
