// Choosing a machine: by level, by algorithm with its settings, or as a full line of text.

import { announce } from "../announce.js";
import { api } from "../api.js";
import { debounce, field, segments, select, showProblemAt } from "../controls.js";
import { fill, h, richText } from "../dom.js";
import { number, t, text, tOr } from "../i18n.js";
import { specOf } from "./draft.js";

/** @typedef {import("../../types/api").Catalog} Catalog */
/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").PlayerInfo} PlayerInfo */
/** @typedef {import("../../types/api").KeyInfo} KeyInfo */
/** @typedef {import("./draft.js").MachineDraft} MachineDraft */

/**
 * @typedef {object} Surroundings
 * @property {Catalog} catalog
 * @property {GameInfo} game
 * @property {() => void} changed something in the draft is new
 * @property {(problem: string | null) => void} checked what is wrong, `""` while it is being checked, null if nothing
 */

/** Settings that most people who look for them mean; the others are behind "more". */
const MAIN_KEYS = ["eval", "depth", "time", "nodes", "sims", "policy", "c", "epsilon"];
/** A file of the server is not a visitor's business; several lines are for analysis, not for play. */
const LEFT_OUT = ["table", "lines"];
const CHECK_MS = 250;

/**
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 * @returns {HTMLElement}
 */
export function machineChoice(machine, around) {
  const inside = h("div", { class: "machine-inside" });
  const redraw = () => fill(inside, drawMode(machine, around));
  const modes = ["level", "algorithm", "spec"].map((mode) => ({ value: mode, label: t(`setup.strength.${mode}`) }));
  const choice = segments({
    legend: t("setup.strength"),
    options: modes,
    value: machine.mode,
    hidden: true,
    onchange: (mode) => {
      machine.mode = /** @type {MachineDraft["mode"]} */ (mode);
      around.checked(null);
      redraw();
      around.changed();
    },
  });
  choice.classList.add("setup-tabs");
  redraw();
  return h("div", { class: "machine" }, choice, inside);
}

/**
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 */
function drawMode(machine, around) {
  if (machine.mode === "level") return levelChoice(machine, around);
  if (machine.mode === "algorithm") return algorithmChoice(machine, around);
  return specField(machine, around);
}

/** What a player does. @param {Catalog} catalog @param {string} name */
function meaningOf(catalog, name) {
  return text(catalog.players.find((player) => player.name === name)?.meaning);
}

/**
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 */
function levelChoice(machine, { catalog, game, changed }) {
  const presets = catalog.levels.map((level) => ({ value: level, label: t(`level.${level}`) }));
  const below = h("div", { class: "below" });
  const redraw = () =>
    fill(
      below,
      machine.level === "exact"
        ? exactLevel(machine, game, changed)
        : h("p", { class: "hint phrase soft small" }, [meaningOf(catalog, machine.level), eloText(game, machine.level)].filter(Boolean).join(" · ")),
    );
  redraw();
  const choice = segments({
    legend: t("setup.level"),
    options: [...presets, { value: "exact", label: t("setup.level.exact") }],
    value: machine.level,
    hidden: true,
    onchange: (level) => {
      machine.level = level;
      redraw();
      changed();
    },
  });
  return [choice, below];
}

/** The measured strength of a level, where there is one. @param {GameInfo} game @param {string} spec */
function eloText(game, spec) {
  const elo = game.elos[spec];
  return elo === undefined ? "" : t("setup.elo", { elo: String(elo) });
}

/**
 * @param {MachineDraft} machine
 * @param {GameInfo} game
 * @param {() => void} changed
 */
function exactLevel(machine, game, changed) {
  const slider = h("input", { type: "range", min: 1, max: 10, step: 1 });
  slider.value = String(machine.number);
  const shown = h("output", { class: "value" });
  const show = () => (shown.textContent = [number(machine.number), eloText(game, `level=${machine.number}`)].filter(Boolean).join(" · "));
  show();
  slider.addEventListener("input", () => {
    machine.number = Number(slider.value);
    show();
    changed();
  });
  const made = field(t("setup.level.number"), slider, t("setup.level.number.hint"));
  made.querySelector("label")?.append(" ", shown);
  return made;
}

/**
 * Asks the server about the player a little after the last change, and shows its answer.
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 * @param {(problem: string, canonical: string) => void} show
 */
