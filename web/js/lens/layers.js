// What an evaluator sees on a board: its terms, and what every place adds to each of them.

import { fill, freshId, h } from "../dom.js";
import { number, t, text } from "../i18n.js";

/** @typedef {import("../../types/api").Evaluated} Evaluated @typedef {import("../../types/api").LayerState} LayerState */
/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../board/types.js").Mark} Mark */

/** A layer with its name as the page keeps it from position to position. @param {LayerState} layer */
export const layerName = ({ name, part }) => [name.en, part.en].filter(Boolean).join(", ");

/** @param {LayerState} layer */
export const layerTitle = ({ name, part }) => [text(name), text(part)].filter(Boolean).join(", ");

/** Points with their sign, whole where they are large. @param {number} points */
export function signed(points) {
  const rounded = Math.abs(points) >= 10 ? Math.round(points) : Math.round(points * 10) / 10;
  return rounded > 0 ? `+${number(rounded)}` : number(rounded || 0).replace("-", "−");
}

/** @param {LayerState} layer */
export const sumOf = ({ points }) => points.reduce((sum, [, value]) => sum + value, 0);

/** The layer with the most points on the board, whoever has them. @param {LayerState[]} layers @returns {LayerState | null} */
export function strongest(layers) {
  const weight = (/** @type {LayerState} */ { points }) => points.reduce((sum, [, value]) => sum + Math.abs(value), 0);
  return layers.reduce((/** @type {LayerState | null} */ best, layer) => (best && weight(best) >= weight(layer) ? best : layer), null);
}

/** The marks of a layer; values are shares of the greatest. @param {LayerState} layer @param {GameInfo} game @returns {Mark[]} */
export function layerMarks({ points }, game) {
  const most = Math.max(1e-9, ...points.map(([, value]) => Math.abs(value)));
  return points
    .filter(([, value]) => Math.abs(value) >= most / 200)
    .map(([place, value]) => ({ kind: "points", place: game.shape.places[place].name, value: value / most, label: signed(value) }));
}

/**
 * The terms as a table, with a radio button for each layer.
 * @param {{ evaluated: Evaluated, chosen: string, onchoose: (name: string) => void }} what
 */
export function termsTable({ evaluated: { terms, layers }, chosen, onchoose }) {
  const group = freshId("layer");
  const most = Math.max(1e-9, ...terms.map((term) => Math.abs(term.value)));
  const radio = (/** @type {LayerState} */ layer, /** @type {string} */ label) => {
    const input = h("input", { type: "radio", name: group, value: layerName(layer), checked: layerName(layer) === chosen });
    input.addEventListener("change", () => onchoose(layerName(layer)));
    return h("label", { class: "lens-radio" }, input, h("span", null, label));
  };
  const row = (/** @type {(Node | string)[]} */ name, /** @type {number | null} */ value) =>
    h("tr", null, h("th", { scope: "row" }, ...name), h("td", { class: "lens-value" }, value === null ? "" : signed(value)), h("td", null, value === null ? null : bar(value / most)));
  const rows = terms.flatMap((term) => {
    const own = layers.filter((layer) => layer.name.en === term.name.en);
    if (own.length === 1) return [row([radio(own[0], layerTitle(own[0]))], term.value)];
    return [row([text(term.name)], term.value), ...own.map((layer) => row([radio(layer, layerTitle(layer))], sumOf(layer)))];
  });
  const others = layers.filter((layer) => !terms.some((term) => term.name.en === layer.name.en));
  const body = [...rows, ...others.map((layer) => row([radio(layer, layerTitle(layer))], null))];
  const head = ["term", "points"].map((name) => h("th", { scope: "col" }, t(`lens.${name}`)));
  return h(
    "table",
    { class: "table small lens-terms" },
    h("caption", null, t("lens.terms")),
    h("thead", null, h("tr", null, head, h("td", null))),
    h("tbody", null, body),
  );
}

/** To the right for the first player, to the left for the second. @param {number} share */
function bar(share) {
  const part = h("span", { class: share >= 0 ? "lens-part plus" : "lens-part minus" });
  part.style.width = `${50 * Math.abs(share)}%`;
  part.style.marginInlineStart = share >= 0 ? "50%" : `${50 - 50 * Math.abs(share)}%`;
  return h("span", { class: "lens-bar", "aria-hidden": "true" }, part);
}

/** Every place with its points, the greatest first. @param {HTMLElement} body @param {LayerState} layer @param {GameInfo} game */
export function fillPlaces(body, layer, game) {
  const sorted = layer.points.filter(([, value]) => Math.abs(value) >= 0.05).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const row = (/** @type {[number, number]} */ [place, value]) =>
    h("tr", null, h("th", { scope: "row" }, game.shape.places[place].name), h("td", { class: "lens-value" }, signed(value)));
  fill(body, ...sorted.map(row));
}

/** The layer in a sentence: its sum and the places that count most. @param {LayerState} layer @param {GameInfo} game */
export function layerSentence(layer, game) {
  const counted = layer.points.filter(([, value]) => Math.abs(value) >= 0.05);
  if (counted.length === 0) return t("lens.nothing", { layer: layerTitle(layer) });
  const sorted = counted.sort(([, one], [, other]) => Math.abs(other) - Math.abs(one)).slice(0, 5);
  const most = sorted.map(([place, value]) => `${game.shape.places[place].name} ${signed(value)}`).join(", ");
  return t("lens.said", { layer: layerTitle(layer), most });
}
