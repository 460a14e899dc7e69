// What the explorer says of values, windows and nodes.

import { number, plural, t, tOr, text } from "../i18n.js";
import { capital } from "../names.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode @typedef {import("./tree.js").SearchTree} SearchTree */
/** @typedef {import("../../types/api").GameInfo} GameInfo */

/** A score in few letters: a number, or who wins after how many plies. @param {SearchTree} tree @param {number | null} value */
export function shortValue(tree, value) {
  if (value === null) return "";
  const { win, proved } = tree.trace;
  if (Math.abs(value) < proved) return value > 0 ? `+${number(value)}` : number(value || 0).replace("-", "−");
  return t(value > 0 ? "explore.win_short" : "explore.loss_short", { plies: win - Math.abs(value) });
}

/** The same in words. @param {SearchTree} tree @param {number} value */
export function longValue(tree, value) {
  const { win, proved } = tree.trace;
  if (Math.abs(value) < proved) return shortValue(tree, value);
  return plural(value > 0 ? "explore.win" : "explore.loss", win - Math.abs(value));
}

/** An end of a window. @param {SearchTree} tree @param {number} value */
export function edge(tree, value) {
  if (value >= tree.trace.win) return "+∞";
  return value <= -tree.trace.win ? "−∞" : shortValue(tree, value);
}

/** @param {SearchTree} tree @param {TreeNode} node */
export function windowText(tree, node) {
  return node.window ? `[${edge(tree, node.window.alpha)}, ${edge(tree, node.window.beta)}]` : "";
}

/** How a node is called: by its move, or by what it is. @param {TreeNode} node */
export function nodeName(node) {
  if (!node.parent) return t("explore.root");
  if (node.pruned && !node.move) return plural("explore.more", node.more);
  if (node.move) return node.move;
  return t(node.purpose === "null_move" ? "explore.pass" : "explore.same");
}

/** The moves from the root to a node. @param {TreeNode} node */
export function movesTo(node) {
  /** @type {string[]} */
  const moves = [];
  for (let at = /** @type {TreeNode | null} */ (node); at?.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/** @param {TreeNode} node */
export function wayTo(node) {
  /** @type {string[]} */
  const names = [];
  for (let at = /** @type {TreeNode | null} */ (node); at; at = at.parent) names.unshift(nodeName(at));
  return names.join(" › ");
}

/** @param {string} reason */
export const exitText = (reason) => tOr(`explore.exit.${reason}`, reason);
/** @param {string} reason */
export const prunedText = (reason) => tOr(`explore.pruned.${reason}`, reason);
/** @param {string} purpose */
export const purposeText = (purpose) => tOr(`explore.purpose.${purpose}`, purpose);

/** A share of one. @param {number} value */
export const percent = (value) => `${number(Math.round(value * 1000) / 10)} %`;

/**
 * A node at a time, for those who listen.
 * @param {SearchTree} tree
 * @param {TreeNode} node
 * @param {number} time
 */
export function describe(tree, node, time) {
  const name = node.parent ? t("explore.said.move", { move: nodeName(node) }) : nodeName(node);
  if (node.pruned) return `${name}: ${t("explore.said.pruned", { reason: prunedText(node.pruned) })}`;
  if (tree.isTree) {
    const { visits, mean } = tree.statsAt(node, time);
    const value = mean === null ? "" : `, ${t("explore.said.mean", { mean: percent(mean) })}`;
    return `${name}: ${plural("explore.visits", visits)}${value}`;
  }
  const parts = [t(isMax(tree, node) ? "explore.max" : "explore.min")];
  if (node.window) parts.push(t("explore.said.window", windowEnds(tree, node)));
  if (node.leave <= time && node.value !== null) {
    parts.push(t("explore.said.value", { value: longValue(tree, node.value) }), exitText(node.reason));
  } else parts.push(t("explore.said.open"));
  return `${name}: ${parts.join(", ")}`;
}

/** @param {SearchTree} tree @param {TreeNode} node */
function windowEnds(tree, node) {
  return { alpha: edge(tree, node.window?.alpha ?? 0), beta: edge(tree, node.window?.beta ?? 0) };
}

/** Whether the side to move there is the one that moves at the root. @param {SearchTree} tree @param {TreeNode} node */
export function isMax(tree, node) {
  return node.turn === tree.trace.turn;
}

/**
 * What happens at a time, in a sentence.
 * @param {SearchTree} tree
 * @param {number} time
 * @param {GameInfo} game
 */
export function caption(tree, time, game) {
  const kind = tree.kindOf(time);
  const node = tree.nodeOf(time);
  if (!kind || !node) return t("explore.caption.start", { side: text(game.sides[tree.trace.turn === "first" ? 0 : 1]) });
  if (kind === "root") return t(node.again ? "explore.caption.again" : "explore.caption.root", { depth: node.depth ?? 0 });
  if (kind === "simulation") {
    const { number: n, expanded, points } = tree.simulationAt(time);
    const parameters = { n: number(n), way: movesTo(node).join(" "), result: percent(points), children: expanded };
    return t(expanded > 0 ? "explore.caption.expand" : "explore.caption.simulate", parameters);
  }
  const move = wayTo(node);
  if (kind === "enter") {
    const window = node.window ? t("explore.caption.window", windowEnds(tree, node)) : "";
    const why = node.purpose === "move" ? "" : ` (${purposeText(node.purpose)})`;
    return `${t("explore.caption.enter", { move })}${why}${window}`;
  }
  const value = longValue(tree, node.value ?? 0);
  const pruned = node.children.filter((child) => child.pruned).reduce((sum, child) => sum + child.more, 0);
  const rest = pruned > 0 ? ` ${plural("explore.caption.pruned", pruned)}` : "";
  return `${t("explore.caption.leave", { move, value, reason: capital(exitText(node.reason)) })}${rest}`;
}
