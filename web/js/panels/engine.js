/** Which player analyses: a level, an algorithm, or any player spec written by hand; how many lines; the evaluator's terms. */
import { api, catalog } from "../api.js";
import { fill, freshId, h } from "../dom.js";
import { number, t, text, tOr } from "../i18n.js";
import { prefs } from "../prefs.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{on: boolean, spec: string, lines: number}} Wish */

const OTHER = "other…";

/** @returns {Wish} */
export const wish = () => ({ on: false, spec: "alphabeta:time=2s", lines: 1, ...prefs.get("analysis") });

/** @param {Model} model @param {() => void} changed @returns {HTMLElement} */
export function engineChoice(model, changed) {
  const [engineId, linesId, ownId] = [freshId("engine"), freshId("lines"), freshId("spec")];
  const problem = h("p", { class: "problem", role: "status" });
  const own = h("input", {
    class: "input code",
    id: ownId,
    type: "text",
    spellcheck: "false",
    autocapitalize: "off",
    value: wish().spec,
  });
  const ownField = h(
    "div",
    { class: "field engine-own", hidden: true },
    h("label", { for: ownId }, t("analysis.spec")),
    own,
    problem,
  );
  const engine = h("select", { class: "select", id: engineId });
  const lines = h(
    "select",
    { class: "select", id: linesId },
    ...[1, 2, 3, 4, 5].map((n) => h("option", { value: String(n), selected: n === wish().lines }, String(n))),
  );
  const keep = (/** @type {Partial<Wish>} */ part) => {
    prefs.set("analysis", { ...wish(), ...part });
    changed();
  };
  engine.addEventListener("change", () => {
    ownField.hidden = engine.value !== OTHER;
    if (engine.value === OTHER) own.focus();
    else keep({ spec: engine.value });
  });
  own.addEventListener("change", async () => {
    try {
      const { spec } = await api.post("/api/spec", { game: model.info.id, spec: own.value.trim() });
      own.value = spec;
      problem.textContent = "";
      keep({ spec });
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  lines.addEventListener("change", () => keep({ lines: Number(lines.value) }));
  void fillEngines(engine, ownField);
  return h(
    "div",
    { class: "engine" },
    h("div", { class: "field" }, h("label", { for: engineId }, t("analysis.engine")), engine),
    h("div", { class: "field engine-lines" }, h("label", { for: linesId }, t("analysis.lines")), lines),
    ownField,
  );
}

/** @param {HTMLSelectElement} engine @param {HTMLElement} ownField @returns {Promise<void>} */
async function fillEngines(engine, ownField) {
  const { players, levels } = await catalog();
  const timed = players.filter((player) => player.keys.some((key) => key.name === "time"));
  const specs = timed.map((player) => ({ spec: `${player.name}:time=2s`, words: tOr(`player.${player.name}`, player.name) }));
  const grades = levels.map((level) => ({ spec: level, words: tOr(`level.${level}`, level) }));
  const { spec } = wish();
  const known = [...specs, ...grades].some((one) => one.spec === spec);
  const option = (/** @type {{spec: string, words: string}} */ one) =>
    h("option", { value: one.spec, selected: one.spec === spec }, one.words);
  fill(
    engine,
    h("optgroup", { label: t("analysis.algorithms") }, ...specs.map(option)),
    h("optgroup", { label: t("analysis.levels") }, ...grades.map(option)),
    h("option", { value: OTHER, selected: !known }, t("analysis.other")),
  );
  ownField.hidden = known;
}

/** What the evaluator says of the position, term by term. @param {Model} model @returns {{element: HTMLElement, update: () => void}} */
export function termsPanel(model) {
  const id = freshId("evaluator");
  const names = model.info.evaluators;
  const choose = h(
    "select",
    { class: "select", id },
    ...names.map((one) =>
      h("option", { value: one.name }, tOr(`eval.${one.name}`, one.name)),
    ),
  );
  const table = h("dl", { class: "terms" });
  const element = h(
    "details",
    { class: "terms-box" },
    h("summary", null, t("analysis.terms")),
    h("div", { class: "field" }, h("label", { for: id }, t("analysis.evaluator")), choose),
    table,
  );
  let asked = 0;
  const update = async () => {
    if (!element.open) return;
    const mine = (asked += 1);
    try {
      const answer = await api.post("/api/evaluate", {
        game: model.info.id,
        position: await model.position(),
        eval: choose.value,
      });
      if (mine === asked) fill(table, ...rows(answer));
    } catch (error) {
      if (mine === asked) fill(table, h("dt", null, error instanceof Error ? error.message : String(error)));
    }
  };
  element.addEventListener("toggle", update);
  choose.addEventListener("change", update);
  return { element, update };
}

/** @param {{score: number, terms: import("../../types/api").TermValue[]}} answer @returns {HTMLElement[]} */
function rows({ score, terms }) {
  const row = (/** @type {string} */ name, /** @type {number} */ value, kind = "") =>
    h("div", { class: kind }, h("dt", null, name), h("dd", null, `${value > 0 ? "+" : ""}${number(value)}`));
  return [...terms.map((term) => row(text(term.name), term.value)), row(t("analysis.sum"), score, "terms-sum")];
}
