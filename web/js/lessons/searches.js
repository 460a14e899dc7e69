// Searches of one position, side by side in a table: the student runs them one by one.

import { announce } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { number, t, text } from "../i18n.js";
import { SearchTree } from "../explorer/tree.js";
import { longValue } from "../explorer/words.js";
import { drawPicture } from "./picture.js";

/** @typedef {import("./types.js").SearchesWish} SearchesWish @typedef {import("./program.js").Program} Program @typedef {import("../../types/api").GameInfo} GameInfo */

/** @param {SearchesWish} wish @param {Program} program @param {GameInfo} game */
export function searchesWidget({ position, rows }, program, game) {
  const body = h("tbody", null, rows.map((row) => drawRow(row, position, program, game)));
  const head = ["player", "nodes", "value", "move"].map((name) => h("th", { scope: "col" }, t(`learn.column.${name}`)));
  const picture = h("div", { class: "lesson-picture" });
  const start = async () => fill(picture, await drawPicture(game, position, program));
  return {
    element: h(
      "div",
      { class: "lesson-searches" },
      picture,
      h("div", { class: "lesson-scroll", tabindex: "0", role: "group", "aria-label": t("learn.searches") },
        h("table", { class: "table" }, h("thead", null, h("tr", null, head)), body)),
    ),
    start,
    stop: () => {},
  };
}

/** @param {{ name: import("../../types/api").Text, spec: string }} row @param {string} position @param {Program} program @param {GameInfo} game */
function drawRow({ name, spec }, position, program, game) {
  const cells = ["nodes", "value", "move"].map((key) => h("td", { dataset: { cell: key } }));
  const said = h("span", { class: "sr-only" }, `: ${text(name)}`);
  const run = h("button", { type: "button", class: "button small", onclick: () => void search() }, icon("play"), t("learn.run"), said);
  const search = async () => {
    run.disabled = true;
    try {
      const trace = await program.search(game.id, position, spec);
      const tree = SearchTree.of(trace);
      const value = trace.value === null ? "–" : longValue(tree, trace.value);
      [number(trace.nodes), value, trace.move].forEach((words, i) => (cells[i].textContent = words));
      announce(`${text(name)}: ${t("learn.said.search", { nodes: number(trace.nodes), value, move: trace.move })}`);
    } catch (error) {
      cells[0].textContent = /** @type {Error} */ (error).message;
      run.disabled = false;
    }
  };
  return h("tr", null, h("th", { scope: "row" }, h("span", { class: "lesson-search" }, text(name)), run), cells);
}
