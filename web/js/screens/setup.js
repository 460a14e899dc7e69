// Set-up: who plays, with which clock, from where.

import { announce } from "../announce.js";
import { catalog, gameInfo } from "../api.js";
import { segments } from "../controls.js";
import { fill, h, icon, richText } from "../dom.js";
import { t, text } from "../i18n.js";
import { clockSection } from "../setup/clock.js";
import { loadDraft, saveDraft, seatMachine, wishOf } from "../setup/draft.js";
import { PositionChoice } from "../setup/position.js";
import { seatsSection } from "../setup/seats.js";
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
    const wished = new URLSearchParams(location.search);
    this.draft.position = wished.get("position") ?? "";
    seatMachine(this.draft, wished.get("machine"));
    /** What stands in the way, by part. @type {Map<string, string>} */
    this.problems = new Map();
    this.start = h(
      "button",
      { class: "button primary large", type: "submit" },
      icon("play"),
      h("span", null, t("setup.start")),
    );
    this.blocked = h("p", { class: "blocked soft small", id: "blocked" });
    this.refused = h("p", { class: "problem", role: "alert" });
    /** @type {import("../setup/seats.js").Around} */
    this.around = {
      catalog: all,
      game: () => this.game,
      changed: () => saveDraft(this.draft, this.game.family),
      judged: (part, problem) => this.judge(part, problem),
    };
    this.position = new PositionChoice(this.draft, this.around);
    this.seats = seatsSection(this.draft, this.around);
  }

  draw() {
    const form = h(
      "form",
      { class: "setup-form", novalidate: true, onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      h(
        "div",
        { class: "setup-parts" },
        this.variantChoice(),
        this.seats,
        clockSection(this.draft.clock, this.around),
        this.position.section,
      ),
      h(
        "div",
        { class: "setup-side" },
        h("div", { class: "card setup-preview" }, this.position.preview),
        h("div", { class: "setup-start" }, this.refused, this.start, this.blocked),
      ),
    );
    return h(
      "div",
      { class: "page setup" },
      h(
        "div",
        { class: "page-head setup-head" },
        h("h1", null, t("setup.title", { game: text(this.game.name) })),
        h("a", { class: "rules-link", href: `/rules/${this.game.family}` }, icon("book-open"), " ", t("setup.rules")),
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
    history.replaceState(history.state, "", `/new/${id}`);
  }

  /**
   * Start waits until every part is right; a part being checked is not right yet, but no reason to complain.
   * @param {string} part
   * @param {string | null} problem
   */
  judge(part, problem) {
    if (problem === null) this.problems.delete(part);
    else this.problems.set(part, problem);
    this.start.disabled = this.problems.size > 0;
    const wrong = [...this.problems.values()].find(Boolean);
    fill(this.blocked, wrong ? richText(t("setup.blocked", { problem: wrong })) : null);
    if (wrong) this.start.setAttribute("aria-describedby", "blocked");
    else this.start.removeAttribute("aria-describedby");
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (this.start.disabled) return;
    this.start.disabled = true;
    this.refused.textContent = "";
    announce(t("setup.starting"));
    try {
      await startGame(wishOf(this.draft));
    } catch (error) {
      this.start.disabled = false;
      this.refused.textContent = /** @type {Error} */ (error).message;
    }
  }
}
