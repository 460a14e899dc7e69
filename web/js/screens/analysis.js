// The analysis board: free play from any position, variations, engines, exact values.

import { here, href, isLocal, replaceAddress } from "../address.js";
import { announce } from "../announce.js";
import { gameInfo } from "../api.js";
import { moveInWords } from "../board/words.js";
import "../board/quevedo-board.js";
import { fill, h, icon, loadStyles } from "../dom.js";
import { embedButton } from "../embed/code.js";
import { loadWords, t, text } from "../i18n.js";
import { gameTitle, sideIndex } from "../names.js";
import { EnginePanel } from "../analysis-board/engine.js";
import { Explorer } from "../analysis-board/explorer.js";
import { BoardModel } from "../analysis-board/model.js";
import { MoveTree } from "../analysis-board/moves.js";
import { PlayedGames } from "../analysis-board/played.js";
import { Preview } from "../analysis-board/preview.js";
import { marksOf } from "../panels/analysis.js";
import { evaluationBar, evaluationGraph, unitsText, valueText } from "../panels/evaluation.js";
import { shortcutsDialog } from "../panels/dialogs.js";
import { copyButton } from "../panels/share.js";
import { prefs } from "../prefs.js";
import { isTaken, walkByKey, walkByWheel } from "../replay.js";
import { play } from "../sound.js";

/** @typedef {import("../board/quevedo-board.js").QuevedoBoard} QuevedoBoard */

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function show(root, params) {
  const info = await gameInfo(params.game ?? "");
  await Promise.all([loadWords("analysis"), loadStyles("analysis")]);
  const model = new BoardModel(info);
  const query = new URLSearchParams(here().search);
  const address = { position: query.get("position"), tree: query.get("tree") ?? "", at: query.get("at") ?? "" };
  let problem = "";
  await model.open(address).catch((error) => {
    problem = error.message;
    return model.open({ position: null, tree: "", at: "" });
  });
  document.title = `${t("title.analysis")}: ${text(info.name)} · Quevedo`;
  const screen = new AnalysisBoard(model);
  root.append(screen.draw());
  screen.update();
  if (problem) screen.say(problem);
  return () => screen.leave();
}

