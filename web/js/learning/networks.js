// The networks of a game as a table, and how they were made.

import { h, icon } from "../dom.js";
import { language, number, t, tOr } from "../i18n.js";
import { cell, head, scrolling } from "../tournament/tables.js";
import { withError } from "./elo.js";
import { lessons } from "./lessons.js";
import { showLoss } from "./loss.js";

/** @typedef {import("../../types/api").NetworkInfo} NetworkInfo */
/** @typedef {import("../../types/api").GenerationState} GenerationState */
/** @typedef {import("../../types/api").GameInfo} GameInfo */

const KILOBYTE = 1000;

/**
 * A player that suits the network: what learned from its own games tells good moves too, and is made for the search that
 * asks for them.
 * @param {NetworkInfo} network
 */
function playerOf({ name, record }) {
  return record?.generations.length
    ? `mcts:policy=puct,eval=${name},rollout=eval,plies=0,time=1s`
    : `alphabeta:eval=${name},time=1s`;
}

/** A day as people write it. @param {string | null} made */
function day(made) {
  const date = new Date(made ?? "");
  if (!made || Number.isNaN(date.valueOf())) return made ?? "–";
  return date.toLocaleDateString(language(), { dateStyle: "medium", timeZone: "UTC" });
}

/** @param {NetworkInfo[]} networks @param {GameInfo} game @param {string} label */
export function networksTable(networks, game, label) {
  const frame = scrolling(label);
  const title = (/** @type {string} */ key) => head(t(`learning.${key}`), t(`learning.${key}.title`));
  const heads = [
    h("th", { scope: "col" }, t("learning.network")),
    h("th", { scope: "col" }, t("learning.kind")),
    title("positions"),
    title("final_loss"),
    head(t("learning.made")),
  ];
  frame.append(
    h(
      "table",
      { class: "networks" },
      h("thead", null, h("tr", null, heads)),
      h(
        "tbody",
        null,
        networks.map((network) => row(network, game)),
      ),
    ),
  );
  return frame;
}

/** @param {NetworkInfo} network @param {GameInfo} game */
function row(network, game) {
  return h(
    "tr",
    { dataset: { network: network.name } },
    h(
      "th",
      { scope: "row" },
      h("div", { class: "network" }, words(network), network.kind ? play(network, game) : null),
    ),
    labelled("kind", h("td", null, tOr(`learning.kind.${network.kind}`, network.kind || "–"))),
    labelled("positions", cell(network.positions === null ? "–" : number(network.positions))),
    labelled("final_loss", cell(showLoss(network.loss))),
    labelled("made", cell(day(network.made))),
  );
}

/** On a phone there is no head above a cell: it says itself what it is. @param {string} key @param {HTMLElement} cell */
function labelled(key, cell) {
  cell.dataset.label = t(`learning.${key}`);
  return cell;
}

/** Its name, and what it has learned from. @param {NetworkInfo} network */
function words(network) {
  const { name, best } = network;
  return h(
    "div",
    { class: "words" },
    h("span", { class: "name" }, name),
    best ? h("span", { class: "best", title: t("learning.best.title") }, icon("crown"), t("learning.best")) : null,
    origin(network),
  );
}

/** What is wrong with a network, and what it says of itself, is said in English. @param {NetworkInfo} network */
function origin(network) {
  const { problem, about } = network;
  if (problem) return h("small", { class: "problem", lang: "en" }, problem);
  const learned = lessons(network);
  if (learned) return h("small", { class: "soft" }, learned);
  return about ? h("small", { class: "soft", lang: "en" }, about) : null;
}

/** @param {NetworkInfo} network @param {GameInfo} game */
function play(network, game) {
  const address = `/new/${game.id}?machine=${encodeURIComponent(playerOf(network))}`;
  const label = t("learning.play.name", { name: network.name });
  return h("a", { class: "button", href: address, "aria-label": label }, icon("play"), t("learning.play"));
}

/** The rounds of networks that taught themselves. @param {NetworkInfo} network */
export function generationsTable({ name, record }) {
  const generations = record?.generations ?? [];
  const [hasKept, hasElo] = [generations.some((one) => one.kept !== null), generations.some((one) => one.elo !== null)];
  if (!hasKept && !hasElo) return null;
  const share = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 });
  const line = (/** @type {GenerationState} */ one) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, String(one.number)),
      cell(number(one.positions)),
      hasKept ? cell(one.kept === null ? "–" : share.format(one.kept)) : null,
      hasElo ? cell(one.elo === null ? "–" : withError(one.elo, one.elo_error)) : null,
    );
  const heads = [
    h("th", { scope: "col" }, t("learning.generation")),
    head(t("learning.positions"), t("learning.positions.title")),
    hasKept ? head(t("learning.kept"), t("learning.kept.title")) : null,
    hasElo ? head("Elo", t("learning.generation.elo")) : null,
  ];
  const label = `${t("learning.generations")}: ${name}`;
  const frame = scrolling(label);
  frame.append(h("table", null, h("thead", null, h("tr", null, heads)), h("tbody", null, generations.map(line))));
  return h("details", { class: "card fold" }, h("summary", null, label), frame);
}

/** Everything that is needed to make them again. @param {NetworkInfo[]} networks */
export function howMade(networks) {
  return h(
    "details",
    { class: "card fold" },
    h("summary", null, t("learning.how")),
    networks.map((network) => h("div", { class: "how-made" }, h("h3", null, network.name), facts(network))),
  );
}

/** In the language of the page, where the network has it. @param {string} english @param {string | null | undefined} spanish */
function description(english, spanish) {
  return language() === "es" && spanish ? h("dd", null, spanish) : h("dd", { lang: "en" }, english);
}

/** @param {NetworkInfo} network */
function facts({ record, about, problem, recipe, seed, bytes, sha256 }) {
  const fact = (/** @type {string} */ key, /** @type {string | null | undefined} */ value) =>
    value ? [h("dt", null, t(`learning.${key}`)), h("dd", null, h("code", null, value))] : [];
  const size = t("learning.bytes", { n: number(Math.ceil(bytes / KILOBYTE)) });
  return h(
    "dl",
    null,
    about && !problem ? [h("dt", null, t("learning.about")), description(about, record?.about_es)] : [],
    fact("command", record?.command),
    fact("recipe", recipe),
    fact("seed", seed === null ? null : String(seed)),
    h("dt", null, t("learning.file")),
    h("dd", null, `${size}, SHA-256 `, h("code", null, sha256)),
  );
}
