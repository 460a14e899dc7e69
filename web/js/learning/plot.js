// What the plots of learning share: their size, their grid, and the table that every one of them is paired with.

import { s } from "../board/svg.js";
import { h } from "../dom.js";
import { number } from "../i18n.js";
import { scrolling } from "../tournament/tables.js";
import { ticks } from "./scale.js";

/** What stands beside a plot on a phone: the margins of the page and of the card. */
const AROUND = 58;
const WIDEST = 540;
const NARROWEST = 250;

/** A plot is drawn for the room there is, so that its letters are as large as others. */
export function plotSize() {
  const room = document.documentElement.clientWidth - AROUND;
  const width = Math.max(NARROWEST, Math.min(WIDEST, room));
  return { width, height: Math.round(110 + width / 3) };
}

/**
 * Lines across at round numbers, with the numbers left of them.
 * @param {[number, number]} ends
 * @param {(value: number) => number} y
 * @param {{ left: number, right: number }} sides
 */
export function yGrid([low, high], y, { left, right }) {
  return ticks(low, high, 6).flatMap((value) => [
    s("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }),
    s("text", { class: "tick", x: left - 8, y: y(value) + 4.5, "text-anchor": "end" }, number(value)),
  ]);
}

/**
 * A plot on a card, and the same figures as a table.
 * @param {{ title: string, legend?: Node | null, plot: Element, summary: string, table: HTMLTableElement }} parts
 */
export function plotWithTable({ title, legend = null, plot, summary, table }) {
  const frame = scrolling(summary);
  frame.append(table);
  return h(
    "figure",
    { class: "card learning-plot" },
    h("figcaption", null, h("h3", null, title), legend),
    /** @type {any} */ (plot),
    h("details", null, h("summary", null, summary), frame),
  );
}
