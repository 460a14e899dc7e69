// History: all games, the newest first, with filters that live in the address.

import { here, replaceAddress } from "../address.js";
import { api, catalog } from "../api.js";
import { debounce, field, segments, select, switchBox } from "../controls.js";
import { announce } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { language, plural, t, text } from "../i18n.js";
import { gameTitle, seatName, sideIndex } from "../names.js";
import { thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").GameSummary} GameSummary */
/** @typedef {import("../../types/api").GameList} GameList */

const FILTERS = ["game", "status", "mine", "q", "page"];

/** @param {HTMLElement} root */
export async function show(root) {
  const { games } = await catalog();
  const results = h("div", { class: "results" });
  const filters = h("form", {
    class: "filters",
    role: "search",
    "aria-label": t("games.filters"),
    onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
  });
  root.append(
    h(
      "div",
      { class: "page" },
      h("div", { class: "page-head" }, h("h1", null, t("games.title")), h("p", { class: "lead" }, t("games.lead"))),
      h("p", null, h("a", { class: "button", href: "/review" }, icon("target"), t("games.paste"))),
      filters,
      results,
    ),
  );
  const list = new List(games, filters, results);
  list.drawFilters();
  await list.load();
  return () => list.stop();
}

/** The list under the filters; what it shows is what the address says. */
class List {
  /**
   * @param {GameInfo[]} games
   * @param {HTMLElement} filters
   * @param {HTMLElement} results
   */
  constructor(games, filters, results) {
    this.games = games;
    this.filters = filters;
    this.results = results;
    this.wanted = readAddress();
    this.asking = new AbortController();
  }

  stop() {
    this.asking.abort();
  }

  /** @param {Record<string, string>} change */
  async change(change) {
    this.wanted = { ...this.wanted, page: "", ...change };
    replaceAddress(`/games${query(this.wanted)}`);
    try {
      await this.load(true);
    } catch (error) {
      if (!this.asking.signal.aborted)
        fill(this.results, h("p", { class: "problem" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {boolean} [aloud] */
  async load(aloud = false) {
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    /** @type {GameList} */
    const found = await api.get(`/api/games${query(this.wanted)}`, asking.signal);
    if (asking.signal.aborted) return;
    if (found.games.length === 0) return fill(this.results, this.nothing());
    const count = plural("games.found", found.total);
    fill(
      this.results,
      h("p", { class: "found soft" }, count),
      h(
        "ul",
        { class: "game-rows", role: "list" },
        found.games.map((game) => this.row(game)),
      ),
      this.pager(found),
    );
    if (aloud) announce(count);
  }

  drawFilters() {
    const { games, wanted } = this;
    const names = games.map((game) => ({ value: game.id, label: gameTitle(game) }));
    const search = h("input", { class: "input", type: "search", value: wanted.q, autocomplete: "off" });
    search.addEventListener(
      "input",
      debounce(300, () => this.change({ q: search.value.trim() })),
    );
    const statuses = ["all", "running", "finished"].map((status) => ({
      value: status,
      label: t(`games.status.${status}`),
    }));
    fill(
      this.filters,
      field(
        t("games.game"),
        select([{ value: "", label: t("games.all") }, ...names], wanted.game, (game) => this.change({ game })),
      ),
      segments({
        legend: t("games.status"),
        options: statuses,
        value: wanted.status || "all",
        onchange: (status) => this.change({ status: status === "all" ? "" : status }),
      }),
      field(t("games.search"), search),
      switchBox(t("games.mine"), wanted.mine === "true", (mine) => this.change({ mine: mine ? "true" : "" })),
    );
  }

  /** @param {GameSummary} summary */
  row(summary) {
    const game = this.games.find((known) => known.id === summary.game);
    if (!game) return null;
    const players = summary.seats.map(seatName).join(` ${t("seat.versus")} `);
    return h(
      "li",
      null,
      h(
        "a",
        { class: "game-row card", href: `/game/${summary.id}` },
        thumbnail({ shape: game.shape, board: summary.board }),
        h("span", { class: "words" }, h("strong", null, gameTitle(game)), h("span", { class: "soft small" }, players)),
        result(summary, game),
        h("span", { class: "when soft small" }, ago(summary.updated_ms)),
      ),
    );
  }

  nothing() {
    const filtered = FILTERS.some((name) => this.wanted[name]);
    const clear = () => {
      this.wanted = {};
      this.change({});
      this.drawFilters();
      this.filters.querySelector("select")?.focus();
    };
    const way = filtered
      ? h("button", { class: "button", type: "button", onclick: clear }, t("games.none.clear"))
      : h("a", { class: "button primary", href: "/" }, t("games.empty.play"));
    const kind = filtered ? "none" : "empty";
    return h(
      "div",
      { class: "empty card" },
      h("h2", null, t(`games.${kind}.title`)),
      h("p", { class: "soft" }, t(`games.${kind}.text`)),
      way,
    );
  }

  /** @param {GameList} found */
  pager(found) {
    const page = Number(this.wanted.page) || 1;
    const last = Math.ceil(found.total / found.page_size);
    if (last <= 1) return null;
    const from = (page - 1) * found.page_size + 1;
    const range = { from, to: from + found.games.length - 1, total: found.total };
    const turn = (/** @type {number} */ to) => async () => {
      await this.change({ page: to > 1 ? String(to) : "" });
      scrollTo(0, 0);
      document.querySelector("h1")?.focus();
    };
    return h(
      "nav",
      { class: "pager", "aria-label": t("games.pages") },
      h(
        "button",
        { class: "button", type: "button", disabled: page <= 1, onclick: turn(page - 1) },
        icon("chevron-left"),
        t("games.previous"),
      ),
      h("span", { class: "soft small" }, t("games.page", range)),
      h(
        "button",
        { class: "button", type: "button", disabled: page >= last, onclick: turn(page + 1) },
        t("games.next"),
        icon("chevron-right"),
      ),
    );
  }
}

/** @returns {Record<string, string>} */
function readAddress() {
  const query = new URLSearchParams(here().search);
  return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""]));
}

/** @param {Record<string, string>} wanted */
function query(wanted) {
  const set = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  return set.size > 0 ? `?${set}` : "";
}

/**
 * How it stands, or how it ended.
 * @param {GameSummary} summary
 * @param {GameInfo} game
 */
function result(summary, game) {
  const { outcome } = summary;
  const plies = h("span", { class: "soft small" }, plural("home.plies", summary.plies));
  if (!outcome) {
    const state =
      summary.status === "running"
        ? t("games.to_move", { side: text(game.sides[sideIndex(summary.turn)]) })
        : t(`games.${summary.status}`);
    return h("span", { class: "result" }, h("span", { class: "live" }, state), plies);
  }
  const head = outcome.winner ? t("games.won", { side: text(game.sides[sideIndex(outcome.winner)]) }) : t("games.draw");
  return h("span", { class: "result" }, h("span", null, head), h("span", { class: "soft small" }, text(outcome.text)));
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const WEEK_MS = 7 * 86_400_000;

/** How long ago; older than a week, the date. @param {number} when_ms */
function ago(when_ms) {
  const since = Date.now() - when_ms;
  if (since > WEEK_MS) return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(when_ms);
  const [unit, size] = UNITS.find(([, size]) => since >= size) ?? ["second", 1000];
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(
    -Math.max(0, Math.floor(since / size)),
    unit,
  );
}