function checker(machine, { game, checked }, show) {
  let round = 0;
  const check = debounce(CHECK_MS, async () => {
    round += 1;
    const mine = round;
    let [problem, canonical] = ["", specOf(machine)];
    try {
      canonical = (await api.post("/api/spec", { game: game.id, spec: specOf(machine) })).spec;
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
    if (mine !== round) return;
    show(problem, canonical);
    if (problem) announce(problem);
    checked(problem || null);
  });
  return () => {
    checked("");
    check();
  };
}

/**
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 */
function algorithmChoice(machine, around) {
  const { catalog, changed } = around;
  const players = catalog.players.filter((player) => player.name !== "level" && !catalog.levels.includes(player.name));
  const problem = h("p", { class: "problem" });
  const written = h("code");
  const settings = h("div", { class: "key-fields" });
  const check = checker(machine, around, (wrong, canonical) => {
    fill(problem, wrong ? h("span", null, richText(wrong)) : null);
    written.textContent = canonical;
  });
  const changedHere = () => {
    written.textContent = specOf(machine);
    changed();
    check();
  };
  const meaning = h("p", { class: "hint phrase soft small" });
  const redraw = () => {
    const player = players.find((known) => known.name === machine.algorithm) ?? players[0];
    if (!player) return;
    meaning.textContent = text(player.meaning);
    fill(settings, settingFields(player, machine, around, changedHere));
  };
  const names = players.map((player) => ({ value: player.name, label: tOr(`player.${player.name}`, player.name) }));
  const box = select(names, machine.algorithm, (algorithm) => {
    machine.algorithm = algorithm;
    redraw();
    changedHere();
  });
  redraw();
  written.textContent = specOf(machine);
  check();
  const line = h("p", { class: "spec-line soft small" }, t("setup.spec.is"), " ", written);
  return [field(t("setup.algorithm"), box), meaning, settings, problem, line];
}

/**
 * A field for every setting of an algorithm, the unusual ones folded away.
 * @param {PlayerInfo} player
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 * @param {() => void} changed
 */
function settingFields(player, machine, { game }, changed) {
  const values = (machine.settings[player.name] ??= {});
  const make = (/** @type {KeyInfo} */ key) => settingField(key, values, game, changed);
  const keys = player.keys.filter((key) => !LEFT_OUT.includes(key.name));
  const main = keys.filter((key) => MAIN_KEYS.includes(key.name));
  const more = keys.filter((key) => !MAIN_KEYS.includes(key.name));
  const folded = h(
    "details",
    { class: "more-keys" },
    h("summary", null, t("setup.more")),
    h("div", { class: "key-grid" }, more.map(make)),
  );
  return [h("div", { class: "key-grid" }, main.map(make)), more.length > 0 ? folded : null];
}

/**
 * @param {KeyInfo} key
 * @param {Record<string, string>} values
 * @param {GameInfo} game
 * @param {() => void} changed
 */
function settingField(key, values, game, changed) {
  const set = (/** @type {string} */ value) => {
    values[key.name] = value;
    changed();
  };
  const options = optionsOf(key, game);
  if (options) {
    const label = key.is_evaluator ? t("setup.evaluator") : tOr(`key.${key.name}`, key.name);
    return field(label, select([{ value: "", label: t("setup.default") }, ...options], values[key.name] ?? "", set));
  }
  const input = h("input", {
    class: "input code",
    type: "text",
    value: values[key.name] ?? "",
    placeholder: key.example,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.addEventListener("input", () => set(input.value));
  return field(tOr(`key.${key.name}`, key.name), input);
}

/**
 * The values to choose from, or null where a value is typed.
 * @param {KeyInfo} key
 * @param {GameInfo} game
 */
function optionsOf(key, game) {
  if (key.is_evaluator)
    return game.evaluators.map(({ name }) => ({ value: name, label: tOr(`eval.${name}`, name) }));
  const words = key.choices.map((word) => ({ value: word, label: tOr(`setup.${word}`, word) }));
  return words.length > 0 ? words : null;
}

/**
 * @param {MachineDraft} machine
 * @param {Surroundings} around
 */
function specField(machine, around) {
  const input = h("input", {
    class: "input code",
    type: "text",
    value: machine.spec,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const problem = h("p", { class: "problem" });
  const check = checker(machine, around, (wrong) => showProblemAt(input, problem, wrong));
  input.addEventListener("input", () => {
    machine.spec = input.value;
    around.changed();
    check();
  });
  check();
  return [field(t("setup.spec"), input, t("setup.spec.hint")), problem];
}
