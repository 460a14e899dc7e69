// The board editor: any position of a game, piece by piece.

import { here, href, replaceAddress } from "../address.js";
import { announce } from "../announce.js";
import { api, gameInfo } from "../api.js";
import { debounce, field, showProblemAt } from "../controls.js";
import { fill, h, icon, loadStyles, richText } from "../dom.js";
import { loadWords, t, text } from "../i18n.js";
import { capital, gameTitle, sideIndex } from "../names.js";
import { EditBoard } from "../editor/edit-board.js";
import { Fields } from "../editor/fields.js";
import { EditorModel } from "../editor/model.js";
import { Palette, nameOf } from "../editor/palette.js";
import { copyButton } from "../panels/share.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").PaletteInfo} PaletteInfo */

const TYPING_MS = 300;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function show(root, params) {
  const info = await gameInfo(params.game ?? "");
  await Promise.all([loadWords("editor"), loadStyles("editor")]);
  const wished = new URLSearchParams(here().search).get("position");
  const ask = (/** @type {string | null} */ position) =>
    api.post("/api/editor", { game: info.id, ...(position ? { position } : {}) });
  let problem = "";
  const state = await ask(wished).catch((error) => {
    problem = error.message;
    return ask(null);
  });
  document.title = `${t("title.editor")}: ${text(info.name)} · Quevedo`;
  const screen = new Editor(info, state);
  root.append(screen.draw());
  screen.update();
  if (problem) screen.refuseText(wished ?? "", problem);
  return () => screen.leave();
}

class Editor {
  flipped = false;
  /** The place whose piece the hand has taken up. @type {number | null} */ chosen = null;
  #said = "";
  /** Whether somebody is writing the text: then it is left alone. */
  typing = false;

