/**
 * Marks on the board. Each kind has its own form, and each is drawn in two tones, dark and light, so that it is seen on every
 * square and by every eye: dot = may go there, ring = may take there, frame = chosen, corners = last move, ! = in danger,
 * frame and star = decided the game, diamond = territory at its end, broken frame and arrow = a move entered ahead of the turn; disc = points
 * for the first player, diamond with a dashed edge = points for the second.
 */
import { tone } from "../../pieces/index.js";
import { restingPlace } from "./geometry.js";
import { s } from "./svg.js";

/** @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Mark} Mark @typedef {import("./types.js").Piece} Piece @typedef {import("./types.js").Point} Point */
/** @typedef {{place: number, side: import("./types.js").Side}} Decisive */

/** Twice the same figure, the light tone wider and beneath. @param {string} kind @param {() => SVGElement} figure @returns {SVGGElement} */
function twoTone(kind, figure) {
  const [under, over] = [figure(), figure()];
  under.classList.add("tone-b");
  over.classList.add("tone-a");
  return s("g", { class: `qb-mark qb-${kind}` }, under, over);
}

/** @param {Geometry} geometry @param {Point} centre @param {number} inset @returns {SVGElement} the outline of a place */
function outline({ shape }, { x, y }, inset) {
  const round = shape.kind === "points" || shape.kind === "columns";
  if (round) return s("circle", { cx: x, cy: y, r: 0.5 - inset });
  return s("rect", { x: x - 0.5 + inset, y: y - 0.5 + inset, width: 1 - 2 * inset, height: 1 - 2 * inset, rx: 0.05 });
}

/** Four corners of a place. @param {Point} centre @returns {SVGElement} */
function corners({ x, y }) {
  const [a, b] = [0.44, 0.22];
  const corner = (/** @type {number[]} */ [h, v]) => `M${x + h * a} ${y + v * b}V${y + v * a}H${x + h * b}`;
  return s("path", {
    d: [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ]
      .map(corner)
      .join(""),
  });
}

/**
 * What lies under the pieces: the last move, the chosen piece, danger, a frame of what decided the game, visits.
 * @param {Geometry} geometry
 * @param {{chosen: number | null, last: number[], alerts: number[], decisive: Decisive[], premoved: number[], marks: Mark[], pieces: (Piece | null)[]}} what
 * @returns {SVGElement[]}
 */
export function drawUnderMarks(geometry, { chosen, last, alerts, decisive, premoved, marks, pieces }) {
  const lasts = last.map((place) => {
    const tint = outline(geometry, geometry.centres[place], 0.02);
    tint.setAttribute("class", "qb-tint");
    const mark =
      geometry.shape.kind === "columns"
        ? () => outline(geometry, geometry.centres[place], 0.36)
        : () => corners(geometry.centres[place]);
    return s("g", { class: "qb-last" }, tint, twoTone("corners", mark));
  });
  const danger = alerts.map((place) => {
    const glow = outline(geometry, geometry.centres[place], 0);
    glow.setAttribute("class", "qb-danger");
    return glow;
  });
  const frame = chosen === null ? [] : [twoTone("chosen", () => outline(geometry, geometry.centres[chosen], 0.045))];
  const decided = decisive
    .filter(({ place }) => pieces[place])
    .map(({ place }) => twoTone("decisive", () => outline(geometry, geometry.centres[place], 0.06)));
  const ahead = premoved.map((place) => twoTone("premove", () => outline(geometry, geometry.centres[place], 0.045)));
  const under = [...heat(geometry, marks, pieces), ...points(geometry, marks, pieces)];
  return [...lasts, ...danger, ...decided, ...frame, ...ahead, ...under];
}

/** @param {Geometry} geometry @param {Mark[]} marks @param {(Piece | null)[]} pieces @returns {SVGElement[]} */
function heat(geometry, marks, pieces) {
  return marks
    .filter((mark) => mark.kind === "heat")
    .flatMap((mark) => {
      const centre = centreOf(geometry, mark.place, pieces);
      const value = Math.max(0, Math.min(1, mark.value ?? 0));
      if (!centre) return [];
      const disc = s("circle", {
        class: "qb-heat",
        cx: centre.x,
        cy: centre.y,
        r: 0.48 * Math.sqrt(0.12 + 0.88 * value),
      });
      disc.style.opacity = String(0.35 + 0.5 * value);
      return [disc];
    });
}

