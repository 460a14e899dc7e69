/** Chances as a bar beside the board and as a graph over the game. Always for the first player. */
import { h } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { s } from "../board/svg.js";
import { tone } from "../../pieces/index.js";

/** @typedef {import("./model.js").Model} Model @typedef {import("./model.js").Side} Side @typedef {import("./model.js").Thought} Thought */

/** @typedef {import("../../types/api").ProofState} Proof */
/** @typedef {{chance: number | null, units?: number | null}} Point */

/**
 * The words for what is certain: who wins, and how soon or by how much. Moves are those of the winner, as in "mate in two".
 * @param {Model} model @param {Proof} proof @param {boolean} short
 * @returns {string}
 */
function proofText({ info }, { winner, plies, margin }, short) {
  if (winner === null) return t("analysis.drawn");
  const side = text(info.sides[winner === "first" ? 0 : 1]);
  if (margin !== null) return t(short ? "analysis.short_by" : "analysis.wins_by", { side, margin: number(margin) });
  if (plies === null) return t("analysis.wins", { side });
  const moves = Math.ceil(plies / 2);
  return short ? t("analysis.short_in", { side, n: number(moves) }) : plural("analysis.wins_in", moves, { side });
}

/**
 * The words for a value: a proved end, or a chance; in few letters beside a line of moves.
 * @param {Model} model
 * @param {{score?: number | null, chance?: number | null, proof?: Proof | null}} value
 * @param {boolean} [short]
 * @returns {string}
 */
export function valueText(model, { score, chance, proof }, short = false) {
  if (proof) return proofText(model, proof, short);
  if (chance === null || chance === undefined) return score === null || score === undefined ? "–" : number(score);
  return `${Math.round(chance * 100)} %`;
}

/**
 * A score in what people of the game count in, with its sign for the first player; empty where they count in nothing.
 * @param {Model} model
 * @param {{units?: number | null, proof?: Proof | null}} value
 * @param {boolean} [short] without the name of the unit
 * @returns {string}
 */
export function unitsText({ info }, { units, proof }, short = false) {
  if (proof || units === null || units === undefined || !info.unit) return "";
  const tenths = Math.round(units * 10) / 10;
  const signed = `${tenths > 0 ? "+" : tenths < 0 ? "−" : ""}${number(Math.abs(tenths))}`;
  return short ? signed : t("analysis.units", { units: signed, unit: text(info.unit) });
}

/** @param {Model} model @returns {{element: HTMLElement, update: (chance: number | null, words: string) => void}} */
export function evaluationBar(model) {
  const part = h("span", { class: "eval-first" });
  const element = h(
    "div",
    {
      class: "eval-bar",
      dataset: { tone: tone(model.info.badges[0], model.info.shape.kind) },
      role: "meter",
      "aria-valuemin": "0",
      "aria-valuemax": "100",
      "aria-label": t("analysis.bar", { side: text(model.info.sides[0]) }),
    },
    part,
  );
  const update = (/** @type {number | null} */ chance, /** @type {string} */ said) => {
    const percent = Math.round(100 * (chance ?? 0.5));
    part.style.height = `${percent}%`;
    element.classList.toggle("is-flipped", model.flipped);
    element.setAttribute("aria-valuenow", String(percent));
    element.setAttribute("aria-valuetext", said);
    element.title = said;
  };
  return { element, update };
}

/**
 * @param {Model} model
 * @returns {{element: HTMLElement, update: () => void, load: (points: (Point | null)[]) => void, put: (ply: number, point: Point) => void}}
 */
export function evaluationGraph(model) {
  const area = s("path", { class: "graph-area" });
  const line = s("path", { class: "graph-line", "vector-effect": "non-scaling-stroke" });
  const here = s("path", { class: "graph-here", "vector-effect": "non-scaling-stroke" });
  const tip = s("title", {});
  const svg = s(
    "svg",
    { class: "graph", preserveAspectRatio: "none", role: "img", "aria-label": t("analysis.graph") },
    s("path", { class: "graph-middle", d: "M0 50H10000", "vector-effect": "non-scaling-stroke" }),
    area,
    line,
    here,
    tip,
  );
  const element = h("div", { class: "graph-box", hidden: true });
  element.append(svg);
  /** @type {(Point | null)[]} */
  let values = [];
  const plyAt = (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * Math.max(1, model.plies));
  };
  svg.addEventListener("click", (event) => void model.look(plyAt(event)));
  svg.addEventListener("pointermove", (event) => {
    const point = values[plyAt(event)];
    const words = point ? [valueText(model, point), unitsText(model, point)].filter(Boolean) : [];
    tip.textContent = words.join(" · ");
  });
  const update = () => {
    const width = Math.max(1, model.plies);
    values.length = Math.min(values.length, model.plies + 1);
    const points = values.flatMap((point, ply) => {
      const chance = point?.chance;
      return chance === null || chance === undefined ? [] : [`${ply} ${100 - 100 * chance}`];
    });
    element.hidden = points.length < 2;
    svg.setAttribute("viewBox", `0 0 ${width} 100`);
    line.setAttribute("d", points.length > 0 ? `M${points.join("L")}` : "");
    const [start, end] = [points[0]?.split(" ")[0], points.at(-1)?.split(" ")[0]];
    area.setAttribute("d", points.length > 0 ? `M${start} 100L${points.join("L")}L${end} 100z` : "");
    here.setAttribute("d", `M${model.ply} 0V100`);
  };
  return {
    element,
    update,
    load: (points) => {
      values = points;
      update();
    },
    put: (ply, point) => {
      values[ply] = point;
      update();
    },
  };
}