  /**
   * @param {GameInfo} info
   * @param {import("../../types/api").EditorState} state
   */
  constructor(info, state) {
    this.info = info;
    this.model = new EditorModel(info, state, () => this.update());
    this.palette = new Palette(this.model, {
      chosen: () => this.#toolChosen(),
      dropped: (offered, x, y) => this.#dropped(offered, x, y),
    });
    this.fields = new Fields(this.model);
    this.board = new EditBoard();
    this.board.hands = {
      tap: (place) => this.#tap(place),
      drag: (from, to) => this.#drag(from, to),
      key: (place, event) => this.#key(place, event),
    };
    this.status = h("p", { class: "editor-status" });
    this.problem = h("p", { class: "problem", hidden: true });
    this.typed = debounce(TYPING_MS, () => void this.#readText());
    this.text = h("textarea", {
      class: "input code",
      rows: "3",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    this.text.addEventListener("input", () => {
      this.typing = true;
      this.typed();
    });
    this.text.addEventListener("blur", () => {
      this.typing = false;
    });
    this.play = this.#link("swords", t("editor.play"), "button primary");
    this.analyse = this.#link("chart-line", t("editor.analyse"), "button");
    this.undo = this.#action("undo-2", t("editor.undo"), () => this.model.undo());
    this.redo = this.#action("redo-2", t("editor.redo"), () => this.model.redo());
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#shortcut(event);
    addEventListener("keydown", this.keys);
  }

  leave() {
    this.typed.cancel();
    removeEventListener("keydown", this.keys);
  }

  /** @param {string} picture @param {string} words @param {string} style */
  #link(picture, words, style) {
    const link = h("a", { class: style, role: "link" }, icon(picture), words);
    link.addEventListener("click", (event) => {
      if (link.getAttribute("aria-disabled") === "true") event.preventDefault();
    });
    return link;
  }

  /** @param {string} picture @param {string} words @param {() => void} act */
  #action(picture, words, act) {
    return h("button", { type: "button", class: "button editor-action", onclick: act }, icon(picture), words);
  }

  draw() {
    const { info } = this;
    const { columns, rows } = sizeOf(info);
    const stage = h("div", { class: "editor-stage" }, h("div", { class: "editor-board" }, this.board), this.palette.element);
    stage.style.setProperty("--ratio", String(columns / rows));
    const side = h(
      "div",
      { class: "editor-side" },
      h("div", { class: "editor-go" }, this.play, this.analyse),
      h("div", { class: "card editor-card" }, this.fields.element),
      h("div", { class: "card editor-card" }, this.#textField()),
      h("details", { class: "editor-help" }, h("summary", null, t("editor.help")), ...this.#help()),
    );
    return h(
      "div",
      { class: "page editor" },
      h(
        "div",
        { class: "page-head setup-head" },
        h("h1", null, t("editor.title", { game: gameTitle(info) })),
        h("a", { class: "rules-link", href: `/rules/${info.family}` }, icon("book-open"), " ", t("editor.rules")),
      ),
      h("div", { class: "editor-parts" }, h("div", { class: "editor-main" }, this.status, stage, this.#actions()), side),
    );
  }

  #actions() {
    const start = () => void this.model.open(this.info.start.position);
    const turn = () => {
      this.flipped = !this.flipped;
      this.update();
    };
    // A standing board has one way up.
    const turns = this.info.shape.kind !== "columns";
    return h(
      "div",
      { class: "editor-actions", role: "group", "aria-label": t("editor.actions") },
      this.undo,
      this.redo,
      this.#action("rotate-ccw", t("editor.start"), start),
      this.#action("trash-2", t("editor.clear"), () => this.model.clear()),
      this.#action("arrow-left-right", t("editor.mirror_columns"), () => this.model.mirror("column")),
      turns && this.#action("arrow-up-down", t("editor.mirror_rows"), () => this.model.mirror("row")),
      turns && this.#action("refresh-cw", t("editor.flip"), turn),
    );
  }

  #textField() {
    const copy = copyButton(() => this.model.composed.position, t("editor.copy"));
    return h("div", { class: "editor-text" }, field(t("editor.text"), this.text, text(this.info.position_hint)), this.problem, copy);
  }

  #help() {
    const lines = ["pointer", "drag", "keys", "letters"].map((name) => t(`editor.help.${name}`));
    return [h("ul", null, ...lines.map((line) => h("li", null, ...richText(line).map((part) => part || ""))))];
  }

  /* Editing */

  /** @returns {void} */
  #toolChosen() {
    this.chosen = null;
    this.update();
  }

  /** @param {number} place @returns {void} */
  #tap(place) {
    const { tool, offered } = this.palette;
    if (tool === "eraser") void this.model.erase(place);
    else if (offered && this.model.setup.pieces[place] === tool) void this.model.erase(place);
    else if (offered) this.#put(offered, place);
    else this.#handTap(place);
  }

  /** The hand takes a piece up, and puts it down on the next place. @param {number} place @returns {void} */
  #handTap(place) {
    const piece = this.model.pieces[place];
    if (this.chosen === null) {
      if (!piece) return;
      this.chosen = place;
      announce(t("editor.taken", { piece: nameOf(piece, this.info), place: this.#placeName(place) }));
    } else {
      const from = this.chosen;
      this.chosen = null;
      if (from !== place) return this.#drag(from, place);
    }
    this.update();
  }

  /** @param {PaletteInfo} offered @param {number} place @returns {void} */
  #put(offered, place) {
    if (!this.model.mayStand(offered, place)) return this.#cannotStand(offered, place);
    void this.model.put(offered, place);
  }

  /** @param {PaletteInfo} offered @param {number} place @returns {void} */
  #cannotStand({ piece }, place) {
    const words = capital(t("editor.not_there", { piece: nameOf(piece, this.info), place: this.#placeName(place) }));
    this.update();
    this.#say(words, "bad");
  }

  /** @param {number} from @param {number | null} to @returns {void} */
  #drag(from, to) {
    const offered = this.model.palette.find(({ piece }) => piece.letter === this.model.setup.pieces[from]);
    this.chosen = null;
    if (to === null) return void this.model.erase(from);
    if (offered && !this.model.mayStand(offered, to)) return this.#cannotStand(offered, to);
    void this.model.move(from, to);
  }

  /** @param {PaletteInfo} offered @param {number} x @param {number} y @returns {void} */
  #dropped(offered, x, y) {
    const place = this.board.placeAt(x, y);
    if (place !== null) this.#put(offered, place);
  }

  /** @param {number} place @param {KeyboardEvent} event @returns {boolean} */
  #key(place, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.key === "Enter" || event.key === " ") this.#tap(place);
    else if (event.key === "Delete" || event.key === "Backspace") void this.model.erase(place);
    else if (event.key === "Escape") this.palette.choose("hand");
    else {
      const offered = this.palette.byKey(event.key);
      if (!offered) return false;
      this.palette.choose(offered.piece.letter);
      this.#put(offered, place);
    }
    return true;
  }

