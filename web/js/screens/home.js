// Home: a card a game, and the games that wait to be continued.

import { isLocal } from "../address.js";
import { announce } from "../announce.js";
import { api, catalog } from "../api.js";
import { segments } from "../controls.js";
import { fill, h, icon } from "../dom.js";
import { plural, t, text } from "../i18n.js";
import { gameTitle, seatName, sideIndex } from "../names.js";
import { prefs } from "../prefs.js";
import { quickGame } from "../start.js";
import { thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").GameSummary} GameSummary */
/** @typedef {import("../../types/api").GameList} GameList */

/** So many games are offered to be continued before the list says that there are more. */
const CONTINUED = 4;

/** @param {HTMLElement} root */
export async function show(root) {
  const { games, levels } = await catalog();
  const count = games.filter((game) => !game.variant).length;
  const waiting = h("section", { class: "continue", "aria-labelledby": "continue-title", hidden: true });
  root.append(
    h(
      "div",
      { class: "page home" },
      h(
        "div",
        { class: "home-head" },
        h("div", { class: "page-head" }, h("h1", null, t("home.title")), h("p", { class: "lead" }, plural(isLocal ? "home.lead.local" : "home.lead", count))),
        h("div", { class: "home-choices" }, levelChoice(levels), sideChoice()),
      ),
      waiting,
      h("h2", { class: "sr-only" }, t("home.games")),
      h("ul", { class: "game-cards", role: "list" }, games.filter((game) => !game.variant).map(gameCard), learnCard(games), puzzlesCard()),
    ),
  );
  // The cards do not wait for this.
  offerRunning(waiting, games).catch(() => {});
}

/** How strong the machine of the Play buttons is. @param {string[]} levels */
function levelChoice(levels) {
  const options = levels.map((level) => ({ value: level, label: t(`level.${level}`) }));
  return h(
    "div",
    { class: "home-level" },
    segments({
      legend: t("home.level"),
      options,
      value: prefs.get("level"),
      onchange: (level) => prefs.set("level", level),
    }),
  );
}

/** Which side of the Play buttons the visitor takes. */
function sideChoice() {
  const options = ["first", "second", "random"].map((side) => ({ value: side, label: t(`home.side.${side}`) }));
  return h(
    "div",
    { class: "home-level home-side" },
    segments({
      legend: t("home.side"),
      options,
      value: prefs.get("side"),
      onchange: (side) => prefs.set("side", side),
    }),
  );
}

/** @param {GameInfo[]} games */
function learnCard(games) {
  // A board of columns has few moves: its tree can be seen whole.
  const explored = games.find((game) => game.shape.kind === "columns") ?? games[0];
  return h(
    "li",
    { class: "game-card card learn" },
    h("h3", null, t("home.learn")),
    h("p", { class: "soft" }, t("home.learn.text")),
    h("a", { class: "button", href: "/rules" }, icon("book-open"), t("home.learn.rules")),
    h("a", { class: "button", href: "/learn" }, icon("lightbulb"), t("home.learn.lessons")),
    explored
      ? h("a", { class: "button", href: `/explore/${explored.id}` }, icon("git-branch"), t("home.learn.explore"))
      : null,
  );
}

function puzzlesCard() {
  return h(
    "li",
    { class: "game-card card learn" },
    h("h3", null, t("home.puzzles")),
    h("p", { class: "soft" }, t("home.puzzles.text")),
    h("a", { class: "button", href: "/puzzles" }, icon("target"), t("home.puzzles.open")),
  );
}

/** @param {GameInfo} game */
function gameCard(game) {
  const name = text(game.name);
  const play = h(
    "button",
    { class: "button primary", type: "button", onclick: () => playNow(play, game) },
    icon("play"),
    t("home.play"),
    h("span", { class: "sr-only" }, ` ${name}`),
  );
  const setUp = h(
    "a",
    { class: "button", href: `/new/${game.id}` },
    t("home.setup"),
    h("span", { class: "sr-only" }, ` ${name}`),
  );
  return h(
    "li",
    { class: "game-card card", dataset: { game: game.id } },
    h("div", { class: "picture" }, thumbnail({ shape: game.shape, board: game.start.board })),
    h(
      "div",
      { class: "words" },
      h("h3", null, name),
      text(game.tagline) ? h("p", { class: "soft" }, text(game.tagline)) : null,
      h("div", { class: "button-row" }, play, setUp),
    ),
  );
}

/**
 * @param {HTMLButtonElement} button
 * @param {GameInfo} game
 */
async function playNow(button, game) {
  button.disabled = true;
  try {
    await quickGame(game.id, prefs.get("level"));
  } catch (error) {
    button.disabled = false;
    const message = /** @type {Error} */ (error).message;
    announce(message, { urgent: true });
    const card = /** @type {HTMLElement} */ (button.closest(".words"));
    card.querySelector(".problem")?.remove();
    card.append(h("p", { class: "problem" }, message));
  }
}

/** A game against a machine in which nothing was played yet is not worth coming back to. @param {GameSummary} game */
function isBegun(game) {
  return game.plies > 0 || game.seats.every((seat) => seat.kind !== "machine");
}

/**
 * Lists the visitor's running games, if there are any.
 * @param {HTMLElement} place
 * @param {GameInfo[]} games
 */
async function offerRunning(place, games) {
  /** @type {GameList} */
  const running = await api.get("/api/games?mine=true&status=running");
  const begun = running.games.filter(isBegun);
  if (begun.length === 0) return;
  const more = h(
    "a",
    { class: "more", href: "/games?mine=true&status=running" },
    t("home.continue_all", { n: running.total }),
  );
  fill(
    place,
    h(
      "div",
      { class: "section-head" },
      h("h2", { id: "continue-title" }, t("home.continue")),
      running.total > CONTINUED ? more : null,
    ),
    h(
      "ul",
      { class: "continue-list", role: "list" },
      begun.slice(0, CONTINUED).map((game) => continueCard(game, games)),
    ),
  );
  place.hidden = false;
}

/** Whose turn it is, or what the game waits for. @param {GameSummary} summary */
function statusOf({ status, seats, turn, plies }) {
  const yours = status === "running" && seats[sideIndex(turn)].mine;
  if (yours) return h("span", { class: "small your-turn" }, t("home.your_turn"));
  const words = status === "running" ? plural("home.plies", plies) : t(`games.${status}`);
  return h("span", { class: "soft small" }, words);
}

/** The visitor's opponent, or both players where the visitor is neither or both. @param {GameSummary} summary */
function who({ seats }) {
  const others = seats.filter((seat) => !seat.mine);
  const [opponent] = others;
  return opponent && others.length === 1
    ? t("home.against", { name: seatName(opponent) })
    : seats.map(seatName).join(` ${t("seat.versus")} `);
}

/**
 * @param {GameSummary} summary
 * @param {GameInfo[]} games
 */
function continueCard(summary, games) {
  const game = games.find((known) => known.id === summary.game);
  if (!game) return null;
  const flipped = Boolean(summary.seats[1]?.mine && !summary.seats[0]?.mine);
  return h(
    "li",
    null,
    h(
      "a",
      { class: "continue-card card", href: `/game/${summary.id}` },
      thumbnail({ shape: game.shape, board: summary.board, flipped }),
      h(
        "span",
        { class: "words" },
        h("strong", null, gameTitle(game)),
        h("span", { class: "soft small" }, who(summary)),
        statusOf(summary),
      ),
    ),
  );
}
