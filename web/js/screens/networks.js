// The networks of every game, how their training went, and what they are worth.

import { api, catalog } from "../api.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { eloPlot } from "../learning/elo.js";
import { lossPlots } from "../learning/loss.js";
import { generationsTable, howMade, networksTable } from "../learning/networks.js";
import { gameTitle } from "../names.js";

/** @typedef {import("../../types/api").NetworkInfo} NetworkInfo */
/** @typedef {import("../../types/api").NetworkList} NetworkList */
/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** Networks that play the same games. @typedef {{ games: GameInfo[], networks: NetworkInfo[] }} Group */

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {[NetworkList, { games: GameInfo[] }]} */
  const [{ networks }, { games }] = await Promise.all([api.get("/api/networks"), catalog()]);
  const groups = grouped(networks, games);
  root.append(
    h(
      "div",
      { class: "page learning" },
      h(
        "div",
        { class: "page-head" },
        h("h1", null, t("learning.title")),
        h("p", { class: "lead" }, t("learning.lead")),
      ),
      groups.length > 0 ? groups.map(drawGroup) : nothing(),
    ),
  );
}

/**
 * The networks by the games they play, in the order of the catalog; within a game by their names and numbers.
 * @param {NetworkInfo[]} networks
 * @param {GameInfo[]} games
 * @returns {Group[]}
 */
function grouped(networks, games) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const network of networks) {
    const played = games.filter((game) => network.games.includes(game.id));
    if (played.length === 0) continue;
    const key = network.games.join(" ");
    const group = groups.get(key) ?? { games: played, networks: [] };
    group.networks.push(network);
    groups.set(key, group);
  }
  const { compare } = new Intl.Collator(language(), { numeric: true });
  for (const group of groups.values()) group.networks.sort((one, other) => compare(one.name, other.name));
  return [...groups.values()];
}

/** @param {Group} group */
function drawGroup({ games, networks }) {
  const [game, ...others] = games;
  if (!game) return null;
  const id = `learning-${game.id.replace(/\W/g, "-")}`;
  const list = new Intl.ListFormat(language(), { type: "conjunction" }).format(others.map(gameTitle));
  const plots = [...lossPlots(networks), eloPlot(networks)].filter((plot) => plot !== null);
  return h(
    "section",
    { "aria-labelledby": id, dataset: { game: game.id } },
    h("h2", { id }, gameTitle(game)),
    others.length > 0 ? h("p", { class: "soft small" }, t("learning.also", { games: list })) : null,
    networksTable(networks, game, t("learning.networks_of", { game: gameTitle(game) })),
    plots.length > 0 ? h("div", { class: "learning-plots" }, plots) : null,
    networks.map(generationsTable),
    howMade(networks),
  );
}

function nothing() {
  return h(
    "div",
    { class: "empty card" },
    h("h2", null, t("learning.empty.title")),
    h("p", { class: "soft" }, t("learning.empty.text")),
  );
}
