// The curves of training: how wrong networks were, epoch by epoch or generation by generation.

import { s } from "../board/svg.js";
import { freshId, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { cell, head } from "../tournament/tables.js";
import { plotSize, plotWithTable, yGrid } from "./plot.js";
import { reach, scale, ticks } from "./scale.js";

/** @typedef {import("../../types/api").NetworkInfo} NetworkInfo */
/** @typedef {{ at: number, training: number, heldOut: number | null }} Point */
/** @typedef {{ name: string, points: Point[] }} Curve */

/** Curves that are farther apart than this share no plot: each would be a flat line. */
const FARTHEST = 3;
const COLOURS = 6;
/** Points of longer curves stand too close for a mark each. */
const MOST_MARKS = 30;
const MARGIN = { left: 52, right: 12, top: 10, bottom: 44 };

/** @param {number | null} loss */
export function showLoss(loss) {
  if (loss === null) return "–";
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(loss);
}

/** @param {NetworkInfo[]} networks @returns {Curve[]} */
function byEpoch(networks) {
  const point = (/** @type {import("../../types/api").LossState} */ one) => ({
    at: one.epoch,
    training: one.loss,
    heldOut: one.validation_loss,
  });
  return networks.map(({ name, record }) => ({ name, points: (record?.losses ?? []).map(point) }));
}

/** @param {NetworkInfo[]} networks @returns {Curve[]} */
function byGeneration(networks) {
  const point = (/** @type {import("../../types/api").GenerationState} */ one) => ({
    at: one.number,
    training: one.loss,
    heldOut: one.validation_loss,
  });
  return networks.map(({ name, record }) => ({ name, points: (record?.generations ?? []).map(point) }));
}

/** All losses of a curve. @param {Curve} curve */
function heights({ points }) {
  return points.flatMap(({ training, heldOut }) => (heldOut === null ? [training] : [training, heldOut]));
}

/** The plots of the losses of a game's networks, each with its table. @param {NetworkInfo[]} networks */
export function lossPlots(networks) {
  const draw = (/** @type {Curve[]} */ curves, /** @type {string} */ title, /** @type {string} */ across) =>
    panels(curves.filter((curve) => curve.points.length > 0)).map((panel) => lossPlot(panel, title, across));
  return [
    ...draw(byEpoch(networks), t("learning.loss"), t("learning.epoch")),
    ...draw(byGeneration(networks), t("learning.loss.generations"), t("learning.generation")),
  ];
}

/** Curves that can be seen beside each other. @param {Curve[]} curves @returns {Curve[][]} */
function panels(curves) {
  /** @type {Curve[][]} */
  const found = [];
  const lowest = (/** @type {Curve} */ curve) => Math.min(...heights(curve));
  for (const curve of [...curves].sort((one, other) => lowest(one) - lowest(other))) {
    const panel = found.at(-1);
    const floor = panel?.[0] ? lowest(panel[0]) : 0;
    if (panel && panel.length < COLOURS && Math.max(...heights(curve)) <= FARTHEST * floor) panel.push(curve);
    else found.push([curve]);
  }
  return found;
}

/**
 * @param {Curve[]} curves
 * @param {string} title
 * @param {string} across what the curves go along
 */
function lossPlot(curves, title, across) {
  const names = curves.map((curve) => curve.name).join(", ");
  return plotWithTable({
    title,
    legend: legend(curves),
    plot: drawCurves(curves, title, across, t("learning.loss.desc", { names })),
    summary: t("learning.loss.figures"),
    table: lossTable(curves, across),
  });
}

/** @param {Curve[]} curves */
function legend(curves) {
  const entry = (/** @type {string} */ name, /** @type {string} */ look, /** @type {string} */ line) =>
    h("li", null, h("span", { class: `swatch ${look}`, "aria-hidden": "true" }, swatch(line)), name);
  return h(
    "ul",
    { class: "legend", role: "list" },
    curves.map(({ name }, index) => entry(name, `series-${index}`, "held-out")),
    entry(t("learning.held_out"), "", "held-out"),
    entry(t("learning.training"), "", "training"),
  );
}

/** A piece of a line as the plot draws it. @param {string} line */
function swatch(line) {
  return /** @type {any} */ (
    s("svg", { viewBox: "0 0 28 10", width: 28, height: 10 }, s("path", { class: `curve ${line}`, d: "M1 5H27" }))
  );
}

/**
 * @param {Curve[]} curves
 * @param {string} title
 * @param {string} across
 * @param {string} description
 */
function drawCurves(curves, title, across, description) {
  const { width, height } = plotSize();
  const ids = [freshId("plot"), freshId("plot")];
  const steps = curves.flatMap((curve) => curve.points.map((point) => point.at));
  const ends = reach(curves.flatMap(heights));
  const x = scale(steps.every((step) => step === steps[0]) ? reach(steps) : [Math.min(...steps), Math.max(...steps)], [
    MARGIN.left + 10,
    width - MARGIN.right - 10,
  ]);
  const y = scale(ends, [height - MARGIN.bottom, MARGIN.top]);
  const columns = ticks(Math.min(...steps), Math.max(...steps), width / 80, 1).map((step) =>
    s("text", { class: "tick", x: x(step), y: height - MARGIN.bottom + 18, "text-anchor": "middle" }, String(step)),
  );
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-labelledby": ids.join(" ") },
    s("title", { id: ids[0] }, `${title}: ${curves.map((curve) => curve.name).join(", ")}`),
    s("desc", { id: ids[1] }, description),
    ...yGrid(ends, y, { left: MARGIN.left, right: width - MARGIN.right }),
    ...columns,
    s("text", { class: "axis", x: (MARGIN.left + width) / 2, y: height - 6, "text-anchor": "middle" }, across),
    ...curves.map((curve, index) => drawCurve(curve, index, x, y)),
  );
}

