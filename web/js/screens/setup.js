// Set-up: who plays, with which clock, from where.

import { here, replaceAddress } from "../address.js";
import { catalog, gameInfo } from "../api.js";
import { segments } from "../controls.js";
import { h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { clockSection } from "../setup/clock.js";
import { loadDraft, saveDraft, seatMachine, wishOf } from "../setup/draft.js";
import { PositionChoice } from "../setup/position.js";
import { seatsSection } from "../setup/seats.js";
import { StartButton } from "../setup/start-button.js";
import { capital } from "../names.js";
import { startGame } from "../start.js";

/** @typedef {import("../../types/api").Catalog} Catalog */
/** @typedef {import("../../types/api").GameInfo} GameInfo */

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function show(root, params) {
  const game = await gameInfo(params.game ?? "");
  const screen = new SetUp(await catalog(), game);
  document.title = `${t("setup.title", { game: text(game.name) })} · Quevedo`;
  root.append(screen.draw());
  return () => screen.position.check.cancel();
}

class SetUp {
  /**
   * @param {Catalog} all
   * @param {GameInfo} game
   */
  constructor(all, game) {
    this.catalog = all;
    this.game = game;
    this.draft = loadDraft(game.id, game.family);
    const wished = new URLSearchParams(here().search);
    this.draft.position = wished.get("position") ?? "";
    seatMachine(this.draft, wished.get("machine"));
    this.start = new StartButton(t("setup.start"), () => startGame(wishOf(this.draft)));
    /** @type {import("../setup/seats.js").Around} */
    this.around = {
      catalog: all,
      game: () => this.game,
      changed: () => saveDraft(this.draft, this.game.family),
      checked: (part, problem) => this.start.setProblem(part, problem),
    };
    this.position = new PositionChoice(this.draft, this.around);
    this.seats = seatsSection(this.draft, this.around);
  }

  draw() {
    const { draft, around, position } = this;
    const form = this.start.form(
      [this.variantChoice(), this.seats, clockSection(draft.clock, around), position.section],
      [h("div", { class: "card setup-preview" }, position.preview)],
    );
    return h(
      "div",
      { class: "page setup" },
      h(
        "div",
        { class: "page-head setup-head" },
        h("h1", null, t("setup.title", { game: text(this.game.name) })),
        h(
          "div",
          { class: "setup-links" },
          h("a", { class: "rules-link", href: `/analysis/${this.game.id}` }, icon("chart-line"), " ", t("setup.analysis")),
          h("a", { class: "rules-link", href: `/rules/${this.game.family}` }, icon("book-open"), " ", t("setup.rules")),
        ),
      ),
      form,
    );
  }

  variantChoice() {
    const variants = this.catalog.games.filter((game) => game.family === this.game.family);
    if (variants.length < 2) return null;
    const choice = segments({
      legend: t("setup.variant"),
      hidden: true,
      options: variants.map((game) => ({
        value: game.id,
        label: game.variant ? capital(text(game.variant)) : t("setup.variant.standard"),
      })),
      value: this.game.id,
      onchange: (id) => this.changeVariant(id),
    });
    return h(
      "section",
      { "aria-labelledby": "variant-title" },
      h("h2", { id: "variant-title" }, t("setup.variant")),
      choice,
    );
  }

  /** @param {string} id */
  changeVariant(id) {
    this.game = this.catalog.games.find((game) => game.id === id) ?? this.game;
    this.draft.game = this.game.id;
    // A position of the old variant is none of the new one.
    this.draft.position = "";
    this.position.gameChanged();
    // Variants differ in their evaluators.
    const seats = seatsSection(this.draft, this.around);
    this.seats.replaceWith(seats);
    this.seats = seats;
    replaceAddress(`/new/${id}`);
  }
}
