// One player's search: counters, the tree, and the node that is looked at.

import { announce } from "../announce.js";
import { fill, freshId, h, icon } from "../dom.js";
import { number, t } from "../i18n.js";
import { Detail } from "./detail.js";
import { TreeView, zoomButtons } from "./view.js";
import { caption, longValue, percent } from "./words.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("./tree.js").SearchTree} SearchTree @typedef {import("./tree.js").TreeNode} TreeNode */

export class Pane {
  /** @type {SearchTree | null} */ tree = null;
  #time = 0;

  /** @param {GameInfo} game @param {string} name */
  constructor(game, name) {
    this.game = game;
    this.name = name;
    this.heading = h("h2", null, name);
    this.counters = h("dl", { class: "numbers explore-counters" });
    this.caption = h("p", { class: "explore-caption" });
    this.note = h("p", { class: "hint", hidden: true });
    this.detail = new Detail(game);
    this.view = new TreeView({
      label: t("explore.tree", { name }),
      id: freshId("tree"),
      onfocus: (node) => this.#look(node),
    });
    const key = (/** @type {string} */ image, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: "button icon-button", type: "button", "aria-label": label, title: label, onclick: act }, icon(image));
    this.element = h(
      "section",
      { class: "explore-pane card", "aria-label": name },
      this.heading,
      this.counters,
      this.note,
      h("div", { class: "explore-frame" }, this.view.element, zoomButtons(this.view, key)),
      this.caption,
      this.detail.element,
    );
  }

  /** Calls the player by another name. @param {string} name */
  rename(name) {
    this.name = name;
    this.heading.textContent = name;
    this.element.setAttribute("aria-label", name);
  }

  /** @param {SearchTree} tree */
  load(tree) {
    const { trace } = tree;
    this.tree = tree;
    const sampled = trace.recorded < trace.nodes;
    const notes = [
      sampled ? t("explore.sampled", { recorded: number(trace.recorded), nodes: number(trace.nodes) }) : "",
      trace.stopped ? t("explore.stopped") : "",
    ].filter(Boolean);
    this.note.hidden = notes.length === 0;
    this.note.textContent = notes.join(" ");
    this.view.set(tree, tree.length);
    this.setTime(tree.length, { stepped: false, follows: false });
  }

  get length() {
    return this.tree?.length ?? 0;
  }

  /** @param {number} time @param {{ stepped: boolean, follows: boolean }} how */
  setTime(time, { stepped, follows }) {
    const { tree } = this;
    if (!tree) return;
    this.#time = Math.min(time, tree.length);
    this.view.follows = follows;
    this.view.setTime(this.#time);
    const root = tree.rootAt(this.#time);
    if (!root) return;
    this.#count(tree, root);
    const words = caption(tree, this.#time, this.game);
    this.caption.textContent = words;
    if (stepped) announce(`${this.name}: ${words}`);
    this.#look(this.view.focus ?? root);
  }

  /** @param {TreeNode} node */
  #look(node) {
    if (this.tree) this.detail.show(this.tree, node, this.#time);
  }

  /** @param {SearchTree} tree @param {TreeNode} root */
  #count(tree, root) {
    const { nodes, cuts } = tree.counters(root, this.#time);
    const value = tree.valueAt(root, this.#time);
    const { mean } = tree.statsAt(root, this.#time);
    const shown = tree.isTree ? mean !== null && percent(mean) : value !== null && longValue(tree, value);
    const row = (/** @type {string} */ name, /** @type {string} */ number_) =>
      h("div", { dataset: { counter: name } }, h("dt", null, t(`explore.count.${name}`)), h("dd", null, number_));
    fill(
      this.counters,
      row(tree.isTree ? "simulations" : "nodes", number(nodes)),
      tree.isTree ? null : row("cuts", number(cuts)),
      tree.isTree ? null : row("depth", number(root.depth ?? 0)),
      row("value", shown || "–"),
      this.#time >= tree.length ? row("move", tree.trace.move) : null,
      tree.isTree || tree.roots.length < 2 ? null : row("all_nodes", number(tree.trace.nodes)),
    );
  }

  stop() {
    this.view.stop();
  }
}
