/** The palette: a hand to move pieces with, an eraser, and every piece of the game, to be clicked, dragged or typed. */
import { pieceIcon } from "../../pieces/index.js";
import { pieceName } from "../board/words.js";
import { h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { capital } from "../names.js";

/** @typedef {import("./model.js").EditorModel} EditorModel @typedef {import("../../types/api").PaletteInfo} PaletteInfo */
/** A tool: `hand`, `eraser`, or the letter of a piece. @typedef {string} Tool */

/** How far a pointer moves before it drags. */
const TREMBLE_PX = 5;

export class Palette {
  /** @type {Tool} */ tool = "hand";

  /**
   * @param {EditorModel} model
   * @param {{ chosen: () => void, dropped: (offered: PaletteInfo, x: number, y: number) => void }} out
   */
  constructor(model, out) {
    this.model = model;
    this.out = out;
    /** @type {Map<Tool, HTMLButtonElement>} */
    this.buttons = new Map();
    this.element = h("div", { class: "palette", role: "group", "aria-label": t("editor.palette") });
    this.element.append(this.#tools(), ...this.#sides());
    this.update();
  }

  #tools() {
    const hand = this.#button("hand", t("editor.hand"), "Escape", icon("hand"));
    const eraser = this.#button("eraser", t("editor.eraser"), "Delete", icon("eraser"));
    return h("div", { class: "palette-group" }, hand, eraser);
  }

  /** The pieces of each side, and those of none. @returns {HTMLElement[]} */
  #sides() {
    const { palette, info } = this.model;
    const groups = [/** @type {const} */ ("first"), /** @type {const} */ ("second"), null].map((side) =>
      palette.filter(({ piece }) => piece.side === side),
    );
    return groups
      .filter((pieces) => pieces.length > 0)
      .map((pieces) => h("div", { class: "palette-group" }, ...pieces.map((offered) => this.#piece(offered, info))));
  }

  /** @param {PaletteInfo} offered @param {import("../../types/api").GameInfo} info @returns {HTMLElement} */
  #piece(offered, info) {
    const { piece } = offered;
    const name = capital(pieceName(piece, info.pieces, info.sides));
    const button = this.#button(piece.letter, name, piece.letter, pieceIcon(piece, info.shape.kind));
    button.dataset.letter = piece.letter;
    if (offered.most !== null) button.append(h("span", { class: "palette-count", "aria-hidden": "true" }));
    this.#dragFrom(button, offered);
    return button;
  }

  /** @param {Tool} tool @param {string} name @param {string} key @param {Node} picture @returns {HTMLButtonElement} */
  #button(tool, name, key, picture) {
    const title = t("editor.tool_title", { name, key });
    const button = h(
      "button",
      {
        type: "button",
        class: "palette-tool",
        "aria-label": name,
        "aria-keyshortcuts": key,
        title,
        dataset: { tool },
        onclick: () => this.choose(tool),
      },
      picture,
    );
    this.buttons.set(tool, button);
    return button;
  }

  /** @param {Tool} tool @returns {void} */
  choose(tool) {
    this.tool = tool;
    this.update();
    this.out.chosen();
  }

  /** The piece of the palette that is chosen. @returns {PaletteInfo | null} */
  get offered() {
    return this.#find(this.tool);
  }

  /** @param {string} letter @returns {PaletteInfo | null} */
  #find(letter) {
    return this.model.palette.find(({ piece }) => piece.letter === letter) ?? null;
  }

  /** The piece that a key means: its letter, in either case where only one piece has it, or its number in the palette. @param {string} key @returns {PaletteInfo | null} */
  byKey(key) {
    const exact = this.#find(key);
    if (exact || key.length !== 1) return exact;
    const alike = this.model.palette.filter(({ piece }) => piece.letter.toLowerCase() === key.toLowerCase());
    if (alike.length === 1) return alike[0] ?? null;
    return this.model.palette[Number.parseInt(key, 10) - 1] ?? null;
  }

  /** @returns {void} */
  update() {
    for (const [tool, button] of this.buttons) button.setAttribute("aria-pressed", String(tool === this.tool));
    for (const { piece, most } of this.model.palette) {
      const button = this.buttons.get(piece.letter);
      const count = button?.querySelector(".palette-count");
      if (!button || !count || most === null) continue;
      const found = this.model.count(piece.letter);
      count.textContent = `${found}/${most}`;
      button.setAttribute("aria-label", `${capital(nameOf(piece, this.model.info))}, ${found}/${most}`);
      count.classList.toggle("over", found > most);
    }
  }

  /** A piece drags from the palette onto the board. @param {HTMLButtonElement} button @param {PaletteInfo} offered @returns {void} */
  #dragFrom(button, offered) {
    button.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      /** @type {HTMLElement | null} */
      let ghost = null;
      const move = (/** @type {PointerEvent} */ event) => {
        if (event.pointerId !== down.pointerId) return;
        if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < TREMBLE_PX) return;
        ghost ??= this.#ghost(offered);
        ghost.style.left = `${event.clientX}px`;
        ghost.style.top = `${event.clientY}px`;
      };
      const end = (/** @type {PointerEvent} */ event) => {
        if (event.pointerId !== down.pointerId) return;
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", end);
        removeEventListener("pointercancel", end);
        if (!ghost) return;
        ghost.remove();
        if (event.type === "pointerup") this.out.dropped(offered, event.clientX, event.clientY);
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    });
  }

  /** @param {PaletteInfo} offered @returns {HTMLElement} */
  #ghost({ piece }) {
    const ghost = h("div", { class: "palette-ghost" }, pieceIcon(piece, this.model.info.shape.kind));
    document.body.append(ghost);
    return ghost;
  }
}

/** A piece in words, as in "white king". @param {import("../../types/api").Piece} piece @param {import("../../types/api").GameInfo} info */
export function nameOf(piece, info) {
  return pieceName(piece, info.pieces, info.sides) || text(info.name);
}
