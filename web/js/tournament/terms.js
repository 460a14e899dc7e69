// How the games of a new tournament are played: who meets whom, openings, clock, early ends, seed.

import { segments, switchBox } from "../controls.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { CLOCKS, LIMITS } from "./draft.js";
import { formSection, numberField } from "./fields.js";

/** @typedef {import("./draft.js").TournamentDraft} TournamentDraft */
/** @typedef {import("./draft.js").Format} Format */
/** @typedef {import("./fields.js").Around} Around */

const FORMATS = /** @type {const} */ (["round-robin", "gauntlet", "swiss"]);

/** @param {TournamentDraft} draft @param {Around} around */
export function formatSection(draft, around) {
  const keys = h("div", { class: "own-clock" });
  const whole = (/** @type {string} */ name, /** @type {number} */ most) =>
    numberField(draft, name, { label: t(`tournament.${name}`), least: 1, most }, around);
  const redraw = () => {
    around.checked("challengers", null);
    around.checked("rounds", null);
    fill(
      keys,
      h("p", { class: "hint soft small" }, t(`tournament.format.${draft.format}.hint`)),
      draft.format === "gauntlet" ? whole("challengers", LIMITS.players - 1) : null,
      draft.format === "swiss" ? whole("rounds", LIMITS.players) : null,
    );
  };
  const choice = segments({
    legend: t("tournament.format"),
    hidden: true,
    options: FORMATS.map((format) => ({ value: format, label: t(`tournament.format.${format}`) })),
    value: draft.format,
    onchange: (format) => {
      draft.format = /** @type {Format} */ (format);
      redraw();
      around.changed();
    },
  });
  redraw();
  const games = {
    label: t("tournament.games"),
    least: 2,
    most: LIMITS.games,
    step: 2,
    hint: t("tournament.games.hint"),
  };
  return formSection("format", t("tournament.format"), choice, keys, numberField(draft, "games", games, around));
}

/** @param {TournamentDraft} draft @param {Around} around */
export function openingsSection(draft, around) {
  const keys = h("div", { class: "own-clock" });
  const plies = { label: t("tournament.plies"), least: 0, most: LIMITS.plies };
  const redraw = () => {
    around.checked("plies", null);
    fill(
      keys,
      h("p", { class: "hint soft small" }, t(`tournament.openings.${draft.openings}.hint`)),
      draft.openings === "random" ? numberField(draft, "plies", plies, around) : null,
    );
  };
  const choice = segments({
    legend: t("tournament.openings"),
    hidden: true,
    options: ["random", "shipped"].map((kind) => ({ value: kind, label: t(`tournament.openings.${kind}`) })),
    value: draft.openings,
    onchange: (kind) => {
      draft.openings = /** @type {"random" | "shipped"} */ (kind);
      redraw();
      around.changed();
    },
  });
  redraw();
  return formSection("openings", t("tournament.openings"), choice, keys);
}

/** @param {TournamentDraft} draft @param {Around} around */
export function clockSection({ clock }, around) {
  const keys = h("div", { class: "own-clock" });
  const own = (/** @type {"seconds" | "increment"} */ name, /** @type {string} */ label) => {
    const [least = 0, most = 0] = LIMITS[name];
    return numberField(clock, name, { label, least, most, step: "any" }, around);
  };
  const redraw = () => {
    around.checked("seconds", null);
    around.checked("increment", null);
    if (clock.choice !== "custom") return fill(keys);
    const fields = [own("seconds", t("tournament.clock.seconds")), own("increment", t("setup.clock.increment"))];
    fill(keys, h("div", { class: "pair" }, fields));
  };
  const choice = segments({
    legend: t("setup.clock"),
    hidden: true,
    hint: t("tournament.clock.hint"),
    options: [
      { value: "none", label: t("setup.clock.none") },
      ...CLOCKS.map((preset) => ({ value: preset, label: preset })),
      { value: "custom", label: t("setup.clock.custom") },
    ],
    value: clock.choice,
    onchange: (value) => {
      clock.choice = value;
      redraw();
      around.changed();
    },
  });
  redraw();
  return formSection("clock", t("setup.clock"), choice, keys);
}

/** @param {TournamentDraft} draft @param {Around} around */
export function otherSection(draft, around) {
  const { adjudication } = draft;
  const box = (/** @type {"resign" | "draw" | "proved"} */ name) =>
    switchBox(t(`tournament.adjudication.${name}`), adjudication[name], (on) => {
      adjudication[name] = on;
      around.changed();
    });
  const decided = h(
    "fieldset",
    { class: "group switches" },
    h("legend", null, t("tournament.adjudication")),
    box("proved"),
    box("resign"),
    box("draw"),
  );
  const seed = { label: t("key.seed"), least: 0, most: Number.MAX_SAFE_INTEGER, hint: t("tournament.seed.hint") };
  return h("section", { class: "tournament-other" }, decided, numberField(draft, "seed", seed, around));
}
