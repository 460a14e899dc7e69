// A match, and what its first games seem to prove: intervals that shrink as games are played.

import { s } from "../board/svg.js";
import { field, select } from "../controls.js";
import { fill, h, icon } from "../dom.js";
import { number, t, text } from "../i18n.js";
import { scale } from "../learning/scale.js";

/** @typedef {import("./types.js").MatchWish} MatchWish @typedef {import("./program.js").Program} Program @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").MatchFiguresState} MatchFiguresState */

/** Elo differences beyond this end at the edge of the picture. */
const EDGE = 600;

/** @param {MatchWish} wish @param {Program} program @param {GameInfo} game */
export function matchWidget({ games, pairings }, program, game) {
  let [pairing, seed] = [0, 1];
  const result = h("div", { class: "lesson-match-result", "aria-live": "polite" });
  const play = async () => {
    run.disabled = true;
    try {
      const { players } = pairings[pairing] ?? { players: ["random", "random"] };
      const { half_points: points, figures } = await program.match(game.id, /** @type {[string, string]} */ (players), games, seed);
      fill(result, firstSix(points), table(figures));
      seed += 1;
    } catch (error) {
      fill(result, h("p", { class: "problem" }, /** @type {Error} */ (error).message));
    } finally {
      run.disabled = false;
    }
  };
  const run = h("button", { type: "button", class: "button primary", dataset: { name: "match" }, onclick: () => void play() }, icon("play"), t("learn.match.run"));
  const options = pairings.map(({ name }, i) => ({ value: String(i), label: text(name) }));
  const choice = select(options, "0", (value) => (pairing = Number(value)));
  return {
    element: h("div", { class: "lesson-match" }, h("div", { class: "lesson-controls" }, field(t("learn.match.players"), choice), run), result),
    start: () => Promise.resolve(),
    stop: () => {},
  };
}

/** The first six games one by one. @param {number[]} points */
function firstSix(points) {
  const key = ["loss", "draw", "win"];
  const mark = (/** @type {number} */ half) => h("li", { class: `game-mark ${key[half]}` }, t(`learn.match.${key[half]}`));
  return h("div", null, h("p", { class: "small" }, t("learn.match.first_six")), h("ol", { class: "game-marks", role: "list" }, points.slice(0, 6).map(mark)));
}

/** @param {MatchFiguresState[]} figures */
function table(figures) {
  const head = ["games", "result", "elo", "picture"].map((name) => h("th", { scope: "col" }, t(`learn.match.${name}`)));
  return h("div", { class: "lesson-scroll", tabindex: "0", role: "group", "aria-label": t("learn.match.table") },
    h("table", { class: "table" }, h("thead", null, h("tr", null, head)), h("tbody", null, figures.map(row))));
}

/** @param {MatchFiguresState} figures */
function row(figures) {
  const { games, wins, draws, losses, elo, low, high, is_small: small } = figures;
  const end = (/** @type {number | null} */ value, /** @type {string} */ infinite) => (value === null ? infinite : number(Math.round(value)).replace("-", "−"));
  const words = `${end(elo, wins > losses ? "+∞" : "−∞")} [${end(low, "−∞")}, ${end(high, "+∞")}]`;
  const verdict = small ? t("learn.match.small") : t(low !== null && low > 0 ? "learn.match.first" : high !== null && high < 0 ? "learn.match.second" : "learn.match.open");
  return h("tr", null, h("th", { scope: "row" }, number(games)), h("td", null, `+${wins} =${draws} −${losses}`),
    h("td", null, words, h("br", null), h("span", { class: "small soft" }, verdict)), h("td", null, /** @type {any} */ (interval(elo, low, high))));
}

/** @param {number | null} elo @param {number | null} low @param {number | null} high */
function interval(elo, low, high) {
  const x = scale([-EDGE, EDGE], [4, 196]);
  const at = (/** @type {number | null} */ value, /** @type {number} */ infinite) => x(Math.max(-EDGE, Math.min(EDGE, value ?? infinite)));
  const svg = s("svg", { viewBox: "0 0 200 24", class: "elo-interval", "aria-hidden": "true" });
  svg.append(s("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: 24 }));
  svg.append(s("rect", { class: "inside", x: at(low, -EDGE), width: Math.max(2, at(high, EDGE) - at(low, -EDGE)), y: 8, height: 8, rx: 3 }));
  svg.append(s("circle", { class: "at", cx: at(elo, 0), cy: 12, r: 5 }));
  return svg;
}
