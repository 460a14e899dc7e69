// Choosing where a game starts, with a preview that follows the typing.

import { href } from "../address.js";
import { announce } from "../announce.js";
import { api } from "../api.js";
import { debounce, field, segments, showProblemAt } from "../controls.js";
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { gameTitle, sideIndex } from "../names.js";
import { redraw as redrawBoard, thumbnail } from "../thumb.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("../../types/api").NumberedStartsInfo} NumberedStartsInfo */
/** @typedef {import("../../types/api").Board} Board */
/** @typedef {import("../../types/api").Side} Side */
/** @typedef {import("./draft.js").Draft} Draft */

const CHECK_MS = 250;

/** Which kind of start was chosen. @typedef {"standard" | "numbered" | "own"} StartKind */

/** The field for the position and the board beside it. */
export class PositionChoice {
  /**
   * @param {Draft} draft
   * @param {{ game: () => GameInfo, changed: () => void, checked: (part: string, problem: string | null) => void }} around
   */
  constructor(draft, around) {
    this.draft = draft;
    this.around = around;
    /** @type {StartKind} */
    this.kind = draft.position === "" ? "standard" : "own";
    this.round = 0;
    this.check = debounce(CHECK_MS, () => this.ask());
    this.problem = h("p", { class: "problem" });
    this.inside = h("div", { class: "position-inside" });
    this.turn = h("p", { class: "turn soft", "aria-live": "polite" });
    const game = around.game();
    this.choice = h("div", null);
    this.frame = thumbnail(this.picture(game, game.start.board));
    this.section = this.drawSection();
    this.preview = h("div", { class: "preview" }, this.frame, this.turn);
    this.gameChanged();
  }

  drawSection() {
    return h(
      "section",
      { "aria-labelledby": "position-title" },
      h("h2", { id: "position-title" }, t("setup.position")),
      this.choice,
      this.inside,
    );
  }

  /** The kinds of start that a game has. @param {GameInfo} game */
  drawChoice(game) {
    const { numbered_starts: numbered } = game;
    if (this.kind === "numbered" && !numbered) this.kind = "standard";
    const choice = segments({
      legend: t("setup.position"),
      hidden: true,
      options: [
        { value: "standard", label: t("setup.position.standard") },
        ...(numbered ? [{ value: "numbered", label: text(numbered.name) }] : []),
        { value: "own", label: t("setup.position.own") },
      ],
      value: this.kind,
      onchange: (value) => {
        this.kind = /** @type {StartKind} */ (value);
        this.draft.position = "";
        this.showKind(game);
        this.input?.focus();
      },
    });
    fill(this.choice, choice);
  }

  /** Another variant: the choice, the field and the preview are made anew. */
  gameChanged() {
    const game = this.around.game();
    this.drawChoice(game);
    this.showKind(game);
  }

  /** The field and the preview of the chosen kind of start. @param {GameInfo} game */
  showKind(game) {
    this.round += 1;
    this.check.cancel();
    if (this.kind === "own") return this.showField(game);
    if (this.kind === "numbered" && game.numbered_starts) return this.showNumber(game.numbered_starts);
    this.draft.position = "";
    fill(this.inside);
    this.input = null;
    this.around.checked("position", null);
    this.showBoard(game, game.start.board, game.start.turn);
  }

  /** A number, drawn at first, and a button that draws another one. @param {NumberedStartsInfo} starts */
  showNumber(starts) {
    const last = starts.count - 1;
    const input = h("input", { class: "input", type: "number", inputmode: "numeric", min: 0, max: last, step: 1 });
    const take = () => {
      this.draft.position = `${starts.word}:${input.value}`;
      this.around.checked("position", "");
      this.check();
    };
    const draw = () => {
      input.value = String(Math.floor(Math.random() * starts.count));
      take();
    };
    input.addEventListener("input", take);
    this.input = input;
    const another = h("button", { class: "button", type: "button" }, icon("shuffle"), t("setup.position.draw"));
    another.addEventListener("click", draw);
    const label = field(t("setup.position.number", { last }), input);
    fill(this.inside, h("div", { class: "numbered-start" }, label, another), this.problem);
    draw();
  }

  /** @param {GameInfo} game */
  showField(game) {
    const start = this.draft.position || game.start.position;
    const input = h("input", {
      class: "input code",
      type: "text",
      value: start,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    input.addEventListener("input", () => {
      this.draft.position = input.value;
      this.around.checked("position", "");
      this.check();
    });
    this.input = input;
    this.draft.position = start;
    const label = field(t("setup.position.label"), input, text(game.position_hint));
    fill(this.inside, label, this.problem, game.editor && this.editorLink(game));
    this.around.checked("position", "");
    this.ask();
  }

  /** The way to the board editor, with the position as it stands there when it is taken. @param {GameInfo} game */
  editorLink(game) {
    const link = h("a", { class: "button", href: `/editor/${game.id}` }, icon("pencil"), t("setup.position.editor"));
    link.addEventListener("click", () => {
      link.href = href(`/editor/${game.id}?position=${encodeURIComponent(this.draft.position.trim())}`);
    });
    return link;
  }

  async ask() {
    this.round += 1;
    const mine = this.round;
    const game = this.around.game();
    try {
      const found = await api.post("/api/position", { game: game.id, position: this.draft.position.trim() });
      if (mine !== this.round) return;
      this.showBoard(game, found.board, found.turn);
      this.showProblem(found.outcome ? t("setup.position.over", { reason: text(found.outcome.text) }) : "");
    } catch (error) {
      if (mine !== this.round) return;
      this.showBoard(game, { pieces: game.start.board.pieces.map(() => null), alerts: [] }, null);
      this.showProblem(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} problem */
  showProblem(problem) {
    if (this.input) showProblemAt(this.input, this.problem, problem);
    if (problem) announce(problem);
    this.around.checked("position", problem || null);
  }

  /**
   * @param {GameInfo} game
   * @param {Board} board
   * @param {Side | null} turn
   */
  showBoard(game, board, turn) {
    redrawBoard(this.frame, this.picture(game, board));
    this.turn.textContent = turn ? t("setup.position.to_move", { side: text(game.sides[sideIndex(turn)]) }) : "";
  }

  /**
   * @param {GameInfo} game
   * @param {Board} board
   */
  picture(game, board) {
    return { shape: game.shape, board, label: t("setup.preview", { game: gameTitle(game) }) };
  }
}
