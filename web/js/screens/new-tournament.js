// A new tournament: who plays what, how often, from where.

import { api, catalog } from "../api.js";
import { field, select } from "../controls.js";
import { fill, h, icon } from "../dom.js";
import { plural, t } from "../i18n.js";
import { navigate } from "../main.js";
import { gameTitle } from "../names.js";
import { StartButton } from "../setup/start-button.js";
import { LIMITS, countGames, loadDraft, mostRounds, saveDraft, wishOf } from "../tournament/draft.js";
import { entrantsSection } from "../tournament/entrants.js";
import { clockSection, formatSection, openingsSection, otherSection } from "../tournament/terms.js";

/** @typedef {import("../../types/api").Catalog} Catalog */
/** @typedef {import("../../types/api").GameInfo} GameInfo */

const NAME_LENGTH = 40;

/** @param {HTMLElement} root */
export async function show(root) {
  root.append(new NewTournament(await catalog()).draw());
}

class NewTournament {
  /** @param {Catalog} all */
  constructor(all) {
    this.catalog = all;
    const first = all.games[0]?.id ?? "";
    this.draft = loadDraft(first);
    if (!all.games.some((game) => game.id === this.draft.game)) this.draft.game = first;
    this.start = new StartButton(t("tournament.start"), () => this.make());
    this.total = h("p", { class: "total", "aria-live": "polite" });
    /** @type {import("../tournament/entrants.js").Around} */
    this.around = {
      catalog: all,
      game: () => this.game,
      changed: () => this.changed(),
      checked: (part, problem) => this.start.setProblem(part, problem),
    };
    this.entrants = entrantsSection(this.draft, this.around);
  }

  /** @returns {GameInfo} */
  get game() {
    return /** @type {GameInfo} */ (this.catalog.games.find((game) => game.id === this.draft.game));
  }

  draw() {
    const { draft, around } = this;
    const parts = [
      this.aboutSection(),
      this.entrants.section,
      formatSection(draft, around),
      openingsSection(draft, around),
      clockSection(draft, around),
      otherSection(draft, around),
    ];
    const form = this.start.form(parts, [], this.total);
    this.changed();
    return h(
      "div",
      { class: "page setup" },
      h(
        "div",
        { class: "page-head" },
        h("a", { class: "back", href: "/tournaments" }, icon("arrow-left"), t("tournaments.title")),
        h("h1", null, t("tournament.new")),
        h("p", { class: "lead" }, t("tournament.new.lead")),
      ),
      form,
    );
  }

  aboutSection() {
    const names = this.catalog.games.map((game) => ({ value: game.id, label: gameTitle(game) }));
    const name = h("input", {
      class: "input",
      type: "text",
      maxlength: NAME_LENGTH,
      autocomplete: "off",
      placeholder: t("setup.name.placeholder"),
    });
    name.addEventListener("input", () => {
      this.draft.name = name.value;
    });
    const game = select(names, this.draft.game, (id) => {
      this.draft.game = id;
      this.entrants.redraw();
      this.changed();
    });
    return h("section", { class: "tournament-about" }, field(t("games.game"), game), field(t("tournament.name"), name));
  }

  /** Something in the draft is new. */
  changed() {
    const { draft } = this;
    const games = countGames(draft);
    fill(this.total, Number.isFinite(games) ? plural("tournament.total", Math.max(0, games)) : null);
    this.start.setProblem("total", this.wrong(games));
    if (this.start.ready) saveDraft(draft);
  }

  /** What is wrong with the parts taken together. @param {number} games */
  wrong(games) {
    const { format, challengers, rounds, players } = this.draft;
    const most = mostRounds(players.length);
    if (format === "gauntlet" && challengers >= players.length) return t("tournament.too_many_challengers");
    if (format === "swiss" && rounds > most) return t("tournament.too_many_rounds", { most });
    return games > LIMITS.games ? t("tournament.too_many_games", { most: LIMITS.games }) : null;
  }

  async make() {
    const made = await api.post("/api/tournaments", wishOf(this.draft));
    await navigate(`/tournament/${made.id}`);
  }
}
