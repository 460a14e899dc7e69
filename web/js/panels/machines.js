/** Two machines side by side: what each of them thought before its last move, and over the game. */
import { fill, h } from "../dom.js";
import { number, shortNumber, t, text } from "../i18n.js";
import { prettyMove } from "../names.js";
import { s } from "../board/svg.js";
import { unitsText, valueText } from "./evaluation.js";
import { indexOf, SIDES } from "./model.js";
import { seatName } from "./players.js";

/** @typedef {import("./model.js").Model} Model @typedef {import("./model.js").Side} Side */
/** @typedef {import("../../types/api").MoveThought} MoveThought */

/** Hidden where it is not two machines that play. @param {Model} model @returns {{element: HTMLElement, update: () => void}} */
export function machinesPanel(model) {
  const columns = SIDES.map((side) => column(model, side));
  const graph = machinesGraph(model);
  const element = h(
    "section",
    { class: "panel panel-machines", "aria-label": t("machines.title"), hidden: model.machines < 2 },
    h("div", { class: "machines" }, ...columns.map((one) => one.element)),
    graph.element,
  );
  const update = () => {
    if (element.hidden) return;
    for (const one of columns) one.update();
    graph.update();
  };
  return { element, update };
}

/** What a side thinks now, or thought before its last move up to the position that is looked at. @param {Model} model @param {Side} side @returns {MoveThought | null} */
function thoughtOf(model, side) {
  const { thinking, state } = model;
  if (model.atEnd && thinking?.side === side) {
    const { depth, nodes, chance, units, pretty } = thinking.thought;
    return { depth, nodes, chance, units, line: pretty.slice(0, 8) };
  }
  for (let ply = model.ply; ply > 0; ply -= 1)
    if (state.moves[ply - 1].side === side) return state.moves[ply - 1].thought;
  return null;
}

/** @param {Model} model @param {Side} side @returns {{element: HTMLElement, update: () => void}} */
function column(model, side) {
  const name = h("h2", null);
  const body = h("dl", { class: "numbers" });
  const line = h("p", { class: "machine-line" });
  const element = h("section", { class: "machine", dataset: { side } }, name, body, line);
  const row = (/** @type {string} */ key, /** @type {string} */ words) =>
    h("div", null, h("dt", null, t(key)), h("dd", null, words));
  const update = () => {
    const thought = thoughtOf(model, side);
    name.textContent = `${text(model.info.sides[indexOf(side)])} · ${seatName(model, side)}`;
    if (!thought) {
      fill(body, row("machines.value", t("machines.none")));
      line.textContent = "";
      return;
    }
    const { chance, units, depth, nodes } = thought;
    const value = unitsText(model, { units }) || valueText(model, { chance });
    fill(
      body,
      row("machines.value", value),
      depth > 0 ? row("analysis.depth", number(depth)) : null,
      nodes > 0 ? row("analysis.nodes", shortNumber(nodes)) : null,
    );
    line.textContent = thought.line.map((move) => prettyMove(model.info, move)).join(" ");
    line.title = line.textContent;
  };
  return { element, update };
}

/** Two lines, never one: each machine's own values. @param {Model} model @returns {{element: HTMLElement, update: () => void}} */
function machinesGraph(model) {
  const lines = SIDES.map((side) =>
    s("path", { class: "graph-line", "data-side": side, "vector-effect": "non-scaling-stroke" }),
  );
  const here = s("path", { class: "graph-here", "vector-effect": "non-scaling-stroke" });
  const label = t("machines.graph", { side: text(model.info.sides[0]) });
  const svg = s(
    "svg",
    { class: "graph", preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("path", { class: "graph-middle", d: "M0 50H10000", "vector-effect": "non-scaling-stroke" }),
    ...lines,
    here,
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    void model.look(Math.round(((event.clientX - box.left) / box.width) * Math.max(1, model.plies)));
  });
  const names = SIDES.map((side) => h("span", { class: "machine-key", dataset: { side } }));
  const box = h("div", { class: "graph-box" });
  box.append(svg);
  const element = h("figure", { class: "machines-graph", hidden: true }, box, h("figcaption", null, ...names));
  const update = () => {
    SIDES.forEach((side, index) => {
      const points = model.state.moves.flatMap((move, at) => {
        const chance = move.side === side ? move.thought?.chance : null;
        return chance === null || chance === undefined ? [] : [`${at} ${100 - 100 * chance}`];
      });
      lines[index].setAttribute("d", points.length > 1 ? `M${points.join("L")}` : "");
      names[index].textContent = text(model.info.sides[index]);
    });
    element.hidden = lines.every((line) => !line.getAttribute("d"));
    svg.setAttribute("viewBox", `0 0 ${Math.max(1, model.plies)} 100`);
    here.setAttribute("d", `M${model.ply} 0V100`);
  };
  return { element, update };
}
