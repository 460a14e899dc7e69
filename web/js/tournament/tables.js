// The table of a tournament, who beat whom, and the ratings as a plot.

import { fill, h } from "../dom.js";
import { language, number, shortNumber, t } from "../i18n.js";

/** @typedef {import("../../types/api").TournamentState} TournamentState */
/** @typedef {import("../../types/api").StandingsRow} StandingsRow */
/** @typedef {import("../../types/api").WdlState} WdlState */

/**
 * A table that is wider than a phone is scrolled by itself, also by the keyboard. The frame stays when the table changes, so
 * that nobody is scrolled back.
 * @param {string} label
 */
export function scrolling(label) {
  return h("div", { class: "table-scroll card", role: "group", "aria-label": label, tabindex: 0 });
}

/** @param {string} id @param {...Node} inside */
function part(id, ...inside) {
  return h(
    "section",
    { "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, t(`tournament.${id}`)),
    ...inside,
  );
}

/** @param {number} value */
export function signed(value) {
  return new Intl.NumberFormat(language(), { signDisplay: "exceptZero", maximumFractionDigits: 0 }).format(value);
}

/** @param {StandingsRow} row */
function elo({ elo, elo_error }) {
  return elo === null || elo_error === null ? "–" : `${signed(elo)} ± ${number(Math.round(elo_error))}`;
}

/** @param {WdlState} score */
export function wdl({ wins, draws, losses }) {
  return `${wins}–${draws}–${losses}`;
}

/** A time a move: 45 µs, 120 ms, 3.2 s. @param {number} micros */
function time(micros) {
  if (micros < 1) return "< 1 µs";
  const [value, unit] = micros < 1e3 ? [micros, "µs"] : micros < 1e6 ? [micros / 1e3, "ms"] : [micros / 1e6, "s"];
  return `${new Intl.NumberFormat(language(), { maximumSignificantDigits: 2 }).format(value)} ${unit}`;
}

/** @param {string} words @param {string} [title] */
export function head(words, title) {
  return h("th", { scope: "col", class: "number", title: title ?? null }, words);
}

/** @param {string | number} words */
export function cell(words) {
  return h("td", { class: "number" }, words);
}

/** Who is called how, and plays how. @param {StandingsRow} row @param {number} index */
function player(row, index) {
  const same = row.spec === row.name || row.spec.startsWith(row.name);
  return h(
    "th",
    { scope: "row" },
    h("span", { class: "rank" }, `${index + 1}.`),
    h("span", { class: "who" }, row.name, same ? null : h("small", { class: "soft" }, row.spec)),
  );
}

/** The table of points. */
export function standingsTable() {
  const frame = scrolling(t("tournament.standings"));
  const first = h("p", { class: "soft small table-note" });
  const few = h("p", { class: "small table-note few-games", role: "note", hidden: true }, t("tournament.few_games"));
  const element = part("standings", frame, few, first);
  /** @param {TournamentState} state */
  const update = ({ standings, played }) => {
    const { rows } = standings;
    const bad = rows.some((row) => row.faults + row.time_losses > 0);
    const heads = [
      h("th", { scope: "col" }, t("tournament.player")),
      head(t("tournament.points")),
      head(t("tournament.wdl"), t("tournament.wdl.title")),
      head("Elo", t("tournament.elo.title")),
      head(t("tournament.time"), t("tournament.time.title")),
      head(t("tournament.nodes"), t("tournament.nodes.title")),
      head(t("tournament.depth"), t("tournament.depth.title")),
      bad ? head(t("tournament.faults"), t("tournament.faults.title")) : null,
    ];
    const line = (/** @type {StandingsRow} */ row, /** @type {number} */ index) =>
      h(
        "tr",
        null,
        player(row, index),
        h("td", { class: "number strong" }, number(row.points)),
        cell(wdl(row)),
        cell(elo(row)),
        cell(row.time_us ? time(row.time_us.median) : "–"),
        cell(row.nodes ? shortNumber(row.nodes.median) : "–"),
        cell(row.depth ? number(row.depth.median) : "–"),
        bad ? cell(`${row.faults} / ${row.time_losses}`) : null,
      );
    fill(frame, h("table", null, h("thead", null, h("tr", null, heads)), h("tbody", null, rows.map(line))));
    few.hidden = !standings.is_small_sample;
    const { first_side, first_move_elo, first_move_error, mean_plies } = standings;
    const said = {
      score: wdl(first_side),
      elo: `${signed(first_move_elo)} ± ${number(Math.round(first_move_error))}`,
      plies: number(Math.round(mean_plies * 10) / 10),
    };
    first.textContent = played > 0 ? t("tournament.first_side", said) : "";
  };
  return { element, update };
}

/** Who beat whom. */
export function crossTable() {
  const frame = scrolling(t("tournament.cross"));
  const element = part("cross", frame, h("p", { class: "soft small table-note" }, t("tournament.cross.note")));
  /** @param {TournamentState} state */
  const update = ({ standings: { rows, cross } }) => {
    const numbers = rows.map((row, index) =>
      h(
        "th",
        { scope: "col", class: "number", title: row.name },
        `${index + 1}`,
        h("span", { class: "sr-only" }, ` ${row.name}`),
      ),
    );
    const score = (/** @type {WdlState} */ one, /** @type {boolean} */ self) => {
      if (self) return h("td", { class: "number self" }, "·");
      const games = one.wins + one.draws + one.losses;
      return cell(games > 0 ? wdl(one) : "–");
    };
    const line = (/** @type {StandingsRow} */ row, /** @type {number} */ index) =>
      h(
        "tr",
        null,
        player(row, index),
        (cross[index] ?? []).map((one, other) => score(one, other === index)),
        h("td", { class: "number strong" }, number(row.points)),
      );
    fill(
      frame,
      h(
        "table",
        { class: "cross" },
        h(
          "thead",
          null,
          h("tr", null, h("th", { scope: "col" }, t("tournament.player")), numbers, head(t("tournament.points"))),
        ),
        h("tbody", null, rows.map(line)),
      ),
    );
  };
  return { element, update };
}

/** The ratings: a plot drawn by the server, and a table of the same. @param {string} id */
export function ratingsPlot(id) {
  const plot = h("div", { class: "plot", role: "group", "aria-label": t("tournament.plot"), tabindex: 0 });
  const frame = scrolling(t("tournament.ratings"));
  const element = part("ratings", h("div", { class: "ratings" }, plot, frame));
  let drawn = -1;
  const draw = async (/** @type {number} */ played) => {
    drawn = played;
    const headers = { "accept-language": language() };
    const answer = await fetch(`/api/tournaments/${encodeURIComponent(id)}/files/elo.svg`, { headers });
    if (!answer.ok) return;
    const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    if (parsed.documentElement.nodeName === "svg")
      plot.replaceChildren(document.importNode(parsed.documentElement, true));
  };
  /** @param {TournamentState} state */
  const update = ({ played, standings: { rows } }) => {
    element.hidden = played === 0;
    if (played !== drawn && played > 0) draw(played).catch(() => {});
    const interval = (/** @type {StandingsRow} */ { elo, elo_error }) =>
      elo === null || elo_error === null ? "–" : `${signed(elo - elo_error)} … ${signed(elo + elo_error)}`;
    const line = (/** @type {StandingsRow} */ row) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, row.name),
        cell(row.elo === null ? "–" : signed(row.elo)),
        cell(interval(row)),
      );
    fill(
      frame,
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h("tr", null, h("th", { scope: "col" }, t("tournament.player")), head("Elo"), head(t("tournament.interval"))),
        ),
        h("tbody", null, rows.map(line)),
      ),
    );
  };
  return { element, update };
}
