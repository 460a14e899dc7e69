/** The board without pieces: squares, lines and points, the standing rack, coordinates. */
import { s } from "./svg.js";

/** @typedef {import("./types.js").Geometry} Geometry */

/**
 * @param {Geometry} geometry
 * @param {boolean} coordinates
 * @returns {{back: SVGGElement, front: SVGGElement}} what lies under the pieces and what stands before them
 */
export function drawGround(geometry, coordinates) {
  const back = s("g", { class: "qb-ground" });
  const front = s("g", { class: "qb-front" });
  const { kind } = geometry.shape;
  if (kind === "columns") {
    back.append(hall(geometry));
    front.append(rack(geometry));
  } else if (kind === "points") back.append(...cross(geometry));
  else back.append(...squares(geometry));
  if (coordinates) (kind === "columns" ? front : back).append(...labels(geometry));
  return { back, front };
}

/** @param {Geometry} geometry @returns {SVGElement[]} */
function squares({ shape, centres, left, top, width, height }) {
  const checkered = shape.kind === "checkered";
  const base = s("rect", {
    class: checkered ? "qb-light" : "qb-frame",
    x: left,
    y: top,
    width,
    height,
    rx: checkered ? 0.06 : 0.1,
  });
  const cells = shape.places.map(({ column, row }, index) => {
    if (checkered && (column + row) % 2 === 0) return null;
    const { x, y } = centres[index];
    return s("rect", { class: checkered ? "qb-dark" : "qb-felt", x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  });
  return [base, ...cells.filter((cell) => cell !== null)];
}

/** @param {Geometry} geometry @returns {SVGElement[]} */
function cross({ shape, centres, left, top, width, height }) {
  const board = s("rect", { class: "qb-table", x: left, y: top, width, height, rx: 0.28 });
  const line = (/** @type {number[]} */ [a, b]) => `M${centres[a].x} ${centres[a].y}L${centres[b].x} ${centres[b].y}`;
  const lines = s("path", { class: "qb-lines", d: shape.lines.map(line).join("") });
  const points = centres.map(({ x, y }) => s("circle", { class: "qb-point", cx: x, cy: y, r: 0.13 }));
  return [board, lines, ...points];
}

/** What is seen through the holes. @param {Geometry} geometry @returns {SVGElement} */
function hall({ left, top, width, height }) {
  return s("rect", { class: "qb-hall", x: left + 0.05, y: top + 0.05, width: width - 0.1, height: height - 0.4 });
}

/** @param {Geometry} geometry @returns {SVGElement} */
function rack({ centres, left, top, width, height }) {
  const [right, foot, radius] = [left + width, top + height - 0.3, 0.2];
  const hole = (/** @type {{x: number, y: number}} */ { x, y }) =>
    `M${x - 0.4} ${y}a.4 .4 0 1 0 .8 0a.4 .4 0 1 0-.8 0z`;
  const outline = `M${left + radius} ${top}H${right - radius}q${radius} 0 ${radius} ${radius}V${foot}H${left}V${top + radius}q0-${radius} ${radius}-${radius}z`;
  const plate = s("path", { class: "qb-rack", "fill-rule": "evenodd", d: outline + centres.map(hole).join("") });
  const rims = s("path", { class: "qb-rims", d: centres.map(hole).join("") });
  const base = s("rect", { class: "qb-foot", x: left, y: foot, width, height: 0.3, rx: 0.08 });
  return s("g", {}, plate, rims, base);
}

/** Letters and numbers: inside the edge squares, beside boards of points, on the foot of the rack. @param {Geometry} geometry @returns {SVGElement[]} */
function labels(geometry) {
  const { shape, centres, rows, left, top, height } = geometry;
  const text = (
    /** @type {string} */ words,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ more,
  ) => s("text", { class: `qb-label ${more}`, x, y }, words);
  if (shape.kind === "columns") {
    return rows[0].map((place) =>
      text(shape.places[place].tap, centres[place].x, top + height - 0.08, "qb-label-mid qb-label-rack"),
    );
  }
  const [bottom, firsts] = [lowest(geometry), rows.map((row) => row[0])];
  const file = (/** @type {number} */ place) => shape.places[place].name.replace(/\d+$/, "");
  const rank = (/** @type {number} */ place) => shape.places[place].name.replace(/^\D+/, "");
  if (shape.kind === "points") {
    const files = bottom.map((place) => text(file(place), centres[place].x, top + height - 0.08, "qb-label-mid"));
    return [
      ...files,
      ...firsts.map((place) => text(rank(place), left + 0.17, centres[place].y + 0.07, "qb-label-mid")),
    ];
  }
  const tone = (/** @type {number} */ place) => {
    const { column, row } = shape.places[place];
    return shape.kind === "checkered" && (column + row) % 2 === 0 ? "qb-label-on-light" : "qb-label-on-dark";
  };
  const files = bottom.map((place) =>
    text(file(place), centres[place].x + 0.46, centres[place].y + 0.46, `qb-label-end ${tone(place)}`),
  );
  const ranks = firsts.map((place) => text(rank(place), centres[place].x - 0.46, centres[place].y - 0.28, tone(place)));
  return [...files, ...ranks];
}

/** The lowest place of every column as seen. @param {Geometry} geometry @returns {number[]} */
function lowest({ rows, centres }) {
  /** @type {Map<number, number>} */
  const byColumn = new Map();
  for (const row of rows) for (const place of row) byColumn.set(centres[place].x, place);
  return [...byColumn.values()];
}
