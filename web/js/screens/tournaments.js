// All tournaments, the newest first.

import { api, catalog } from "../api.js";
import { fill, h, icon } from "../dom.js";
import { plural, t } from "../i18n.js";
import { gameTitle } from "../names.js";
import { thumbnail } from "../thumb.js";
import { pager } from "../tournament/pager.js";
import { statusBadge } from "../tournament/status.js";

/** @typedef {import("../../types/api").TournamentList} TournamentList */
/** @typedef {import("../../types/api").TournamentSummary} TournamentSummary */
/** @typedef {import("../../types/api").GameInfo} GameInfo */

/** @param {HTMLElement} root */
export async function show(root) {
  const { games } = await catalog();
  const results = h("div", { class: "results" });
  root.append(
    h(
      "div",
      { class: "page" },
      h(
        "div",
        { class: "page-head tournaments-head" },
        h("div", null, h("h1", null, t("tournaments.title")), h("p", { class: "lead" }, t("tournaments.lead"))),
        h("a", { class: "button primary", href: "/tournaments/new" }, icon("plus"), t("tournament.new")),
      ),
      results,
    ),
  );
  await load(results, games, 1);
}

/**
 * @param {HTMLElement} results
 * @param {GameInfo[]} games
 * @param {number} page
 */
async function load(results, games, page) {
  /** @type {TournamentList} */
  const found = await api.get(`/api/tournaments?page=${page}`);
  if (found.total === 0) return fill(results, nothing());
  const turn = async (/** @type {number} */ to) => {
    await load(results, games, to);
    scrollTo(0, 0);
    document.querySelector("h1")?.focus();
  };
  fill(
    results,
    h(
      "ul",
      { class: "game-rows", role: "list" },
      found.tournaments.map((one) => row(one, games)),
    ),
    pager({ page, shown: found.tournaments.length, ...found, turn }),
  );
}

/**
 * @param {TournamentSummary} one
 * @param {GameInfo[]} games
 */
function row(one, games) {
  const game = games.find((known) => known.id === one.game);
  if (!game) return null;
  const about = [gameTitle(game), t(`tournament.format.${one.format}`), plural("tournament.players_n", one.players)];
  return h(
    "li",
    null,
    h(
      "a",
      { class: "game-row card", href: `/tournament/${one.id}` },
      thumbnail({ shape: game.shape, board: game.start.board }),
      h("span", { class: "words" }, h("strong", null, one.name), h("span", { class: "soft small" }, about.join(" · "))),
      h(
        "span",
        { class: "result" },
        statusBadge(one),
        h("span", { class: "soft small" }, t("tournament.progress", { played: one.played, planned: one.planned })),
      ),
      h("span", { class: "when soft small" }, one.mine ? t("tournaments.mine") : t(`tournaments.source.${one.source}`)),
    ),
  );
}

function nothing() {
  return h(
    "div",
    { class: "empty card" },
    h("h2", null, t("tournaments.empty.title")),
    h("p", { class: "soft" }, t("tournaments.empty.text")),
    h("a", { class: "button primary", href: "/tournaments/new" }, icon("plus"), t("tournament.new")),
  );
}
