// The games of a tournament that have been played, each a link to its replay.

import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { plural, t, text } from "../i18n.js";
import { pager } from "./pager.js";

/** @typedef {import("../../types/api").TournamentGames} TournamentGames */
/** @typedef {import("../../types/api").TournamentGame} TournamentGame */
/** @typedef {import("../../types/api").TournamentState} TournamentState */

/** @param {string} id */
export function gamesList(id) {
  const list = h("div");
  const element = h(
    "section",
    { "aria-labelledby": "games-title" },
    h("h2", { id: "games-title" }, t("tournament.list")),
    list,
  );
  let page = 1;
  let shown = -1;
  /** Who reads an older page, or has the focus in the list, keeps it when new games come in. */
  const load = async () => {
    /** @type {TournamentGames} */
    const found = await api.get(`/api/tournaments/${encodeURIComponent(id)}/games?page=${page}`);
    shown = found.total;
    const held = /** @type {HTMLElement | null} */ (
      list.contains(document.activeElement) ? document.activeElement : null
    );
    const key = held?.dataset.key;
    fill(
      list,
      h("ul", { class: "tournament-games card", role: "list" }, found.games.map(row)),
      pager({ page, shown: found.games.length, ...found, turn }),
    );
    if (key)
      /** @type {HTMLElement | null} */ (list.querySelector(`[data-key="${key}"]`))?.focus({ preventScroll: true });
  };
  const turn = (/** @type {number} */ to) => {
    page = to;
    load()
      .then(() => element.querySelector("h2")?.scrollIntoView({ block: "start" }))
      .catch(() => {});
  };
  /** @param {TournamentState} state */
  const update = (state) => {
    element.hidden = state.played === 0;
    if (state.played === 0 || state.played === shown || (page > 1 && shown >= 0)) return;
    shown = state.played;
    load().catch(() => {});
  };
  return { element, update };
}

/** The points as people write them. @param {TournamentGame} game */
function points({ outcome }) {
  if (!outcome.winner) return "½–½";
  return outcome.winner === "first" ? "1–0" : "0–1";
}

/** @param {TournamentGame} game */
function row(game) {
  return h(
    "li",
    null,
    h(
      "a",
      { href: `/game/${game.id}`, dataset: { key: `game-${game.number}` } },
      h("span", { class: "soft number" }, `${game.number}`),
      h(
        "span",
        { class: "players" },
        game.first,
        " ",
        h("span", { class: "soft" }, t("seat.versus")),
        " ",
        game.second,
      ),
      h("strong", { class: "points" }, points(game)),
      h(
        "span",
        { class: "soft small why" },
        `${text(game.fault ?? game.outcome.text)} · ${plural("home.plies", game.plies)}`,
      ),
    ),
  );
}
