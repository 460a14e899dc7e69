/** The panel of a review: accuracy and counts of both sides, the graph with its turning points, the move that is looked at. */
import { tone } from "../../pieces/index.js";
import { fill, h, icon } from "../dom.js";
import { number, plural, t, text } from "../i18n.js";
import { evaluationGraph } from "../panels/evaluation.js";
import { seatName } from "../panels/players.js";
import { CLASSES, isBlamed, isMistake, MARKS, moveNumber, percent, verdictText } from "./verdict.js";

/**
 * @typedef {import("./review.js").Review} Review
 * @typedef {import("../panels/model.js").Model} Model
 * @typedef {import("../panels/model.js").Side} Side
 */

/** @type {Side[]} */
const SIDES = ["first", "second"];

export class ReviewPanel {
  /**
   * @param {Model} model
   * @param {Review} review
   * @param {{learn: (mistakes: number[]) => void, line: (at: number) => void, jump: (way: 1 | -1) => void}} act
   */
  constructor(model, review, act) {
    this.model = model;
    this.review = review;
    this.act = act;
    this.graph = evaluationGraph(model);
    this.graph.load(review.points);
    /** Where the move that is looked at is judged; an exercise or a line takes its place. */
    this.place = h("div", { class: "review-move" });
    this.usual = h("div", { class: "review-buttons review-usual" }, ...this.#jumps(), ...this.#lessons());
    this.element = h(
      "div",
      { class: "review-body" },
      this.#table(),
      h("div", { class: "review-graph" }, this.graph.element, ...this.#turningPoints()),
      this.place,
      this.usual,
    );
  }

  /** While something else has the board, its words stand in the place of the judgement. @param {boolean} held @returns {void} */
  hold(held) {
    this.held = held;
    this.usual.hidden = held;
    if (!held) this.update();
  }

  /** @returns {void} */
  update() {
    this.graph.update();
    if (this.held) return;
    const at = this.model.ply - 1;
    const move = this.review.moves[at];
    if (!move) return fill(this.place, h("p", { class: "soft" }, t("review.start")));
    const judged = h(
      "p",
      { class: "review-verdict", dataset: { class: move.class } },
      h("span", { class: "review-sign", "aria-hidden": "true" }, MARKS[move.class]),
      h("span", null, h("b", null, this.#name(at)), " ", verdictText(this.model.info, move)),
    );
    const best = move.line[0];
    const show = best
      ? h(
          "button",
          { type: "button", class: "button review-best", onclick: () => this.act.line(at) },
          icon("play"),
          t("review.best_was", { move: best }),
        )
      : null;
    const chances = h("p", { class: "soft small" }, this.#chances(at));
    fill(this.place, judged, chances, show);
  }

  /** The judgement of the move that is looked at, to be spoken. @returns {string} */
  said() {
    const at = this.model.ply - 1;
    const move = this.review.moves[at];
    if (!move) return t("review.start");
    const best = isBlamed(move) && move.line[0] ? ` ${t("review.best_was", { move: move.line[0] })}` : "";
    return `${this.#name(at)}. ${verdictText(this.model.info, move)}.${best}`;
  }

  /** @param {number} at @returns {string} */
  #name(at) {
    const move = this.model.state.moves[at];
    return `${moveNumber(at)} ${move?.pretty || move?.text}`;
  }

  /** @param {number} at @returns {string} */
  #chances(at) {
    const move = this.review.moves[at];
    const side = this.#side(move.side);
    const [before, after] = [percent(move.before), percent(move.after)];
    return before === after
      ? t("review.chance_same", { side, after })
      : t("review.chance_change", { side, before, after });
  }

  /** @param {Side} side @returns {string} */
  #side(side) {
    return text(this.model.info.sides[side === "first" ? 0 : 1]);
  }

  /* Parts that do not change */

  /** @returns {HTMLElement} */
  #table() {
    const head = CLASSES.map((name) => {
      const words = t(`review.class.${name}`);
      return h(
        "th",
        { scope: "col", title: words, dataset: { class: name } },
        h("span", { "aria-hidden": "true" }, MARKS[name]),
        h("span", { class: "sr-only" }, words),
      );
    });
    const row = (/** @type {Side} */ side) => {
      const accuracy = this.review.accuracy[side === "first" ? 0 : 1];
      const count = (/** @type {string} */ name) =>
        this.review.moves.filter((move) => move.side === side && move.class === name).length;
      return h(
        "tr",
        null,
        h("th", { scope: "row" }, h("span", { class: "review-name" }, seatName(this.model, side))),
        h("td", { class: "review-accuracy" }, accuracy === null ? "–" : number(Math.round(10 * accuracy) / 10)),
        CLASSES.map((name) =>
          h("td", { dataset: { class: name, none: count(name) === 0 ? "true" : "false" } }, number(count(name))),
        ),
      );
    };
    return h(
      "table",
      { class: "review-table" },
      h("caption", { class: "sr-only" }, t("review.title")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t("review.title")),
          h("th", { scope: "col", title: t("review.accuracy_hint") }, t("review.accuracy")),
          head,
        ),
      ),
      h("tbody", null, SIDES.map(row)),
    );
  }

  /** Points on the graph that can be clicked. @returns {HTMLElement[]} */
  #turningPoints() {
    const plies = Math.max(1, this.review.moves.length);
    return this.review.moves.flatMap((move, at) => {
      if (!move.turning) return [];
      const words = t("review.turning", { move: this.#name(at), verdict: verdictText(this.model.info, move) });
      const point = h("button", {
        type: "button",
        class: "review-turning",
        "aria-label": words,
        title: words,
        dataset: { tone: tone(this.model.info.badges[move.side === "first" ? 0 : 1], this.model.info.shape.kind) },
        onclick: () => void this.model.look(at + 1),
      });
      point.style.left = `${(100 * (at + 1)) / plies}%`;
      point.style.top = `${100 - 100 * this.review.points[at + 1].chance}%`;
      return [point];
    });
  }

  /** @returns {HTMLElement[]} */
  #jumps() {
    const count = this.review.moves.filter(isBlamed).length;
    if (count === 0) return [h("p", { class: "soft" }, t("review.flawless"))];
    const button = (
      /** @type {1 | -1} */ way,
      /** @type {string} */ name,
      /** @type {string} */ picture,
      /** @type {string} */ key,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: "button review-jump",
          title: t("review.key", { key }),
          "aria-label": t(`review.${name}_mistake`),
          "aria-keyshortcuts": key,
          dataset: { name: `${name}-mistake` },
          onclick: () => this.act.jump(way),
        },
        way < 0 ? icon(picture) : null,
        t("review.jump"),
        way > 0 ? icon(picture) : null,
      );
    return [button(-1, "previous", "chevron-left", "p"), button(1, "next", "chevron-right", "n")];
  }

  /** A lesson for each side that the visitor played; for both where there was none. @returns {HTMLElement[]} */
  #lessons() {
    const mine = SIDES.filter((_, i) => this.model.state.seats[i].mine);
    const sides = mine.length > 0 ? mine : SIDES;
    return sides.flatMap((side) => {
      const mistakes = this.review.moves.flatMap((move, at) => (move.side === side && isMistake(move) ? [at] : []));
      if (mistakes.length === 0) return [];
      const words =
        mine.length === 1
          ? plural("review.learn_own", mistakes.length)
          : plural("review.learn_side", mistakes.length, { side: this.#side(side) });
      return [
        h(
          "button",
          {
            type: "button",
            class: "button primary review-learn",
            dataset: { side },
            onclick: () => this.act.learn(mistakes),
          },
          icon("target"),
          words,
        ),
      ];
    });
  }
}
