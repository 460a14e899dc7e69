// The choice of a player: what a lesson needs by name and number, everything else as a line of text.

import { field, select } from "../controls.js";
import { fill, h } from "../dom.js";
import { number, t } from "../i18n.js";

/** @typedef {{ name: string, spec: (values: Record<string, number>) => string, numbers: string[] }} Kind */

/** Everything off that is not alpha-beta itself. */
const SELECTIVE = [
  "nullmove",
  "lmr",
  "iir",
  "quiescence",
  "pruning",
  "extensions",
  "correction",
  "razoring",
  "probcut",
  "singular",
];
const ORDERING = ["tt", "history", "killers", "aspiration", "continuation", "captures", "etc", "evalorder"];

/** @param {string[]} names */
const off = (names) => names.map((name) => `,${name}=off`).join("");

/** @type {Kind[]} */
const KINDS = [
  { name: "minimax", numbers: ["depth"], spec: ({ depth }) => `minimax:depth=${depth}` },
  {
    name: "plain",
    numbers: ["depth"],
    spec: ({ depth }) => `alphabeta:depth=${depth}${off(ORDERING)}${off(SELECTIVE)},split=off`,
  },
  { name: "ordered", numbers: ["depth"], spec: ({ depth }) => `alphabeta:depth=${depth}${off(SELECTIVE)},split=off` },
  { name: "full", numbers: ["depth"], spec: ({ depth }) => `alphabeta:depth=${depth}` },
  { name: "ucb1", numbers: ["sims", "c"], spec: ({ sims, c }) => `mcts:sims=${sims},c=${c},seed=1` },
  {
    name: "ucbcut",
    numbers: ["sims", "c", "width"],
    spec: ({ sims, c, width }) => `mcts:policy=ucbcut,sims=${sims},c=${c},width=${width},seed=1`,
  },
  { name: "puct", numbers: ["sims", "c"], spec: ({ sims, c }) => `mcts:policy=puct,sims=${sims},c=${c},seed=1` },
  {
    name: "epsilon",
    numbers: ["sims", "epsilon"],
    spec: ({ sims, epsilon }) => `mcts:policy=epsilon,sims=${sims},epsilon=${epsilon},seed=1`,
  },
  {
    name: "epsilonmod",
    numbers: ["sims", "epsilon"],
    spec: ({ sims, epsilon }) => `mcts:policy=epsilonmod,sims=${sims},epsilon=${epsilon},seed=1`,
  },
];

/** @type {Record<string, { least: number, most: number, step: number, value: number }>} */
const NUMBERS = {
  depth: { least: 1, most: 8, step: 1, value: 3 },
  sims: { least: 20, most: 2000, step: 20, value: 300 },
  c: { least: 0, most: 3, step: 0.05, value: 1.4 },
  epsilon: { least: 0, most: 1, step: 0.05, value: 0.1 },
  width: { least: 1, most: 24, step: 1, value: 6 },
};

/** The spec of a kind with its usual numbers. @param {string} name */
export function usualSpec(name) {
  const values = Object.fromEntries(Object.entries(NUMBERS).map(([key, known]) => [key, known.value]));
  return /** @type {Kind} */ (KINDS.find((kind) => kind.name === name) ?? KINDS[0]).spec(values);
}

/** The kind and the numbers that a spec was made from, if it was. @param {string} spec */
function kindOf(spec) {
  const values = Object.fromEntries(
    Object.entries(NUMBERS).map(([key, known]) => {
      const found = new RegExp(`[:,]${key}=([\\d.]+)`).exec(spec);
      return [key, found ? Number(found[1]) : known.value];
    }),
  );
  return { kind: KINDS.find((one) => one.spec(values) === spec) ?? null, values };
}

/**
 * @param {{ legend: string, spec: string, onchange: (spec: string) => void }} how
 */
export function playerChoice({ legend, spec, onchange }) {
  const known = kindOf(spec);
  let { kind } = known;
  const { values } = known;
  const sliders = h("div", { class: "explore-sliders" });
  const line = h("input", { class: "input code", type: "text", value: spec, spellcheck: "false", autocomplete: "off" });
  const changed = () => {
    if (kind) line.value = kind.spec(values);
    onchange(line.value.trim());
  };
  line.addEventListener("change", () => {
    kind = kindOf(line.value.trim()).kind;
    choice.value = kind?.name ?? "own";
    drawSliders();
    changed();
  });
  const options = [...KINDS.map(({ name }) => name), "own"].map((name) => ({ value: name, label: t(`explore.kind.${name}`) }));
  const choice = select(options, kind?.name ?? "own", (name) => {
    kind = KINDS.find((one) => one.name === name) ?? null;
    drawSliders();
    if (kind) changed();
    else line.focus();
  });
  const drawSliders = () => fill(sliders, (kind?.numbers ?? []).map((name) => slider(name, values, changed)));
  drawSliders();
  return h(
    "fieldset",
    { class: "explore-player card" },
    h("legend", null, legend),
    field(t("explore.algorithm"), choice),
    sliders,
    h("details", null, h("summary", null, t("explore.spec")), field(t("explore.spec.label"), line, t("explore.spec.hint"))),
  );
}

/** @param {string} name @param {Record<string, number>} values @param {() => void} changed */
function slider(name, values, changed) {
  const { least, most, step } = NUMBERS[name] ?? { least: 0, most: 1, step: 1 };
  const shown = h("output", { class: "explore-number" }, number(values[name]));
  const range = h("input", { type: "range", class: "range", min: least, max: most, step, value: String(values[name]) });
  range.addEventListener("input", () => {
    values[name] = Number(range.value);
    shown.textContent = number(values[name]);
  });
  range.addEventListener("change", changed);
  return h("div", { class: "explore-slider" }, field(t(`explore.number.${name}`), range), shown);
}
