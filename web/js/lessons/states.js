// A table of all positions as a picture: a column for every number of plies to the end, the two winners one above the other. The
// slider shows how the table is made, backwards from the ends.

import { s } from "../board/svg.js";
import { field } from "../controls.js";
import { fill, h } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { scale } from "../learning/scale.js";
import { boardWidget } from "./playground.js";

/** @typedef {import("./types.js").StatesWish} StatesWish @typedef {import("./program.js").Program} Program @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").StateSpaceState} StateSpaceState @typedef {import("../../types/api").StateLayer} StateLayer */

const SIZE = { width: 640, height: 280, left: 8, bottom: 28 };

/** @param {StatesWish} _wish @param {Program} program @param {GameInfo} game */
export function statesWidget(_wish, program, game) {
  const element = h("div", { class: "lesson-states" });
  const playground = boardWidget({ kind: "board", game: game.id, position: "", shows: "values" }, program, game);
  const start = async () => {
    const space = await program.states(game.id);
    const last = Math.max(...space.layers.map((layer) => layer.plies));
    const told = h("p", { role: "status" });
    const picture = h("div", { class: "lesson-plot" });
    const examples = h("div", { class: "button-row", role: "group", "aria-label": t("learn.examples") });
    const range = h("input", { type: "range", class: "range", min: 0, max: last, step: 1, value: String(last) });
    const show = () => {
      const plies = Number(range.value);
      const known = space.layers.filter((layer) => layer.plies <= plies);
      const count = known.reduce((sum, layer) => sum + layer.count, 0);
      told.textContent = t("learn.states.told", { plies, known: number(count), all: number(space.positions) });
      fill(picture, /** @type {any} */ (plot(space, plies, game)));
      fill(examples, space.layers.filter((layer) => layer.plies === plies).map((layer) => exampleKey(layer)));
    };
    const exampleKey = (/** @type {StateLayer} */ layer) => {
      const side = text(game.sides[layer.winner === "first" ? 0 : 1]);
      const open = () => void playground.board.open(layer.examples[0] ?? "");
      return h("button", { type: "button", class: "button", onclick: open }, plural("learn.states.example", layer.plies, { side }));
    };
    range.addEventListener("input", show);
    const legend = h("ul", { class: "lesson-legend", role: "list" }, game.sides.map((side, i) =>
      h("li", null, h("span", { class: `key ${i === 0 ? "first" : "second"}` }), t("learn.wins", { side: text(side) }))));
    fill(element, field(t("learn.states.slider"), range), told, legend, picture, examples, playground.element);
    show();
    await playground.start();
  };
  return { element, start, stop: () => {} };
}

/** @param {StateSpaceState} space @param {number} plies @param {GameInfo} game */
function plot(space, plies, game) {
  const { width, height, left, bottom } = SIZE;
  const last = Math.max(...space.layers.map((layer) => layer.plies));
  const most = Math.max(...columns(space).map((column) => column.reduce((sum, layer) => sum + layer.count, 0)));
  const x = scale([0, last + 1], [left, width - left]);
  const y = scale([0, most], [height - bottom, 8]);
  const wide = Math.max(2, x(1) - x(0) - 2);
  const label = t("learn.states.picture", { game: text(game.name) });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "states-plot" });
  for (const column of columns(space)) {
    let below = 0;
    for (const layer of column) {
      const top = y(below + layer.count);
      const bar = s("rect", {
        class: `${layer.winner} ${layer.plies <= plies ? "known" : "open"}`,
        x: x(layer.plies), y: top, width: wide, height: Math.max(1, y(below) - top),
      });
      bar.append(s("title", {}, `${layer.plies}: ${number(layer.count)}`));
      svg.append(bar);
      below += layer.count;
    }
  }
  for (let ply = 0; ply <= last; ply += 4) {
    svg.append(s("text", { class: "tick", x: x(ply) + wide / 2, y: height - 8, "text-anchor": "middle" }, number(ply)));
  }
  return svg;
}

/** The layers of each number of plies, the second player's below. @param {StateSpaceState} space */
function columns(space) {
  /** @type {StateLayer[][]} */
  const byPlies = [];
  for (const layer of space.layers) (byPlies[layer.plies] ??= []).push(layer);
  return byPlies.filter(Boolean);
}
