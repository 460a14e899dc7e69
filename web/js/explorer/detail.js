// What there is to say of one node: its board, its window as an interval, why its search ended, the terms of its children.

import { s } from "../board/svg.js";
import { fill, h } from "../dom.js";
import { number, plural, t } from "../i18n.js";
import { redraw, thumbnail } from "../thumb.js";
import { describe, edge, exitText, isMax, longValue, nodeName, percent, prunedText, purposeText, wayTo } from "./words.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode @typedef {import("./tree.js").SearchTree} SearchTree */
/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").TraceChild} TraceChild */

export class Detail {
  /** @param {GameInfo} game */
  constructor(game) {
    this.game = game;
    this.board = thumbnail({ shape: game.shape, board: game.start.board, label: t("explore.board") });
    this.head = h("h3", { class: "explore-way" });
    this.facts = h("dl", { class: "explore-facts" });
    this.terms = h("div", { class: "explore-terms" });
    this.element = h(
      "div",
      { class: "explore-detail", role: "group", "aria-label": t("explore.detail") },
      h("div", { class: "explore-board" }, this.board),
      h("div", { class: "explore-words" }, this.head, this.facts, this.terms),
    );
  }

  /** @param {SearchTree} tree @param {TreeNode} node @param {number} time */
  show(tree, node, time) {
    this.head.textContent = wayTo(node);
    const place = node.pruned && node.parent ? node.parent : node;
    const board = tree.boardOf(place);
    redraw(this.board, {
      shape: this.game.shape,
      board,
      label: describe(tree, node, time),
      marks: tree.isTree ? visitMarks(tree, node, time, this.game, board) : [],
      still: true,
    });
    fill(this.facts, tree.isTree ? treeFacts(tree, node, time) : searchFacts(tree, node, time));
    const choice = tree.isTree ? tree.choiceAt(node, time) : null;
    fill(this.terms, choice ? termsTable(choice.children, choice.chosen) : null);
  }
}

/**
 * The visits of the moves of a node, where their pieces arrive: an arrow from where a piece left, else a disc.
 * @param {SearchTree} tree @param {TreeNode} node @param {number} time @param {GameInfo} game @param {import("../../types/api").Board} board
 */
function visitMarks(tree, node, time, game, board) {
  const { visits } = tree.statsAt(node, time);
  const name = (/** @type {number} */ place) => game.shape.places[place]?.name;
  return node.children.flatMap((child) => {
    const value = tree.statsAt(child, time).visits / Math.max(1, visits);
    const arrived = child.change.filter(([, letter]) => letter !== null).map(([place]) => place);
    const left = child.change.find(([, letter]) => letter === null)?.[0];
    // Of several pieces that changed, the one on an empty place is the one that was put there.
    const place = arrived.find((one) => board.pieces[one] === null) ?? arrived[0];
    if (value === 0 || place === undefined) return [];
    const heat = { kind: "heat", place: name(place), value };
    return left === undefined ? [heat] : [heat, { kind: "arrow", from: name(left), to: name(place), value }];
  });
}

/** @param {string} name @param {...(Node | string)} value */
function fact(name, ...value) {
  return h("div", null, h("dt", null, t(`explore.fact.${name}`)), h("dd", null, value));
}

/** @param {SearchTree} tree @param {TreeNode} node @param {number} time */
function treeFacts(tree, node, time) {
  const { visits, mean } = tree.statsAt(node, time);
  return [fact("visits", number(visits)), mean === null ? null : fact("mean", percent(mean))];
}

/** @param {SearchTree} tree @param {TreeNode} node @param {number} time */
function searchFacts(tree, node, time) {
  if (node.pruned) return [fact("not_searched", prunedText(node.pruned))];
  const done = node.leave <= time;
  const value = tree.valueAt(node, time);
  const pruned = done ? prunedOf(node) : [];
  return [
    fact("node", t(isMax(tree, node) ? "explore.max" : "explore.min")),
    node.depth === null ? null : fact("depth", number(node.depth)),
    node.window ? fact("window", interval(tree, node, value)) : null,
    value === null ? null : fact(done ? "value" : "so_far", longValue(tree, value)),
    done ? fact("why", exitText(node.reason)) : null,
    node.purpose === "move" ? null : fact("purpose", purposeText(node.purpose)),
    pruned.length > 0 ? fact("pruned", pruned.join("; ")) : null,
    node.omitted > 0 && done ? fact("omitted", number(node.omitted)) : null,
  ];
}

