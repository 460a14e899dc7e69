// The players of a tournament that is being set up: a card each, with the machine chooser of a game.

import { announce } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { specOf } from "../setup/draft.js";
import { machineChoice } from "../setup/machine.js";
import { LIMITS, newPlayer } from "./draft.js";

/** @typedef {import("./draft.js").TournamentDraft} TournamentDraft */

/**
 * @typedef {object} Around
 * @property {import("../../types/api").Catalog} catalog
 * @property {() => import("../../types/api").GameInfo} game
 * @property {() => void} changed
 * @property {(part: string, problem: string | null) => void} checked
 */

/** Levels for players that are added, from the third on. */
const NEXT_LEVELS = ["hard", "easy", "medium"];

/**
 * @param {TournamentDraft} draft
 * @param {Around} around
 * @returns {{ section: HTMLElement, redraw: () => void }}
 */
export function entrantsSection(draft, around) {
  const list = h("ol", { class: "entrants", role: "list" });
  const add = h(
    "button",
    { class: "button", type: "button", onclick: () => addOne() },
    icon("plus"),
    t("tournament.add"),
  );
  const redraw = () => {
    draft.players.forEach((_, index) => around.checked(`player${index}`, null));
    around.checked(`player${draft.players.length}`, null);
    fill(
      list,
      draft.players.map((_, index) => card(draft, index, around, removeOne)),
    );
    add.disabled = draft.players.length >= LIMITS.players;
  };
  const addOne = () => {
    const level = NEXT_LEVELS[(draft.players.length - 2) % NEXT_LEVELS.length] ?? "hard";
    draft.players.push(newPlayer(level));
    redraw();
    around.changed();
    announce(t("tournament.player_n", { n: draft.players.length }));
    /** @type {HTMLElement | null} */ (list.lastElementChild?.querySelector("input:checked") ?? null)?.focus();
  };
  const removeOne = (/** @type {number} */ index) => {
    draft.players.splice(index, 1);
    redraw();
    around.changed();
    announce(t("tournament.removed"));
    add.focus();
  };
  redraw();
  const section = h(
    "section",
    { "aria-labelledby": "entrants-title" },
    h("h2", { id: "entrants-title" }, t("tournament.players")),
    list,
    add,
  );
  return { section, redraw };
}

/**
 * @param {TournamentDraft} draft
 * @param {number} index
 * @param {Around} around
 * @param {(index: number) => void} removeOne
 */
function card(draft, index, { catalog, game, changed, checked }, removeOne) {
  const machine = /** @type {import("../setup/draft.js").MachineDraft} */ (draft.players[index]);
  const title = t("tournament.player_n", { n: index + 1 });
  const spec = h("code", null, specOf(machine));
  const choice = machineChoice(machine, {
    catalog,
    game: game(),
    changed: () => {
      spec.textContent = specOf(machine);
      changed();
    },
    checked: (problem) => checked(`player${index}`, problem && `${title}: ${problem}`),
  });
  const remove = h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": t("tournament.remove", { n: index + 1 }),
      title: t("tournament.remove", { n: index + 1 }),
      onclick: () => removeOne(index),
    },
    icon("x"),
  );
  return h(
    "li",
    { class: "entrant card" },
    h(
      "div",
      { class: "seat", role: "group", "aria-label": title },
      h("div", { class: "entrant-head" }, h("h3", null, title), spec, draft.players.length > 2 ? remove : null),
      choice,
    ),
  );
}
