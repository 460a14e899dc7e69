/** Chances as a bar beside the board and as a graph over the game. Always for the first player. */
import { h } from "../dom.js";
import { number, t, text } from "../i18n.js";
import { sideWords } from "../names.js";
import { s } from "../board/svg.js";
import { pieceIcon, tone } from "../../pieces/index.js";

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
  if (margin !== null && short) return t("analysis.short_by", { side, margin: number(margin) });
  if (margin !== null) return sideWords("analysis.wins_by", info, winner, { margin: number(margin) });
  if (plies === null) return sideWords("analysis.wins", info, winner);
  const moves = Math.ceil(plies / 2);
  return short
    ? t("analysis.short_in", { side, n: number(moves) })
    : sideWords("analysis.wins_in", info, winner, {}, moves);
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

/** The colours of the bar: those of the pieces where both sides have the same, others where the pieces differ. @param {{info: import("../../types/api").GameInfo}} model @returns {string} */
export function barTone({ info: { badges, shape } }) {
  return badges[0].kind === badges[1].kind ? tone(badges[0], shape.kind) : "own";
}

/** @param {Model} model @returns {{element: HTMLElement, update: (chance: number | null, words: string) => void}} */
export function evaluationBar(model) {
  const part = h("span", { class: "eval-first" });
  const token = (/** @type {0 | 1} */ index) =>
    h("span", { class: "eval-token", "aria-hidden": "true" }, /** @type {any} */ (pieceIcon(model.info.badges[index], model.info.shape.kind)));
  const bar = h(
    "div",
    {
      class: "eval-bar",
      dataset: { tone: barTone(model) },
      role: "meter",
      "aria-valuemin": "0",
      "aria-valuemax": "100",
      "aria-label": t("analysis.bar", { side: text(model.info.sides[0]) }),
    },
    part,
  );
  /* Colours alone do not say whose part is whose: a piece of each side stands at its end. */
  const element = h("div", { class: "eval" }, token(1), bar, token(0));
  const update = (/** @type {number | null} */ chance, /** @type {string} */ said) => {
    const percent = Math.round(100 * (chance ?? 0.5));
    part.style.height = `${percent}%`;
    element.classList.toggle("is-flipped", model.flipped);
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-valuetext", said);
    bar.title = said;
  };
  return { element, update };
}

/**
 * @param {Model} model
 * @returns {{element: HTMLElement, update: () => void, load: (points: (Point | null)[]) => void}}
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
  };
}