/** @param {TreeNode} node */
function prunedOf(node) {
  /** @type {Map<string, string[]>} */
  const byReason = new Map();
  for (const child of node.children) {
    if (child.pruned) byReason.set(child.pruned, [...(byReason.get(child.pruned) ?? []), nodeName(child)]);
  }
  return [...byReason].map(([reason, moves]) => `${moves.join(", ")} (${prunedText(reason)})`);
}

const WIDE = 220;

/** A window drawn on the line of values, with the value so far. @param {SearchTree} tree @param {TreeNode} node @param {number | null} value */
function interval(tree, node, value) {
  const { alpha, beta } = node.window ?? { alpha: 0, beta: 0 };
  const finite = [alpha, beta, value ?? 0, 0].filter((one) => Math.abs(one) < tree.trace.proved);
  const reach = Math.max(10, ...finite.map((one) => Math.abs(one))) * 1.25;
  const x = (/** @type {number} */ one) => 10 + ((WIDE - 20) * (Math.max(-reach, Math.min(reach, one)) + reach)) / (2 * reach);
  const svg = s("svg", { class: "explore-interval", viewBox: `0 0 ${WIDE} 22`, width: WIDE, height: 22, "aria-hidden": "true" });
  svg.append(
    s("line", { class: "axis", x1: 4, x2: WIDE - 4, y1: 11, y2: 11 }),
    s("rect", { class: "inside", x: x(alpha), width: Math.max(2, x(beta) - x(alpha)), y: 5, height: 12, rx: 3 }),
  );
  if (value !== null) svg.append(s("circle", { class: "at", cx: x(value), cy: 11, r: 5 }));
  const words = h("span", null, `[${edge(tree, alpha)}, ${edge(tree, beta)}]`);
  return h("span", { class: "explore-window" }, words, /** @type {any} */ (svg));
}

/** @param {TraceChild[]} children @param {string} chosen */
function termsTable(children, chosen) {
  const hasPrior = children.some((child) => (child.prior ?? null) !== null);
  const greatest = Math.max(1e-9, ...children.map((child) => (child.mean ?? 0) + (child.exploration ?? 0)));
  const names = ["move", "visits", "mean", "exploration", ...(hasPrior ? ["prior"] : []), "sum"];
  const row = (/** @type {TraceChild} */ child) => {
    const { mean = null, exploration = null, prior = null, proof = null } = child;
    const sum = mean === null || exploration === null ? null : mean + exploration;
    return h(
      "tr",
      { class: child.move === chosen ? "chosen" : null },
      h("th", { scope: "row" }, child.move, child.move === chosen ? h("span", { class: "sr-only" }, ` ${t("explore.chosen")}`) : null),
      cell(child.visits),
      cell(mean),
      cell(exploration),
      hasPrior ? cell(prior) : null,
      proof ? h("td", null, t(`explore.proof.${proof}`)) : h("td", null, rounded(sum), termsBar(mean, exploration, greatest)),
    );
  };
  return h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "group", "aria-label": t("explore.terms") },
    h(
      "table",
      { class: "table small" },
      h("caption", null, plural("explore.terms.caption", children.length)),
      h("thead", null, h("tr", null, names.map((name) => h("th", { scope: "col" }, t(`explore.term.${name}`))))),
      h("tbody", null, children.map(row)),
    ),
  );
}

const rounded = (/** @type {number | null} */ value) => (value === null ? "–" : number(Math.round(value * 1000) / 1000));
const cell = (/** @type {number | null} */ value) => h("td", null, rounded(value));

/** Mean and exploration as the two parts of a bar; the numbers beside it say the same. @param {number | null} mean @param {number | null} exploration @param {number} greatest */
function termsBar(mean, exploration, greatest) {
  if (mean === null || exploration === null) return null;
  const part = (/** @type {string} */ name, /** @type {number} */ value) => {
    const bar = h("span", { class: `explore-part ${name}` });
    bar.style.width = `${(100 * value) / greatest}%`;
    return bar;
  };
  return h("span", { class: "explore-sum", "aria-hidden": "true" }, part("mean", mean), part("exploration", exploration));
}