/** Points of each side: a disc for the first, a diamond for the second, the larger the more. @param {Geometry} geometry @param {Mark[]} marks @param {(Piece | null)[]} pieces @returns {SVGElement[]} */
function points(geometry, marks, pieces) {
  return marks
    .filter((mark) => mark.kind === "points")
    .flatMap((mark) => {
      const centre = centreOf(geometry, mark.place, pieces);
      if (!centre) return [];
      const [{ x, y }, value] = [centre, Math.max(-1, Math.min(1, mark.value ?? 0))];
      const r = 0.2 + 0.28 * Math.sqrt(Math.abs(value));
      const figure =
        value >= 0
          ? s("circle", { class: "qb-points plus", cx: x, cy: y, r: r * 0.96 })
          : s("path", { class: "qb-points minus", d: `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z` });
      figure.style.opacity = String(0.45 + 0.45 * Math.abs(value));
      return [figure];
    });
}

/**
 * What lies above the pieces: the places one may tap, hints, arrows, the sign of danger, what decided the game.
 * @param {Geometry} geometry
 * @param {{targets: number[], ends: number | null, alerts: number[], decisive: Decisive[], premoved: number[], marks: Mark[], pieces: (Piece | null)[]}} what
 * @returns {SVGElement[]}
 */
export function drawOverMarks(geometry, { targets, ends, alerts, decisive, premoved, marks, pieces }) {
  const { centres } = geometry;
  const dots = targets.map((place) => {
    const { x, y } = centres[place];
    const taken = pieces[place];
    return twoTone(taken ? "ring" : "dot", () => s("circle", { cx: x, cy: y, r: taken ? 0.43 : 0.14 }));
  });
  const end = ends === null ? [] : [twoTone("end", () => tick(centres[ends]))];
  const danger = alerts.map((place) => badge(centres[place]));
  const decided = decisive.map((one) => decisiveMark(geometry, one, pieces));
  const ahead = premoved.slice(1).flatMap((to, step) => pointer(centres[premoved[step]], centres[to], 0.5));
  return [...dots, ...end, ...decided, ...danger, ...ahead, ...marks.flatMap((mark) => overMark(geometry, mark, pieces))];
}

/** A star on a piece that decided the game, a diamond of its side on territory. @param {Geometry} geometry @param {Decisive} decisive @param {(Piece | null)[]} pieces @returns {SVGElement} */
function decisiveMark({ centres, shape }, { place, side }, pieces) {
  const { x, y } = centres[place];
  if (pieces[place]) return star({ x: x - 0.34, y: y - 0.34 });
  const owner = pieces.find((piece) => piece?.side === side);
  const colours = owner ? tone(owner, shape.kind) : "none";
  return s("path", {
    class: `qb-mark qb-territory tone-${colours}`,
    "data-side": side,
    d: `M${x} ${y - 0.2}l.2 .2-.2 .2-.2-.2z`,
  });
}

/** @param {Point} centre @returns {SVGElement} */
function star({ x, y }) {
  const corner = (/** @type {number} */ i) => {
    const [radius, angle] = [i % 2 === 0 ? 0.16 : 0.07, (Math.PI * i) / 5];
    return `${x + radius * Math.sin(angle)} ${y - radius * Math.cos(angle)}`;
  };
  return s("path", { class: "qb-star", d: `M${Array.from({ length: 10 }, (_, i) => corner(i)).join("L")}z` });
}

