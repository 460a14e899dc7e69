/** Fingers and mice: a press and a release on the same place is a tap, on two places a drag. */
import { placeAt } from "./geometry.js";

/** @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Point} Point */

/**
 * What the board answers.
 * @typedef {object} Hand
 * @property {() => Geometry | null} geometry
 * @property {(place: number) => "drag" | "tap" | "none"} press what may come of pressing there
 * @property {(place: number | null) => void} tap
 * @property {(place: number) => ((point: Point | null) => void) | null} lift
 * @property {(from: number, to: number | null) => void} drop
 * @property {(from: number, to: number) => void} [sketch] what the right button draws: an arrow, or a circle where it stays
 * @property {() => void} [clean] takes all that was drawn away
 */

/** How far a finger may tremble, in squares. */
const TREMBLE = 0.18;

/** @param {SVGSVGElement} svg @param {Hand} hand @returns {void} */
export function listenToPointers(svg, hand) {
  /** @type {{id: number, place: number | null, start: Point, kind: string, move: ((point: Point | null) => void) | null, dragging: boolean} | null} */
  let held = null;
  let lastPointer = -Infinity;

  const point = (/** @type {PointerEvent} */ event) => {
    const geometry = hand.geometry();
    const box = svg.getBoundingClientRect();
    if (!geometry) return { x: 0, y: 0 };
    return {
      x: geometry.left + ((event.clientX - box.left) / box.width) * geometry.width,
      y: geometry.top + ((event.clientY - box.top) / box.height) * geometry.height,
    };
  };
  const under = (/** @type {Point} */ where) => {
    const geometry = hand.geometry();
    return geometry ? placeAt(geometry, where) : null;
  };
  const letGo = () => {
    held?.move?.(null);
    held = null;
  };

  /** Where the right button was pressed. @type {number | null} */
  let sketching = null;
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("pointerup", (event) => {
    if (event.button !== 2 || sketching === null) return;
    const to = under(point(event));
    if (to !== null) hand.sketch?.(sketching, to);
    sketching = null;
  });
  svg.addEventListener("pointerdown", (event) => {
    if (event.button === 2 && !held) sketching = under(point(event));
    if (event.button === 0) hand.clean?.();
    if (event.button !== 0 || held) return;
    lastPointer = event.timeStamp;
    const start = point(event);
    const place = under(start);
    const kind = place === null ? "tap" : hand.press(place);
    if (kind === "none") return;
    held = { id: event.pointerId, place, start, kind, move: null, dragging: false };
    if (kind === "drag") svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId || held.kind !== "drag" || held.place === null) return;
    const here = point(event);
    if (!held.dragging && Math.hypot(here.x - held.start.x, here.y - held.start.y) > TREMBLE) {
      held.dragging = true;
      held.move = hand.lift(held.place);
    }
    if (held.dragging) held.move?.(here);
  });
  svg.addEventListener("pointerup", (event) => {
    lastPointer = event.timeStamp;
    if (held?.id !== event.pointerId) return;
    const { place, dragging, move } = held;
    const target = under(point(event));
    held = null;
    if (dragging && place !== null && target !== place) {
      hand.drop(place, target);
    } else {
      move?.(null);
      if (target === place) hand.tap(place);
    }
  });
  svg.addEventListener("pointercancel", letGo);
  /* Assistive tools click without a pointer. */
  svg.addEventListener("click", (event) => {
    if (event.detail !== 0 || event.timeStamp - lastPointer < 400) return;
    const cell = event.target instanceof Element ? event.target.closest(".qb-cell") : null;
    const index =
      hand.geometry()?.shape.places.findIndex((place) => place.name === cell?.getAttribute("data-place")) ?? -1;
    if (index >= 0) hand.tap(index);
  });
}
