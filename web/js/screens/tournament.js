// One tournament: how far it is, the boards being played, the tables, the games, the files.

import { announce } from "../announce.js";
import { api, gameInfo } from "../api.js";
import { fill, h, icon } from "../dom.js";
import { plural, t } from "../i18n.js";
import { openLine } from "../live.js";
import { navigate } from "../main.js";
import { gameTitle } from "../names.js";
import { confirmDialog } from "../panels/dialogs.js";
import { liveBoards } from "../tournament/boards.js";
import { gamesList } from "../tournament/games.js";
import { progressBar, statusBadge } from "../tournament/status.js";
import { crossTable, ratingsPlot, standingsTable } from "../tournament/tables.js";

/** @typedef {import("../../types/api").TournamentState} TournamentState */
/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").ToSpectator} ToSpectator */

const FILES = ["report.html", "report.md", "games.pgn", "games.csv", "standings.csv", "results.json", "elo.svg"];

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function show(root, { id = "" }) {
  const path = `/api/tournaments/${encodeURIComponent(id)}`;
  /** @type {TournamentState} */
  const state = await api.get(path);
  const screen = new TournamentScreen(await gameInfo(state.game), state, path);
  root.append(screen.draw());
  return () => screen.leave();
}

class TournamentScreen {
  /**
   * @param {GameInfo} game
   * @param {TournamentState} state
   * @param {string} path
   */
  constructor(game, state, path) {
    this.game = game;
    this.state = state;
    this.path = path;
    this.badge = h("p", { class: "tournament-badge" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.actions = h("div", { class: "button-row" });
    this.progress = progressBar();
    this.boards = liveBoards(game);
    this.parts = [standingsTable(), ratingsPlot(state.id), crossTable(), gamesList(state.id)];
    this.line = openLine(`${path}/live`, { message: (message) => this.hear(message), status: () => {} });
  }

  draw() {
    const { state } = this;
    document.title = `${state.name} · Quevedo`;
    const page = h(
      "div",
      { class: "page tournament" },
      h(
        "div",
        { class: "page-head" },
        h("a", { class: "back", href: "/tournaments" }, icon("arrow-left"), t("tournaments.title")),
        h("h1", null, state.name),
        h("p", { class: "lead" }, this.about()),
        this.badge,
      ),
      h("div", { class: "tournament-top card" }, this.progress.element, this.actions, this.problem),
      this.boards.element,
      this.parts.map((part) => part.element),
      this.downloads(),
    );
    this.update();
    return page;
  }

  /** What is played, in a line. */
  about() {
    const { state, game } = this;
    const openings =
      state.random_plies === null ? t("tournament.about.list") : plural("tournament.about.random", state.random_plies);
    const format = t(`tournament.format.${state.format}`);
    const words = [gameTitle(game), format, plural("tournament.players_n", state.players), openings];
    if (state.clock) words.push(t("tournament.about.clock", { clock: state.clock }));
    words.push(t("tournament.about.seed", { seed: state.seed }));
    return words.join(" · ");
  }

  update() {
    const { state } = this;
    fill(this.badge, statusBadge(state), state.source === "command" ? ` ${t("tournaments.source.command")}` : null);
    this.problem.textContent = state.problem ?? "";
    this.progress.update(state);
    this.drawActions();
    for (const part of this.parts) part.update(state);
  }

  drawActions() {
    const { can } = this.state;
    const wanted = [can.stop && "stop", can.resume && "resume", can.delete && "delete"].filter(Boolean).join(" ");
    if (this.actions.dataset.shown === wanted) return;
    const focused = this.actions.contains(document.activeElement);
    this.actions.dataset.shown = wanted;
    const button = (/** @type {string} */ name, /** @type {string} */ picture) =>
      h(
        "button",
        { class: "button", type: "button", dataset: { name }, onclick: () => this.act(name) },
        icon(picture),
        t(`tournament.${name}`),
      );
    fill(
      this.actions,
      can.stop ? button("stop", "square") : null,
      can.resume ? button("resume", "play") : null,
      can.delete ? button("delete", "trash-2") : null,
    );
    if (focused) this.actions.querySelector("button")?.focus();
  }

  /** @param {string} name */
  async act(name) {
    if (name !== "resume" && !(await confirmDialog(t(`tournament.${name}.sure`), t(`tournament.${name}`)))) return;
    this.problem.textContent = "";
    try {
      if (name === "delete") {
        this.line.close();
        await api.delete(this.path);
        announce(t("tournament.deleted"));
        await navigate("/tournaments");
      } else {
        this.take(await api.post(`${this.path}/${name}`));
      }
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {ToSpectator} message */
  hear(message) {
    if (message.type === "state") this.take(message.state);
    else if (message.type === "boards") this.boards.update(message.boards);
    else if (message.type === "deleted") {
      this.line.close();
      void navigate("/tournaments", { replace: true });
    }
  }

  /** @param {TournamentState} state */
  take(state) {
    const before = this.state.status;
    this.state = state;
    this.update();
    if (before === state.status) return;
    const leader = state.standings.rows[0]?.name ?? "";
    announce(state.status === "finished" ? t("tournament.done", { leader }) : t(`tournament.status.${state.status}`));
  }

  downloads() {
    const link = (/** @type {string} */ file) =>
      h(
        "li",
        null,
        h(
          "a",
          { class: "button", href: `${this.path}/files/${file}`, download: "" },
          icon("download"),
          h("span", null, t(`tournament.file.${file}`)),
          h("small", { class: "soft" }, file),
        ),
      );
    return h(
      "section",
      { "aria-labelledby": "files-title" },
      h("h2", { id: "files-title" }, t("tournament.files")),
      h("ul", { class: "downloads", role: "list" }, FILES.map(link)),
    );
  }

  leave() {
    this.line.close();
    for (const dialog of document.querySelectorAll("dialog.sheet")) dialog.remove();
  }
}