class AnalysisBoard {
  /** @param {BoardModel} model */
  constructor(model) {
    this.model = model;
    const { info } = model;
    this.board = /** @type {QuevedoBoard} */ (document.createElement("quevedo-board"));
    Object.assign(this.board, { shape: info.shape, choices: info.choices, sides: info.sides, kinds: info.pieces });
    this.board.addEventListener("quevedo-move", (event) => void this.#played(/** @type {CustomEvent} */ (event).detail.taps));
    this.board.addEventListener("quevedo-pending", () => this.#showChoices());
    this.preview = new Preview(model);
    this.moves = new MoveTree(model);
    this.explorer = new Explorer(model, this.preview);
    this.played = new PlayedGames(model, this.preview);
    const around = { preview: this.preview, changed: () => this.#showValues() };
    this.engines = [0, 1].map((slot) => new EnginePanel(model, slot, around));
    // The bar and the graph of the game screen ask for nothing but what this model has.
    this.bar = evaluationBar(/** @type {any} */ (model));
    this.graph = evaluationGraph(/** @type {any} */ (model));
    this.status = h("p", { class: "board-status", role: "status" });
    this.choices = h("div", { class: "board-choices" });
    this.text = h("input", { class: "input code", type: "text", readonly: true, "aria-label": t("board_analysis.position") });
    this.editLink = h("a", { class: "button" }, icon("pencil"), t("board_analysis.edit"));
    this.playLink = h("a", { class: "button" }, icon("swords"), t("board_analysis.play"));
    this.arrows = h("input", {
      type: "checkbox",
      checked: prefs.get("arrows") !== false,
      onchange: () => {
        prefs.set("arrows", this.arrows.checked);
        this.#showValues();
      },
    });
    this.changed = () => this.update();
    model.addEventListener("change", this.changed);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
    walkByWheel(this.board, model);
  }

  leave() {
    for (const engine of this.engines) engine.leave();
    this.explorer.leave();
    this.played.leave();
    this.model.removeEventListener("change", this.changed);
    removeEventListener("keydown", this.keys);
  }

  draw() {
    const { info, geometry } = this.model;
    const stage = h("div", { class: "analysis-stage" }, this.bar.element, h("div", { class: "analysis-fit" }, this.board));
    stage.style.setProperty("--ratio", String(geometry.width / geometry.height));
    const main = h("div", { class: "analysis-main" }, stage, this.choices, this.#navigation(), this.status, this.graph.element);
    const side = h(
      "div",
      { class: "analysis-side" },
      this.moves.element,
      this.explorer.element,
      this.played.element,
      ...this.engines.map((engine) => engine.element),
      h("label", { class: "switch" }, this.arrows, t("analysis.arrows")),
      this.#positionCard(),
    );
    return h(
      "div",
      { class: "page analysis-board" },
      h("div", { class: "page-head" }, h("h1", null, t("board_analysis.title", { game: gameTitle(info) }))),
      h("div", { class: "analysis-parts" }, main, side),
      this.preview.element,
    );
  }

  #navigation() {
    const { model } = this;
    const button = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "icon-button", "aria-label": t(name), title: t(name), onclick: act }, icon(picture));
    return h(
      "div",
      { class: "analysis-nav", role: "group", "aria-label": t("board_analysis.navigation") },
      button("skip-back", "board_analysis.first", () => void model.look(0)),
      button("chevron-left", "board_analysis.back", () => void model.look(model.ply - 1)),
      button("chevron-right", "board_analysis.forward", () => void model.look(model.ply + 1)),
      button("skip-forward", "board_analysis.last", () => void model.look(model.plies)),
      button("refresh-cw", "board_analysis.flip", () => model.turn()),
    );
  }

  #positionCard() {
    const copyText = copyButton(() => this.text.value, t("board_analysis.copy_position"));
    const copyLink = copyButton(() => location.href, t("board_analysis.copy_link"));
    const embed = isLocal ? null : embedButton(() => ({ path: this.#embedAddress(), title: document.title }));
    const buttons = h("div", { class: "board-buttons" }, this.editLink, this.playLink, copyText, copyLink, embed);
    return h("section", { class: "card board-card", "aria-label": t("board_analysis.position") }, this.text, buttons);
  }

  /** The line one is in, as a board for other sites. */
  #embedAddress() {
    const { info, start, nodes, ply, flipped } = this.model;
    const moves = nodes.flatMap(({ move }) => (move ? [move.text] : []));
    const query = new URLSearchParams({ position: start, moves: moves.join(" "), ply: String(ply) });
    if (flipped) query.set("flipped", "1");
    return `/embed/${info.id}?${query}`;
  }

  /* Acting */

  /** @param {string[]} taps */
  async #played(taps) {
    play("move");
    await this.model.play(taps).catch((error) => {
      this.board.cancel();
      this.say(error.message);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTaken(event)) return;
    if (event.key === "f") this.model.turn();
    else if (event.key === "?") shortcutsDialog();
    else if (event.key === "Escape") return this.board.stepBack();
    else if (!walkByKey(this.model, event.key)) return;
    event.preventDefault();
  }

  /** @param {string} words */
  say(words) {
    this.status.textContent = words;
  }

  /* Showing */

  update() {
    const { model } = this;
    const { info, at } = model;
    const { seen } = at;
    if (!seen) return;
    const address = model.address;
    replaceAddress(address);
    const side = text(info.sides[sideIndex(seen.turn)]);
    Object.assign(this.board, {
      flipped: model.flipped,
      lastMove: at.move?.taps ?? [],
      board: seen.board,
      legal: seen.outcome ? null : seen.legal,
      label: t("board.label", { game: text(info.name), side }),
    });
    this.text.value = seen.position;
    const query = `?position=${encodeURIComponent(seen.position)}`;
    this.editLink.href = href(`/editor/${info.id}${query}`);
    this.editLink.hidden = !info.editor;
    this.playLink.href = href(`/new/${info.id}${query}`);
    this.say(seen.outcome ? t("board_analysis.over", { reason: text(seen.outcome.text) }) : t("board_analysis.to_move", { side }));
    const before = at.parent?.seen;
    if (at.move && before) announce(moveInWords(model.geometry, before.board, seen.board, at.move.taps, info));
    this.moves.update();
    this.explorer.update();
    this.played.update();
    for (const engine of this.engines) engine.update();
    this.#showChoices();
    this.#showValues();
  }

  /** Buttons for taps that are no places, and for the end of a run. */
  #showChoices() {
    const { info, at, geometry } = this.model;
    const { board } = this;
    const first = Object.keys(at.seen?.legal.next ?? {}).filter((tap) => !geometry.byTap.has(tap));
    const open = board.taps.length > 0 ? [] : first;
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "button", onclick: act }, words);
    fill(
      this.choices,
      ...open.map((tap) => button(text(info.choices[tap]) || tap, () => board.choose(tap))),
      board.taps.length > 1 && board.mayFinish ? button(t("board_analysis.finish"), () => board.finish()) : null,
      board.taps.length > 0 ? button(t("board.cancel"), () => board.cancel()) : null,
    );
  }

  #showValues() {
    const { model } = this;
    const [engine, second] = this.engines;
    const shown = engine?.wish.on ? engine : second;
    const thought = shown?.thought ?? null;
    const outcome = model.at.seen?.outcome;
    const settled = outcome?.winner === "first" ? 1 : outcome?.winner === "second" ? 0 : 0.5;
    const any = /** @type {any} */ (model);
    const words = thought ? [valueText(any, thought), unitsText(any, thought)].filter(Boolean).join(" · ") : "";
    this.bar.update(outcome ? settled : (thought?.chance ?? null), words);
    this.bar.element.hidden = !shown?.wish.on;
    this.graph.load(shown ? shown.graphPoints : []);
    this.board.marks = thought && !outcome && this.arrows.checked ? marksOf(thought, model.geometry.byTap) : [];
  }
}
