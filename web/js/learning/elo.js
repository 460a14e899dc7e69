// What networks are worth: the Elo of their matches, with error bars.

import { s } from "../board/svg.js";
import { freshId, h } from "../dom.js";
import { number, plural, t, tOr } from "../i18n.js";
import { cell, head, signed, wdl } from "../tournament/tables.js";
import { plotSize, plotWithTable } from "./plot.js";
import { scale, ticks } from "./scale.js";

/** @typedef {import("../../types/api").NetworkInfo} NetworkInfo */
/** @typedef {import("../../types/api").NetworkTest} NetworkTest */
/** @typedef {{ name: string, test: NetworkTest }} Match */

/** Beyond this a bar is cut: who wins every game is endlessly better. */
const FARTHEST = 1200;
const BAR_HEIGHT = 14;
/** The width of a letter, more or less. */
const LETTER = 8;
const MARGIN = { side: 14, top: 6, bottom: 46 };

/** A difference with its error. @param {number} elo @param {number | null} error */
export function withError(elo, error) {
  return error === null ? signed(elo) : `${signed(elo)} ± ${number(Math.round(error))}`;
}

/** @param {NetworkTest} test */
function showElo({ elo, elo_error, wins, losses }) {
  if (elo === null) return t(wins > losses ? "learning.all_won" : "learning.all_lost");
  return withError(elo, elo_error);
}

/** Who it was tested against: an evaluator, or a player who needs none. @param {NetworkTest} test */
function opponent({ against }) {
  return tOr(`eval.${against}`, tOr(`player.${against}`, against));
}

/** @param {string} words @param {number} most */
function shortened(words, most) {
  return words.length > most ? `${words.slice(0, Math.max(0, most - 1))}…` : words;
}

/** The plot of all matches of a game's networks with its table; null where none was played. @param {NetworkInfo[]} networks */
export function eloPlot(networks) {
  const matches = networks.flatMap(({ name, record }) => (record?.tests ?? []).map((test) => ({ name, test })));
  if (matches.length === 0) return null;
  return plotWithTable({
    title: t("learning.elo"),
    plot: drawMatches(matches),
    summary: t("learning.elo.figures"),
    table: eloTable(matches),
  });
}

/** Where the bar of a match ends, and its whiskers. @param {NetworkTest} test */
function ends({ elo, elo_error }) {
  const cut = (/** @type {number} */ value) => Math.max(-FARTHEST, Math.min(FARTHEST, value));
  const [value, error] = [elo ?? 0, elo_error ?? 0];
  return { value: elo === null ? null : cut(elo), low: cut(value - error), high: cut(value + error) };
}

/** @param {Match[]} matches */
function drawMatches(matches) {
  const { width } = plotSize();
  const narrow = width < 480;
  const rowHeight = narrow ? 62 : 46;
  const height = MARGIN.top + rowHeight * matches.length + MARGIN.bottom;
  const ids = [freshId("plot"), freshId("plot")];
  const marks = matches.flatMap(({ test }) => [ends(test).low, ends(test).high]);
  const room = Math.max(50, (Math.max(0, ...marks) - Math.min(0, ...marks)) * 0.05);
  /** @type {[number, number]} */
  const all = [Math.min(0, ...marks) - room, Math.max(0, ...marks) + room];
  const x = scale(all, [MARGIN.side, width - MARGIN.side]);
  const floor = height - MARGIN.bottom;
  const grid = ticks(...all, width / 90).flatMap((value) => [
    s("line", { class: value === 0 ? "zero" : "grid", x1: x(value), x2: x(value), y1: MARGIN.top, y2: floor }),
    s("text", { class: "tick", x: x(value), y: floor + 18, "text-anchor": "middle" }, signed(value)),
  ]);
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-labelledby": ids.join(" ") },
    s("title", { id: ids[0] }, t("learning.elo")),
    s("desc", { id: ids[1] }, t("learning.elo.desc")),
    ...grid,
    s("text", { class: "axis", x: width / 2, y: height - 6, "text-anchor": "middle" }, t("learning.elo.axis")),
    ...matches.map((match, index) => drawMatch(match, { x, width, narrow, top: MARGIN.top + index * rowHeight })),
  );
}

/**
 * Who met whom, and a bar below with its whiskers.
 * @param {Match} match
 * @param {{ x: (elo: number) => number, width: number, narrow: boolean, top: number }} place
 */
function drawMatch({ name, test }, { x, width, narrow, top }) {
  const who = t("learning.against", { name, other: opponent(test) });
  const games = plural("learning.games", test.games);
  const most = Math.floor(width / LETTER);
  const how = narrow
    ? shortened(test.player, most - 2)
    : `${shortened(test.player, most - who.length - games.length - 6)} · ${games}`;
  const words = [
    s("text", { class: "who", x: MARGIN.side, y: top + 17 }, who),
    narrow
      ? s("text", { class: "how", x: MARGIN.side, y: top + 33 }, how)
      : s("text", { class: "how", x: width - MARGIN.side, y: top + 17, "text-anchor": "end" }, how),
  ];
  return s("g", {}, ...words, drawBar(test, x, width, top + (narrow ? 48 : 33)));
}

/**
 * A bar with its whiskers; words where one side has all the points.
 * @param {NetworkTest} test
 * @param {(elo: number) => number} x
 * @param {number} width
 * @param {number} middle
 */
function drawBar(test, x, width, middle) {
  const { value, low, high } = ends(test);
  const zero = x(0);
  if (value === null) {
    const [anchor, place] = zero < width / 2 ? ["start", zero + 8] : ["end", zero - 8];
    return s("text", { class: "how", x: place, y: middle + 4, "text-anchor": anchor }, showElo(test));
  }
  const top = middle - BAR_HEIGHT / 2;
  const [from, to, end] = [x(low), x(high), x(value)];
  const whisker = `M${from} ${top}v${BAR_HEIGHT}M${from} ${middle}H${to}M${to} ${top}v${BAR_HEIGHT}`;
  return s(
    "g",
    { class: value > 0 ? "better" : "worse" },
    s("rect", { class: "bar", x: Math.min(zero, end), y: top, width: Math.abs(end - zero), height: BAR_HEIGHT }),
    s("path", { class: "whisker", d: whisker }),
    s("circle", { class: "dot", cx: end, cy: middle, r: 4 }),
  );
}

/** @param {Match[]} matches */
function eloTable(matches) {
  const line = (/** @type {Match} */ { name, test }) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, name),
      h("td", null, opponent(test)),
      h("td", { class: "number strong" }, showElo(test)),
      cell(wdl(test)),
      cell(number(test.games)),
      h("td", null, h("code", null, test.player)),
    );
  const words = (/** @type {string} */ key) => h("th", { scope: "col" }, t(`learning.${key}`));
  const heads = [
    words("network"),
    words("opponent"),
    head("Elo", t("learning.elo.title")),
    head(t("tournament.wdl"), t("tournament.wdl.title")),
    head(t("learning.games")),
    words("player"),
  ];
  return h("table", null, h("thead", null, h("tr", null, heads)), h("tbody", null, matches.map(line)));
}
