/** An engine on the analysis board: what it thinks of the position, lines to click and hover, more time, no end. */
import { catalog } from "../api.js";
import { fill, freshId, h, icon } from "../dom.js";
import { number, t, text, tOr } from "../i18n.js";
import { numbersOf } from "../panels/analysis.js";
import { unitsText, valueText } from "../panels/evaluation.js";
import { prefs } from "../prefs.js";
import { think } from "./stream.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("../../types/api").SearchState} Thought */
/** @typedef {{on: boolean, spec: string, lines: number}} Wish */

const FIRST_MS = 2_000;
const MOST_MS = 600_000;
/** Moves of a line that are shown. */
const SHOWN = 14;
/** A position that is passed by is not searched. */
const PAUSE_MS = 180;
const USUAL = [
  { on: true, spec: "alphabeta", lines: 3 },
  { on: false, spec: "mcts", lines: 1 },
];

export class EnginePanel {
  /** @type {AbortController | null} */ #running = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #time = FIRST_MS;
  #endless = false;
  #asked = "";
  #busy = false;
  #problem = "";
  /** What the lines show, and of which position. */
  #linesShown = "";
  /** @type {import("./tree.js").TreeNode | null} */ #linesOf = null;

  /**
   * @param {BoardModel} model
   * @param {number} slot
   * @param {{ preview: import("./preview.js").Preview, changed: () => void }} around
   */
  constructor(model, slot, around) {
    this.model = model;
    this.slot = slot;
    this.around = around;
    this.value = h("p", { class: "analysis-value" });
    this.lines = h("ol", { class: "engine-lines-list" });
    for (const name of ["pointerleave", "focusout"]) this.lines.addEventListener(name, () => setTimeout(() => this.#show()));
    this.numbers = h("dl", { class: "numbers" });
    this.deeper = this.#button("chevrons-right", t("board_analysis.deeper"), () => this.#think(Math.min(2 * this.#time, MOST_MS)));
    this.endless = this.#button("timer", t("board_analysis.endless"), () => this.#think(MOST_MS, true));
    this.stopping = this.#button("square", t("board_analysis.stop"), () => this.#stop());
    this.toggle = h("input", { type: "checkbox", checked: this.wish.on, onchange: () => this.#keep({ on: this.toggle.checked }) });
    this.body = h(
      "div",
      { class: "engine-body" },
      this.value,
      this.lines,
      h("div", { class: "engine-buttons" }, this.deeper, this.endless, this.stopping),
      this.numbers,
      this.#choices(),
    );
    const name = t(slot === 0 ? "board_analysis.engine" : "board_analysis.second_engine");
    this.element = h(
      "section",
      { class: "card board-card engine-panel", "aria-label": name, dataset: { slot: String(slot) } },
      h("label", { class: "switch" }, this.toggle, h("span", null, name)),
      this.body,
    );
  }

  /** @returns {Wish} */
  get wish() {
    return { ...USUAL[this.slot], ...prefs.get(`board.engine.${this.slot}`) };
  }

  /** @param {Partial<Wish>} part */
  #keep(part) {
    prefs.set(`board.engine.${this.slot}`, { ...this.wish, ...part });
    this.#asked = "";
    this.update();
    this.around.changed();
  }

  /** @param {string} picture @param {string} words @param {() => void} act */
  #button(picture, words, act) {
    return h("button", { type: "button", class: "button", onclick: act }, icon(picture), words);
  }

  #choices() {
    const [engineId, linesId] = [freshId("engine"), freshId("lines")];
    const engine = h("select", { class: "select", id: engineId, onchange: () => this.#keep({ spec: engine.value }) });
    const lines = h(
      "select",
      { class: "select", id: linesId, onchange: () => this.#keep({ lines: Number(lines.value) }) },
      ...[1, 2, 3, 4, 5].map((n) => h("option", { value: String(n) }, String(n))),
    );
    lines.value = String(this.wish.lines);
    void this.#fillEngines(engine);
    return h(
      "div",
      { class: "engine" },
      h("div", { class: "field" }, h("label", { for: engineId }, t("analysis.engine")), engine),
      h("div", { class: "field engine-lines" }, h("label", { for: linesId }, t("analysis.lines")), lines),
    );
  }

  /** Every algorithm that thinks for a time, with every evaluation of the game; and the levels. @param {HTMLSelectElement} box */
  async #fillEngines(box) {
    const { players, levels } = await catalog();
    const timed = players.filter((player) => player.keys.some((key) => key.name === "time"));
    const option = (/** @type {string} */ spec, /** @type {string} */ words) => h("option", { value: spec }, words);
    const algorithms = timed.flatMap((player) => {
      const name = tOr(`player.${player.name}`, player.name);
      const judges = player.keys.some((key) => key.is_evaluator) ? this.model.info.evaluators : [];
      const variants = judges.map((one) => option(`${player.name}:eval=${one.name}`, `${name}, ${tOr(`eval.${one.name}`, one.name)}`));
      return [option(player.name, name), ...variants];
    });
    fill(
      box,
      h("optgroup", { label: t("analysis.algorithms") }, ...algorithms),
      h("optgroup", { label: t("analysis.levels") }, ...levels.map((level) => option(level, tOr(`level.${level}`, level)))),
    );
    const known = [...box.options].some((one) => one.value === this.wish.spec);
    if (!known) box.append(option(this.wish.spec, this.wish.spec));
    box.value = this.wish.spec;
  }

  /** What the engine last said of the position. @returns {Thought | null} */
  get thought() {
    return this.wish.on ? (this.model.at.thoughts.get(this.#key) ?? null) : null;
  }

  get #key() {
    return `${this.wish.spec} ${this.wish.lines}`;
  }

  /** The values of the line one is in, all by this engine. @returns {(Thought | null)[]} */
  get graphPoints() {
    return this.model.nodes.map((node) => node.thoughts.get(this.#key) ?? null);
  }

  /** After a change of the position or the wish. */
  update() {
    const { on } = this.wish;
    this.body.hidden = !on;
    const over = this.model.at.seen?.outcome;
    const key = JSON.stringify([this.model.line, this.#key, on]);
    if (key !== this.#asked) {
      this.#asked = key;
      this.#problem = "";
      this.#abort();
      this.#time = FIRST_MS;
      const known = this.model.at.thoughts.has(this.#key) && !this.#endless;
      if (on && !over && !known) this.#timer = setTimeout(() => this.#think(this.#endless ? MOST_MS : FIRST_MS, this.#endless), PAUSE_MS);
    }
    this.#show();
  }

  /** @param {number} time_ms @param {boolean} [endless] */
  #think(time_ms, endless = false) {
    this.#abort();
    this.#time = time_ms;
    this.#endless = endless;
    this.#busy = true;
    const controller = new AbortController();
    this.#running = controller;
    const { at, line } = this.model;
    const { spec, lines } = this.wish;
    const key = this.#key;
    const take = (/** @type {import("../../types/api").AnalysisEvent} */ { thought }) => {
      at.thoughts.set(key, thought);
      if (this.#running === controller) this.#show();
      this.around.changed();
    };
    const end = (/** @type {string} */ problem) => {
      if (this.#running !== controller) return;
      [this.#running, this.#busy, this.#problem] = [null, false, problem];
      this.#show();
    };
    think({ line, spec, lines, time_ms, slot: this.slot }, take, controller.signal).then(
      () => end(""),
      (error) => end(controller.signal.aborted ? "" : error.message),
    );
    this.#show();
  }

  #stop() {
    this.#endless = false;
    this.#abort();
    this.#show();
  }

  #abort() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    [this.#running, this.#busy] = [null, false];
  }

  /** The screen is left. */
  leave() {
    this.#abort();
  }

  #show() {
    const { thought, model } = this;
    const over = model.at.seen?.outcome;
    const words = thought ? valueText(/** @type {any} */ (model), thought) : "";
    const units = thought ? unitsText(/** @type {any} */ (model), thought) : "";
    const chance = words.endsWith("%") ? t("analysis.chance", { side: text(model.info.sides[0]), chance: words }) : words;
    const said = over ? t("board_analysis.over", { reason: text(over.text) }) : this.#problem || chance || t("analysis.waiting");
    fill(
      this.value,
      h("span", null, said),
      units && !over ? h("span", { class: "analysis-units" }, units) : null,
      thought?.proof && !over ? h("span", { class: "proved", title: t("analysis.proved.title") }, icon("check"), t("analysis.proved")) : null,
      this.#busy ? h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")) : null,
    );
    this.#showLines(over ? null : thought);
    fill(this.numbers, ...(thought && !over ? numbersOf(thought) : []));
    this.deeper.disabled = Boolean(over) || this.#endless || this.#time >= MOST_MS;
    this.deeper.title = t("board_analysis.deeper_title", { seconds: number(Math.min(2 * this.#time, MOST_MS) / 1000) });
    this.endless.hidden = this.#busy && this.#endless;
    this.endless.disabled = Boolean(over);
    this.stopping.hidden = !this.#busy;
  }

  /** Lines stay as they are while somebody points at them: what one clicks must not change under the finger. @param {Thought | null} thought */
  #showLines(thought) {
    const held = this.lines.matches(":hover") || this.lines.contains(document.activeElement);
    const same = this.#linesOf === this.model.at;
    if (held && same && thought) return;
    const signature = JSON.stringify([thought?.lines, thought?.pv, thought?.units, thought?.chance]);
    if (same && signature === this.#linesShown) return;
    [this.#linesOf, this.#linesShown] = [this.model.at, signature];
    fill(this.lines, ...(thought ? this.#lineItems(thought) : []));
  }

  /** @param {Thought} thought @returns {HTMLElement[]} */
  #lineItems(thought) {
    const lines = thought.lines.length > 0 ? thought.lines : [thought];
    return lines.map((line) => {
      const value = [unitsText(/** @type {any} */ (this.model), line, true), valueText(/** @type {any} */ (this.model), line, true)];
      const moves = (line.pretty.length > 0 ? line.pretty : line.pv).slice(0, SHOWN);
      return h(
        "li",
        null,
        h("b", null, value.filter(Boolean).join(" · ")),
        ...moves.map((move, index) => this.#lineMove(move, line.pv.slice(0, index + 1))),
      );
    });
  }

  /** @param {string} pretty @param {string[]} moves up to this one @returns {HTMLElement} */
  #lineMove(pretty, moves) {
    const { preview } = this.around;
    const button = h(
      "button",
      {
        type: "button",
        class: "engine-move",
        onclick: () => {
          preview.hide();
          void this.model.playLine(moves);
        },
        onpointerenter: () => void preview.show(moves, button),
        onpointerleave: () => preview.hide(),
        onfocus: () => void preview.show(moves, button),
        onblur: () => preview.hide(),
      },
      pretty,
    );
    return button;
  }
}
