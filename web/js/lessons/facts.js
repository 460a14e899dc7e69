// What lessons read off a search.

import { longValue, nodeName } from "../explorer/words.js";

/** @typedef {import("../explorer/tree.js").SearchTree} SearchTree @typedef {import("../explorer/tree.js").TreeNode} TreeNode */

/** Alpha-beta and nothing else. @param {number} depth */
export const plain = (depth) => `${ordered(depth)},tt=off,history=off,killers=off,continuation=off,captures=off,etc=off,evalorder=off`;

/** Alpha-beta with the table and good move ordering, without anything that may change its value. @param {number} depth */
export const ordered = (depth) =>
  `alphabeta:depth=${depth},nullmove=off,lmr=off,iir=off,quiescence=off,pruning=off,extensions=off,correction=off,razoring=off,probcut=off,singular=off,split=off,aspiration=off`;

/**
 * The first branch that was cut: at `node`, after `tried`, the other side answered `reply`; the moves in `left` were not
 * searched any more. `known` is the value that the side at the root already had.
 * @param {SearchTree} tree
 */
export function firstCut(tree) {
  const node = nodes(tree).find((one) => one.reason === "beta" && one.level === 1 && one.children.some((child) => child.pruned));
  const root = tree.roots.at(-1);
  const reply = node?.children.findLast((child) => !child.pruned);
  const before = root?.children.find((child) => child !== node && child.leave < (node?.enter ?? 0));
  if (!node?.window || !reply || !before) return null;
  const left = node.children.filter((child) => child.pruned).map(nodeName);
  return {
    first: before.move,
    known: node.window.alpha,
    knownWords: longValue(tree, node.window.alpha),
    tried: node.move,
    reply: reply.move,
    value: node.value ?? 0,
    valueWords: longValue(tree, node.value ?? 0),
    left,
    replies: [...node.children.filter((child) => !child.pruned).map(nodeName), ...left],
  };
}

/** Every node, in the order in which they were entered. @param {SearchTree} tree @returns {TreeNode[]} */
function nodes(tree) {
  /** @type {(node: TreeNode) => TreeNode[]} */
  const below = (node) => [node, ...node.children.flatMap(below)];
  return tree.roots.flatMap(below).sort((one, other) => one.enter - other.enter);
}

/** The searches of iterative deepening: depth, nodes, value. @param {SearchTree} tree */
export function iterations(tree) {
  return tree.roots.map((root) => ({ depth: root.depth ?? 0, nodes: tree.counters(root, Infinity).nodes, value: root.value ?? 0 }));
}

/** How likely it is that one of two equal players wins at least `wins` of `games` without draws: both tails of a coin. @param {number} wins @param {number} games */
export function chanceOfLead(wins, games) {
  let [ways, sum] = [1, 0];
  for (let k = 0; k <= games; k += 1) {
    if (Math.max(k, games - k) >= wins) sum += ways;
    ways = (ways * (games - k)) / (k + 1);
  }
  return sum / 2 ** games;
}
