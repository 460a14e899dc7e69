/** The analysis: best lines and arrows, what the search counted, visits as a heat map, the graph, the evaluator's terms. */
import { href } from "../address.js";
import { api } from "../api.js";
import { restingPlace } from "../board/geometry.js";
import { preview } from "../board/taps.js";
import { capturedPlaces } from "../board/words.js";
import { fill, h, icon } from "../dom.js";
import { number, shortNumber, t, text } from "../i18n.js";
import { prettyMove } from "../names.js";
import { prefs } from "../prefs.js";
import { engineChoice, termsPanel, wish } from "./engine.js";
import { evaluationBar, evaluationGraph, unitsText, valueText } from "./evaluation.js";

/** @typedef {import("./model.js").Model} Model @typedef {import("./model.js").Thought} Thought @typedef {import("../board/types.js").Mark} Mark */

/** A graph takes a short search of every position: it waits until the moves pause. */
const GRAPH_WAIT_MS = 700;

export class Analysis {
  /** @type {Thought | null} */ #thought = null;
  #ply = -1;
  #asked = "";
  #done = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #graphTimer;
  #graphFor = -1;

  /**
   * @param {Model} model
   * @param {{send: (message: object) => boolean, marks: (marks: Mark[]) => void, askOpen: () => void}} out
   */
  constructor(model, out) {
    this.model = model;
    this.out = out;
    this.bar = evaluationBar(model);
    this.graph = evaluationGraph(model);
    this.terms = termsPanel(model);
    /** In a game among people it is off until somebody asks for it, whatever was chosen elsewhere. */
    this.on = wish().on && !model.rivalry;
    this.value = h("p", { class: "analysis-value" });
    this.lines = h("ol", { class: "analysis-lines" });
    this.numbers = h("dl", { class: "numbers" });
    this.arrows = h("input", {
      type: "checkbox",
      checked: prefs.get("arrows") !== false,
      onchange: () => {
        prefs.set("arrows", this.arrows.checked);
        this.#mark();
      },
    });
    this.explore = h("a", { class: "button", href: `/explore/${model.info.id}` }, icon("git-branch"), t("analysis.explore"));
    this.lens = h("a", { class: "button", href: `/lens/${model.info.id}` }, icon("search"), t("analysis.lens"));
    this.graphBy = h("p", { class: "soft small graph-by" }, t("analysis.graph_by"));
    this.body = h(
      "div",
      { class: "analysis-body" },
      this.value,
      this.lines,
      this.graph.element,
      this.graphBy,
      this.numbers,
      engineChoice(model, () => this.update()),
      h("label", { class: "switch" }, this.arrows, t("analysis.arrows")),
      this.explore,
      this.lens,
      this.terms.element,
    );
    this.closed = h("div", { class: "analysis-closed", hidden: true });
    this.toggle = h("input", { type: "checkbox", checked: this.on, onchange: () => this.set(this.toggle.checked) });
    this.element = h(
      "section",
      { class: "panel panel-analysis", "aria-label": t("analysis.title") },
      h("label", { class: "switch analysis-switch" }, this.toggle, t("analysis.title")),
      this.closed,
      this.body,
    );
  }

  /** @param {boolean} on @returns {void} */
  set(on) {
    this.on = on;
    this.toggle.checked = on;
    if (!this.model.rivalry) prefs.set("analysis", { ...wish(), on });
    if (!on) {
      this.out.send({ type: "analyse_stop" });
      [this.#thought, this.#asked] = [null, ""];
    }
    this.update();
  }

  /** After a change of the position, the wish, or the line. @returns {void} */
  update() {
    this.#showClosed();
    this.body.hidden = !this.on;
    this.bar.element.hidden = !this.on;
    this.element.closest(".game")?.toggleAttribute("data-analysis", this.on);
    if (!this.on) return this.out.marks([]);
    this.#ask();
    this.graph.update();
    this.graphBy.hidden = this.graph.element.hidden;
    this.#askGraph();
    void this.terms.update();
    void this.#linkExplorer();
    this.#show();
  }

  /** The search tree of the position that is looked at. @returns {Promise<void>} */
  async #linkExplorer() {
    const position = await this.model.position();
    this.explore.href = href(`/explore/${this.model.info.id}?${new URLSearchParams({ position })}`);
    this.lens.href = href(`/lens/${this.model.info.id}?${new URLSearchParams({ position })}`);
  }

