/**
 * A board for other sites, in a frame: `/embed/game/ID` shows a game, `/embed/GAME?position=…&moves=…` a position with moves.
 * `ply`, `flipped`, `theme` and `language` say how. Nothing can be changed from here, so that no other site can make a visitor do it.
 */
import { announce } from "../announce.js";
import { moveInWords } from "../board/words.js";
import { measure } from "../board/geometry.js";
import "../board/quevedo-board.js";
import { fill, h, icon } from "../dom.js";
import { loadWords, t } from "../i18n.js";
import { isTaken, walkByKey } from "../replay.js";
import { gameSource, lineSource } from "./sources.js";

/** @typedef {import("./sources.js").Source} Source @typedef {import("../board/quevedo-board.js").QuevedoBoard} QuevedoBoard */

const query = new URLSearchParams(location.search);

class EmbeddedBoard {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    const { info, replay } = source;
    this.board = /** @type {QuevedoBoard} */ (document.createElement("quevedo-board"));
    const { shape, sides, pieces } = info;
    Object.assign(this.board, { shape, sides, kinds: pieces, interactive: false, labelled: true, flipped: query.get("flipped") === "1" });
    this.where = h("span", { class: "embed-where" });
    this.link = h("a", { class: "embed-link", target: "_blank", rel: "noopener" }, t("embed.open"), icon("external-link"));
    this.result = h("span", { class: "embed-result" });
    replay.addEventListener("change", () => this.update());
    addEventListener("keydown", (event) => this.#key(event));
  }

  draw() {
    const { replay, info, title } = this.source;
    const button = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "icon-button", "aria-label": t(name), title: t(name), onclick }, icon(picture));
    this.back = [
      button("skip-back", "game.nav.first", () => void replay.look(0)),
      button("chevron-left", "game.nav.back", () => void replay.look(replay.ply - 1)),
    ];
    this.on = [
      button("chevron-right", "game.nav.forward", () => void replay.look(replay.ply + 1)),
      button("skip-forward", "game.nav.last", () => void replay.look(replay.plies)),
    ];
    const flip = button("arrow-up-down", "game.flip", () => {
      this.board.flipped = !this.board.flipped;
    });
    const { width, height } = measure(info.shape, false);
    const stage = h("div", { class: "embed-stage" }, h("div", { class: "embed-fit" }, this.board));
    stage.style.setProperty("--ratio", String(width / height));
    const nav = h("div", { class: "embed-nav", role: "group", "aria-label": t("game.nav.label") }, ...this.back, this.where, ...this.on, flip);
    const head = h("header", { class: "embed-head" }, h("h1", null, title), this.result);
    return [head, stage, nav, h("p", { class: "embed-foot" }, this.link)];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTaken(event)) return;
    if (event.key === "f") this.board.flipped = !this.board.flipped;
    else if (!walkByKey(this.source.replay, event.key)) return;
    event.preventDefault();
  }

  update() {
    const { info, replay, shown, result, address } = this.source;
    const { board, before, taps, move } = shown();
    const words = move ? t("embed.after", { ply: replay.ply, move }) : t("embed.start");
    Object.assign(this.board, { board, lastMove: taps, label: `${this.source.title}. ${words}` });
    this.where.textContent = move ? `${replay.ply} / ${replay.plies} · ${move}` : `${replay.ply} / ${replay.plies}`;
    for (const one of this.back ?? []) one.disabled = replay.ply === 0;
    for (const one of this.on ?? []) one.disabled = replay.ply === replay.plies;
    this.result.textContent = replay.ply === replay.plies ? result() : "";
    this.link.href = address();
    if (before && move) announce(moveInWords(measure(info.shape, false), before, board, taps, info));
  }
}

/** @returns {Promise<Source>} */
function source() {
  const [, , first = "", second = ""] = location.pathname.split("/").map(decodeURIComponent);
  if (first === "game") return gameSource(second);
  return lineSource(first, { position: query.get("position"), moves: query.get("moves") ?? "" });
}

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
try {
  await loadWords("analysis");
  const what = await source();
  const ply = query.get("ply");
  if (ply !== null && /^\d+$/.test(ply)) await what.replay.look(Number(ply));
  document.title = `${what.title} · Quevedo`;
  const shown = new EmbeddedBoard(what);
  fill(main, ...shown.draw());
  shown.update();
} catch (error) {
  fill(main, h("p", { class: "embed-problem", role: "alert" }, /** @type {Error} */ (error).message));
}
document.body.dataset.ready = "";
