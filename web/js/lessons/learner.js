// An evaluation that learns while one looks: its points against random moves, its loss, and the worth of every square.

import { s } from "../board/svg.js";
import { field, select } from "../controls.js";
import { fill, h, icon } from "../dom.js";
import { number, t } from "../i18n.js";
import { scale } from "../learning/scale.js";
import { gameTitle } from "../names.js";
import { percent } from "../explorer/words.js";
import { listen } from "../analysis-board/stream.js";

/** @typedef {import("./types.js").LearnWish} LearnWish @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").LearningState} LearningState */

const GAMES = { least: 200, most: 4000, step: 200, value: 2000 };
const SIZE = { width: 460, height: 200, edge: 30 };

/** @param {LearnWish} _wish @param {GameInfo[]} games */
export function learnWidget(_wish, games) {
  let game = /** @type {GameInfo} */ (games[0]);
  /** @type {LearningState[]} */
  let states = [];
  /** @type {AbortController | null} */
  let running = null;
  const told = h("p", { role: "status", class: "lesson-told" }, t("learn.train.before"));
  const curve = h("div", { class: "lesson-plot" });
  const squares = h("div", { class: "lesson-squares" });
  const wanted = h("output", null, number(GAMES.value));
  const range = h("input", { type: "range", class: "range", min: GAMES.least, max: GAMES.most, step: GAMES.step, value: String(GAMES.value) });
  range.addEventListener("input", () => (wanted.textContent = number(Number(range.value))));
  const take = (/** @type {LearningState} */ state) => {
    states.push(state);
    const loss = state.loss === null ? "–" : number(Math.round(state.loss * 1000) / 1000);
    told.textContent = t(state.done ? "learn.train.done" : "learn.train.told", { games: number(state.games), score: percent(state.score), loss });
    told.dataset.games = String(state.games);
    told.dataset.score = String(state.score);
    fill(curve, /** @type {any} */ (plot(states)));
    fill(squares, heatMap(state, game));
  };
  const train = async () => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    states = [];
    try {
      const seed = Math.floor(Math.random() * 1e6);
      await listen("/api/lessons/learn", { game: game.id, games: Number(range.value), seed }, take, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) told.textContent = /** @type {Error} */ (error).message;
    }
  };
  const options = games.map((one) => ({ value: one.id, label: gameTitle(one) }));
  const choice = select(options, game.id, (id) => {
    game = games.find((one) => one.id === id) ?? game;
  });
  const element = h(
    "div",
    { class: "lesson-learn" },
    h("div", { class: "lesson-controls" },
      games.length > 1 ? field(t("explore.game"), choice) : null,
      field(t("learn.train.games"), range), wanted,
      h("button", { type: "button", class: "button primary", dataset: { name: "train" }, onclick: () => void train() }, icon("play"), t("learn.train.run"))),
    told,
    h("div", { class: "lesson-two" }, h("figure", null, curve, h("figcaption", { class: "small" }, t("learn.train.curve"))),
      h("figure", null, squares, h("figcaption", { class: "small" }, t("learn.train.squares")))),
  );
  return { element, start: () => Promise.resolve(), stop: () => running?.abort() };
}

/** Points against random moves, by the games learned from. @param {LearningState[]} states */
function plot(states) {
  const { width, height, edge } = SIZE;
  const last = Math.max(1, states.at(-1)?.games ?? 1);
  const x = scale([0, last], [edge + 8, width - 8]);
  const y = scale([0, 1], [height - 20, 8]);
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("learn.train.curve"), class: "learn-plot" });
  for (const share of [0, 0.5, 1]) {
    svg.append(s("line", { class: "grid", x1: edge + 8, x2: width - 8, y1: y(share), y2: y(share) }));
    svg.append(s("text", { class: "tick", x: edge + 2, y: y(share) + 4, "text-anchor": "end" }, number(share)));
  }
  svg.append(s("polyline", { class: "score", points: states.map((state) => `${x(state.games)},${y(state.score)}`).join(" ") }));
  for (const state of states) svg.append(s("circle", { class: "score", cx: x(state.games), cy: y(state.score), r: 3 }));
  return svg;
}

/** What an own piece on each square is worth, as a table of the board. @param {LearningState} state @param {GameInfo} game */
function heatMap({ own, width }, game) {
  const most = Math.max(1e-9, ...own.map(Math.abs));
  const rows = own.length / width;
  const named = new Map(game.shape.places.map((place) => [`${place.column} ${place.row}`, place.name]));
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const value = own[(rows - 1 - row) * width + column] ?? 0;
    const shown = number(Math.round(value * 100) / 100);
    const td = h("td", { class: value < 0 ? "minus" : "plus", title: named.get(`${column} ${row}`) ?? "" }, shown);
    td.style.setProperty("--share", String(Math.round((100 * Math.abs(value)) / most)));
    return td;
  };
  const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
  return h("table", { class: "heat" }, h("caption", { class: "sr-only" }, t("learn.train.squares")),
    h("tbody", null, range(rows).map((row) => h("tr", null, range(width).map((column) => cell(row, column))))));
}