  /** In a game between two persons it is closed, and says why. @returns {void} */
  #showClosed() {
    const { help_closed, can, help_offer } = this.model.state;
    if (help_closed && this.on) {
      [this.on, this.toggle.checked, this.#thought, this.#asked] = [false, false, null, ""];
    }
    this.toggle.disabled = help_closed;
    this.closed.hidden = !help_closed;
    if (!help_closed) return;
    const asked = this.model.isOwn(help_offer);
    const ask = h(
      "button",
      { type: "button", class: "button", disabled: !can.help, onclick: this.out.askOpen },
      t(asked ? "game.asked" : "analysis.ask_open"),
    );
    fill(this.closed, h("p", { class: "soft small" }, t("analysis.closed")), this.model.playing && (can.help || asked) ? ask : null);
  }

  /** A new line to the server knows nothing of what was asked on the old one. @returns {void} */
  forget() {
    this.#asked = "";
  }

  /** @returns {void} */
  #ask() {
    const { spec, lines } = wish();
    const { ply, state } = this.model;
    const key = JSON.stringify([ply, state.moves[ply - 1]?.text, spec, lines]);
    if (key === this.#asked) return;
    if (this.#ply !== ply) this.#thought = null;
    this.#ply = ply;
    this.#done = false;
    if (this.model.overHere) {
      this.#asked = key;
      this.out.send({ type: "analyse_stop" });
    } else if (this.out.send({ type: "analyse", ply, spec, lines })) this.#asked = key;
  }

  /** @param {{ply: number, thought: Thought | null, done: boolean}} message @returns {void} */
  take({ ply, thought, done }) {
    if (!this.on || ply !== this.model.ply) return;
    if (thought) this.#thought = thought;
    this.#done = done;
    this.#show();
  }

  /** @returns {void} */
  #askGraph() {
    const { plies, state, finished, playing } = this.model;
    const wanted = plies > 1 && this.#graphFor !== plies && (finished || !playing || this.#graphFor < 0);
    if (!wanted) return;
    clearTimeout(this.#graphTimer);
    this.#graphTimer = setTimeout(async () => {
      this.#graphFor = plies;
      const { points } = await api.get(`/api/games/${state.id}/graph`).catch(() => ({ points: [] }));
      this.graph.load(points);
      this.graphBy.hidden = this.graph.element.hidden;
    }, GRAPH_WAIT_MS);
  }

  /** @returns {void} */
  #show() {
    const thought = this.#thought;
    const ended = this.model.overHere ? this.model.state.outcome : null;
    const settled = ended?.winner === "first" ? 1 : ended?.winner === "second" ? 0 : 0.5;
    const chance = ended ? settled : (thought?.chance ?? null);
    const words = thought && !ended ? valueText(this.model, thought) : "";
    const units = thought && !ended ? unitsText(this.model, thought) : "";
    this.bar.update(chance, [words, units].filter(Boolean).join(" · "));
    const waits = !thought && !ended;
    const sure = thought?.proof && !ended ? provedTag() : null;
    fill(
      this.value,
      h("span", null, waits ? t("analysis.waiting") : this.#said(words)),
      units ? h("span", { class: "analysis-units" }, units) : null,
      sure,
      thought?.book && !ended ? bookTag() : null,
      !this.#done && thought ? h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")) : null,
    );
    fill(this.lines, ...this.#lineItems(thought));
    fill(this.numbers, ...(thought ? numbersOf(thought) : []));
    this.#mark();
  }

  /** A value as a sentence. @param {string} words @returns {string} */
  #said(words) {
    return words.endsWith("%")
      ? t("analysis.chance", { side: text(this.model.info.sides[0]), chance: words })
      : words;
  }

  /** @param {Thought | null} thought @returns {HTMLElement[]} */
  #lineItems(thought) {
    if (!thought) return [];
    const lines = thought.lines.length > 0 ? thought.lines : [thought];
    return lines.map((line) =>
      h(
        "li",
        null,
        h("b", null, unitsText(this.model, line, true) || valueText(this.model, line, true)),
        h("span", null, movesOf(this.model, line)),
      ),
    );
  }

  /** @returns {void} */
  #mark() {
    this.out.marks(
      this.on && this.#thought && this.arrows.checked ? marksOf(this.#thought, this.model.geometry.byTap) : [],
    );
  }

  /** @returns {void} */
  stop() {
    clearTimeout(this.#graphTimer);
  }
}