  /** Undo and redo, wherever the focus is. @param {KeyboardEvent} event @returns {void} */
  #shortcut(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (typing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    void (key === "y" || event.shiftKey ? this.model.redo() : this.model.undo());
  }

  /** @param {number} place */
  #placeName(place) {
    return this.info.shape.places[place]?.name ?? "";
  }

  /* The text */

  async #readText() {
    const position = this.text.value.trim();
    try {
      await this.model.open(position);
      showProblemAt(this.text, this.problem, "");
    } catch (error) {
      this.refuseText(position, /** @type {Error} */ (error).message);
    }
  }

  /** @param {string} position @param {string} message */
  refuseText(position, message) {
    this.text.value = position;
    showProblemAt(this.text, this.problem, capital(message));
    announce(message);
  }

  /* Showing */

  update() {
    const { model, info } = this;
    const { composed, setup } = model;
    this.palette.update();
    this.fields.update();
    this.undo.disabled = !model.canUndo;
    this.redo.disabled = !model.canRedo;
    this.board.show({
      shape: info.shape,
      pieces: model.pieces,
      alerts: model.settled ? (composed.board?.alerts ?? []) : [],
      flipped: this.flipped,
      chosen: this.chosen,
      sides: info.sides,
      kinds: info.pieces,
      label: t("editor.board", { game: gameTitle(info), side: text(info.sides[sideIndex(setup.turn)]) }),
    });
    if (!model.settled && !model.failure) return;
    if (!this.typing) this.text.value = composed.position;
    if (!composed.problem) showProblemAt(this.text, this.problem, "");
    this.#showVerdict();
  }

  /** Whether it is a position, and what can be done with it. */
  #showVerdict() {
    const { composed, failure } = this.model;
    const { info } = this;
    const legal = composed.problem === null && !failure;
    const query = `?position=${encodeURIComponent(composed.position)}`;
    this.#offer(this.play, legal && composed.outcome === null, `/new/${info.id}${query}`);
    this.#offer(this.analyse, legal, `/analysis/${info.id}${query}`);
    if (legal) replaceAddress(`/editor/${info.id}${query}`);
    if (failure) this.#say(failure, "bad");
    else if (composed.problem) this.#say(capital(composed.problem.message), "bad");
    else if (composed.outcome) this.#say(t("editor.over", { reason: text(composed.outcome.text) }), "note");
    else this.#say(t("editor.legal", { side: text(info.sides[sideIndex(composed.setup.turn)]) }), "good");
  }

  /** @param {HTMLAnchorElement} link @param {boolean} possible @param {string} address */
  #offer(link, possible, address) {
    if (possible) {
      link.href = href(address);
      link.removeAttribute("aria-disabled");
      link.removeAttribute("tabindex");
    } else {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
      link.tabIndex = 0;
    }
  }

  /** @param {string} words @param {"good" | "bad" | "note"} tone */
  #say(words, tone) {
    const pictures = { good: "check", bad: "triangle-alert", note: "info" };
    this.status.dataset.tone = tone;
    fill(this.status, icon(pictures[tone]), h("span", null, ...richText(words)));
    if (words !== this.#said && this.#said) announce(words.replaceAll("`", ""));
    this.#said = words;
  }
}

/** @param {GameInfo} info */
function sizeOf({ shape }) {
  const columns = Math.max(...shape.places.map((place) => place.column)) + 1;
  const rows = Math.max(...shape.places.map((place) => place.row)) + 1;
  return { columns, rows };
}