/** @param {Geometry} geometry @param {Mark} mark @param {(Piece | null)[]} pieces @returns {SVGElement[]} */
function overMark(geometry, mark, pieces) {
  if (mark.kind === "heat") return share(geometry, mark, pieces);
  if (mark.kind === "points") return pointsText(geometry, mark, pieces);
  if (mark.kind === "arrow") return arrow(geometry, mark, pieces);
  const centre = centreOf(geometry, mark.place, pieces);
  if (!centre) return [];
  const { x, y } = centre;
  if (mark.kind === "capture")
    return [twoTone("cross", () => s("path", { d: `M${x - 0.28} ${y - 0.28}l.56 .56m0-.56l-.56 .56` }))];
  const rings = mark.kind === "hint-to" && !mark.label ? [0.42, 0.2] : [0.42];
  const drawn = rings.map((r) => twoTone(mark.kind, () => s("circle", { cx: x, cy: y, r })));
  return mark.label ? [...drawn, number(mark.label, { x, y })] : drawn;
}

/** The rank of one of several candidates. @param {string} label @param {Point} centre @returns {SVGElement} */
function number(label, { x, y }) {
  return s(
    "g",
    { class: "qb-rank" },
    s("circle", { cx: x, cy: y, r: 0.24 }),
    s("text", { x, y: y + 0.12 }, label),
  );
}

/** How large a share of the visits a place has, in words a reader can compare. @param {Geometry} geometry @param {Mark} mark @param {(Piece | null)[]} pieces @returns {SVGElement[]} */
function share(geometry, mark, pieces) {
  const centre = centreOf(geometry, mark.place, pieces);
  const percent = Math.round(100 * (mark.value ?? 0));
  return centre && percent >= 3
    ? [s("text", { class: "qb-share", x: centre.x, y: centre.y + 0.44 }, `${percent}%`)]
    : [];
}

/** @param {Geometry} geometry @param {Mark} mark @param {(Piece | null)[]} pieces @returns {SVGElement[]} */
function pointsText(geometry, mark, pieces) {
  const centre = centreOf(geometry, mark.place, pieces);
  if (!centre) return [];
  // At the foot of the place, where neither a piece nor the sign of a legal move hides it.
  return [s("text", { class: "qb-share", x: centre.x, y: centre.y + 0.44 }, mark.label ?? "")];
}

/** @param {Geometry} geometry @param {Mark} mark @param {(Piece | null)[]} pieces @returns {SVGElement[]} */
function arrow(geometry, mark, pieces) {
  const [from, to] = [centreOf(geometry, mark.from, pieces), centreOf(geometry, mark.to, pieces)];
  return from && to ? pointer(from, to, mark.value ?? 1) : [];
}

/** @param {Point} from @param {Point} to @param {number} value how heavy it is, from 0 to 1 @returns {SVGElement[]} */
function pointer(from, to, value) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 0.1) return [];
  const weight = 0.05 + 0.09 * value;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${to.x - ux * along - uy * aside} ${to.y - uy * along + ux * aside}`;
  const head = 0.16 + 1.6 * weight;
  const path = `M${from.x + ux * 0.25 - (uy * weight) / 2} ${from.y + uy * 0.25 + (ux * weight) / 2}L${at(head, weight / 2)}L${at(head, weight * 1.6)}L${at(0.06, 0)}L${at(head, -weight * 1.6)}L${at(head, -weight / 2)}L${from.x + ux * 0.25 + (uy * weight) / 2} ${from.y + uy * 0.25 - (ux * weight) / 2}z`;
  return [s("path", { class: "qb-arrow", d: path })];
}

/** @param {Point} centre @returns {SVGElement} */
function tick({ x, y }) {
  return s("path", { d: `M${x + 0.16} ${y - 0.3}l.1 .1 .18-.22` });
}

/** @param {Point} centre @returns {SVGElement} */
function badge({ x, y }) {
  const [cx, cy] = [x + 0.32, y - 0.32];
  return s(
    "g",
    { class: "qb-badge" },
    s("circle", { cx, cy, r: 0.16 }),
    s("path", { d: `M${cx} ${cy - 0.09}v.09M${cx} ${cy + 0.07}v.01` }),
  );
}

/** @param {Geometry} geometry @param {string | undefined} name of a place, or its tap @param {(Piece | null)[]} pieces @returns {Point | null} */
function centreOf(geometry, name, pieces) {
  if (name === undefined) return null;
  const index = geometry.shape.places.findIndex((place) => place.name === name);
  const place = index >= 0 ? index : restingPlace(geometry, name, pieces);
  return place === null ? null : geometry.centres[place];
}