/** The first moves of a line as people write them. @param {Model} model @param {{pretty: string[], pv: string[]}} line @returns {string} */
function movesOf({ info }, { pretty, pv }) {
  const moves = pretty.length > 0 ? pretty.map((move) => prettyMove(info, move)) : pv;
  return moves.slice(0, 12).join(" ");
}

/** @returns {HTMLElement} */
function provedTag() {
  return h("span", { class: "proved", title: t("analysis.proved.title") }, icon("check"), t("analysis.proved"));
}

/** @returns {HTMLElement} */
function bookTag() {
  return h("span", { class: "proved", title: t("analysis.book.title") }, t("analysis.book"));
}

/** @param {Thought} thought @returns {HTMLElement[]} */
export function numbersOf(thought) {
  const row = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", null, h("dt", null, t(`analysis.${name}`)), h("dd", null, value));
  const rows = [
    // A solver searches to the end and reports no depth.
    ...(thought.depth > 0 ? [row("depth", number(thought.depth))] : []),
    row("nodes", shortNumber(thought.nodes)),
    row("nps", shortNumber(thought.nps)),
    row("time", t("analysis.seconds", { seconds: number(Math.round(thought.time_ms / 100) / 10) })),
  ];
  const hits = thought.tt_hits;
  if (hits !== null) rows.push(row("hits", shortNumber(hits)));
  return rows;
}

/** The taps of a first move as marks: an arrow for a way, a ring with its rank for a place. @param {string[]} taps @param {number} value @param {string} [label] @returns {Mark[]} */
function wayMarks(taps, value, label) {
  if (taps.length === 1) return [{ kind: "hint-to", place: taps[0], ...(label ? { label } : {}) }];
  return taps.slice(1).map((to, i) => ({ kind: "arrow", from: taps[i], to, value: i === 0 ? value : value / 3 }));
}

/** @param {Thought} thought @param {Map<string, unknown>} places by their taps @returns {Mark[]} */
export function marksOf(thought, places) {
  const visits = visitMarks(thought, places);
  if (visits.length > 0) return visits;
  const ways = thought.lines.map((line, i) => line.taps[0] ?? (i === 0 ? thought.taps[0] : undefined));
  if (ways.length === 0 && thought.taps[0]) ways.push(thought.taps[0]);
  const label = (/** @type {number} */ i) => (ways.length > 1 ? String(i + 1) : undefined);
  return ways.flatMap((taps, i) => (taps ? wayMarks(taps, 1 / (1 + 1.3 * i), label(i)) : [])).reverse();
}

/** How often the tree search went where: the share of every place that a move goes to. @param {Thought} thought @param {Map<string, unknown>} places by their taps @returns {Mark[]} */
function visitMarks(thought, places) {
  /** @type {Map<string, number>} */
  const byPlace = new Map();
  let total = 0;
  for (const [move, count] of thought.visits) {
    const [from, to] = places.has(move) ? [move] : (move.match(/[a-z]\d+/g) ?? []).filter((name) => places.has(name));
    const place = to ?? from;
    total += count;
    if (place) byPlace.set(place, (byPlace.get(place) ?? 0) + count);
  }
  return [...byPlace].map(([place, count]) => ({ kind: "heat", place, value: count / Math.max(1, total) }));
}

/**
 * Marks of a hint: where from, where to, what is captured, as in the thesis of the hunt games.
 * @param {Model} model
 * @param {string[]} taps
 * @returns {Mark[]}
 */
export function hintMarks({ geometry, state }, taps) {
  const { pieces } = state.board;
  const places = taps.flatMap((tap) => restingPlace(geometry, tap, pieces) ?? []);
  const name = (/** @type {number} */ place) => geometry.shape.places[place].name;
  const mover = pieces[places[0] ?? -1];
  const taken = mover ? capturedPlaces(pieces, preview(pieces, state.legal, taps), mover) : [];
  const captures = taken.map((place) => /** @type {Mark} */ ({ kind: "capture", place: name(place) }));
  const [from, ...rest] = places.map(name);
  if (rest.length === 0) return from === undefined ? [] : [{ kind: "hint-to", place: from }];
  return [
    { kind: "hint-from", place: from },
    ...rest.map((place) => /** @type {Mark} */ ({ kind: "hint-to", place })),
    ...captures,
  ];
}