/**
 * The two lines of a network.
 * @param {Curve} curve
 * @param {number} index
 * @param {(at: number) => number} x
 * @param {(loss: number) => number} y
 */
function drawCurve({ points }, index, x, y) {
  const training = points.map(({ at, training }) => [x(at), y(training)]);
  const heldOut = points.flatMap(({ at, heldOut }) => (heldOut === null ? [] : [[x(at), y(heldOut)]]));
  const line = (/** @type {number[][]} */ places, /** @type {string} */ name) => [
    s("polyline", { class: `curve ${name}`, points: places.join(" ") }),
    ...(places.length > MOST_MARKS ? places.slice(-1) : places).map(([cx, cy]) =>
      s("circle", { class: `mark ${name}`, cx, cy, r: 3 }),
    ),
  ];
  return s("g", { class: `series-${index}` }, ...line(training, "training"), ...line(heldOut, "held-out"));
}

/** @param {Curve[]} curves @param {string} across */
function lossTable(curves, across) {
  const steps = [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.at)))].sort((a, b) => a - b);
  const names = curves.map(({ name }) => h("th", { scope: "colgroup", colspan: 2, class: "number" }, name));
  const pairs = curves.flatMap(() => [head(t("learning.training")), head(t("learning.held_out"))]);
  const line = (/** @type {number} */ step) => {
    const found = curves.map((curve) => curve.points.find((point) => point.at === step));
    const cells = found.flatMap((point) => [
      cell(showLoss(point?.training ?? null)),
      cell(showLoss(point?.heldOut ?? null)),
    ]);
    return h("tr", null, h("th", { scope: "row" }, String(step)), cells);
  };
  return h(
    "table",
    null,
    h("thead", null, h("tr", null, h("th", { scope: "col", rowspan: 2 }, across), names), h("tr", null, pairs)),
    h("tbody", null, steps.map(line)),
  );
}
