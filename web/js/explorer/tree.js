// The tree of a search, over the columns of its events. Time is a number of events: what is true at a time is computed, never
// kept, so that the film runs both ways. A node is made when somebody looks at it.

import { ColumnBuilder, KIND, NEVER, NONE, isCutoff } from "./columns.js";

export { isCutoff };

/** @typedef {import("../../types/api").Trace} Trace @typedef {import("../../types/api").Board} Board @typedef {import("../../types/api").Side} Side */
/** @typedef {import("./columns.js").Columns} Columns @typedef {import("./columns.js").Change} Change */

/** What is known of a search beside its events. @typedef {Omit<Trace, "events">} About */
/** @typedef {{ alpha: number, beta: number }} Window */

/** @type {(number: number) => Side} */
const sideOf = (number) => (number === 1 ? "first" : "second");

/**
 * A node of the tree. `enter` and `leave` are the times at which it is there and has its value. Windows and values are for the side that
 * moves at the root. A move that was not searched is a node with the reason in `pruned`, which stands for `more` moves.
 */
export class TreeNode {
  /** @type {TreeNode[] | null} */ #children = null;
  pruned = "";
  more = 0;

  /** @param {SearchTree} tree @param {number} index @param {TreeNode | null} parent */
  constructor(tree, index, parent) {
    this.tree = tree;
    this.index = index;
    this.parent = parent;
    this.key = String(index);
  }

  get #all() {
    return this.tree.columns.nodes;
  }

  /** Empty for a null move and for another search of the same position. @returns {string} */
  get move() {
    return this.tree.columns.names[this.#all.move[this.index]];
  }

  get level() {
    return this.#all.level[this.index];
  }

  /** Who moves there. @returns {Side} */
  get turn() {
    return sideOf(this.#all.turn[this.index]);
  }

  /** Who chose it, in a Monte Carlo tree. @returns {Side | null} */
  get chooser() {
    const chooser = this.#all.chooser[this.index];
    return chooser === 0 ? null : sideOf(chooser);
  }

  get enter() {
    return this.#all.enter[this.index];
  }

  get leave() {
    const leave = this.#all.leave[this.index];
    return leave === NEVER ? Infinity : leave;
  }

  /** @returns {number | null} */
  get depth() {
    const depth = this.#all.depth[this.index];
    return depth === -0x8000 ? null : depth;
  }

  /** @returns {Window | null} */
  get window() {
    const alpha = this.#all.alpha[this.index];
    return alpha === NONE ? null : { alpha, beta: this.#all.beta[this.index] };
  }

  /** @returns {number | null} */
  get value() {
    const value = this.#all.value[this.index];
    return value === NONE ? null : value;
  }

  /** Why its search ended. */
  get reason() {
    return this.tree.columns.names[this.#all.reason[this.index]];
  }

  get purpose() {
    return this.tree.columns.names[this.#all.purpose[this.index]] || "move";
  }

  get omitted() {
    return this.#all.omitted[this.index];
  }

  /** Whether a root is searched once more with a wider window. */
  get again() {
    return this.#all.again[this.index] === 1;
  }

  /** @returns {Change} */
  get change() {
    const { changes, names } = this.tree.columns;
    const at = this.#all.change[this.index];
    if (at === 0) return [];
    return Array.from({ length: changes[at] }, (_, i) => [changes[at + 1 + 2 * i], names[changes[at + 2 + 2 * i]] || null]);
  }

  /** Those that were searched, in their order, and those that were not. @returns {TreeNode[]} */
  get children() {
    if (this.#children) return this.#children;
    const { start, list } = this.tree.columns.children;
    const searched = Array.from(list.subarray(start[this.index], start[this.index + 1]), (index) => this.tree.nodeAt(index, this));
    this.#children = [...searched, ...this.#prunedNodes()];
    return this.#children;
  }

  /** @returns {TreeNode[]} */
  #prunedNodes() {
    const { pruned, names } = this.tree.columns;
    let at = this.#all.pruned[this.index];
    if (at === 0) return [];
    /** @type {TreeNode[]} */
    const nodes = [];
    let groups = pruned[at];
    for (at += 1; groups > 0; groups -= 1) {
      const [reason, count, named] = [names[pruned[at]], pruned[at + 1], pruned[at + 2]];
      at += 3;
      for (let i = 0; i < named; i += 1) nodes.push(new PrunedNode(this, nodes.length, names[pruned[at + i]], reason, 1));
      at += named;
      if (count > named) nodes.push(new PrunedNode(this, nodes.length, "", reason, count - named));
    }
    return nodes;
  }
}

/** Moves that were not searched. */
class PrunedNode extends TreeNode {
  #move;

  /** @param {TreeNode} parent @param {number} number @param {string} move @param {string} reason @param {number} more */
  constructor(parent, number, move, reason, more) {
    super(parent.tree, parent.index, parent);
    this.key = `${parent.key}-${number}`;
    this.#move = move;
    this.pruned = reason;
    this.more = more;
  }

  get move() {
    return this.#move;
  }

  get level() {
    return super.level + 1;
  }

  /** @returns {Side} */
  get turn() {
    return super.turn === "first" ? "second" : "first";
  }

  get enter() {
    return super.leave;
  }

  get depth() {
    return null;
  }

  get window() {
    return null;
  }

  get value() {
    return null;
  }

  get reason() {
    return "";
  }

  get purpose() {
    return "move";
  }

  get omitted() {
    return 0;
  }

  /** @returns {Change} */
  get change() {
    return [];
  }

  /** @returns {TreeNode[]} */
  get children() {
    return [];
  }
}

export class SearchTree {
  /** The searches of the root, one after the other. @type {TreeNode[]} */ roots = [];
  /** The nodes that somebody has looked at. @type {Map<number, TreeNode>} */ #nodes = new Map();

  /** @param {About} trace @param {Columns} columns */
  constructor(trace, columns) {
    this.trace = trace;
    this.columns = columns;
    this.length = columns.events.kind.length;
    this.isTree = columns.isTree;
    columns.nodes.parent.forEach((parent, index) => {
      if (parent < 0) this.roots.push(this.nodeAt(index, null));
    });
  }

  /** The tree of a trace as the server sends it. @param {Trace} trace */
  static of({ events, ...about }) {
    const builder = new ColumnBuilder(about.turn);
    for (const event of events) builder.take(event);
    return new SearchTree(about, builder.done());
  }

  /** The node of an index. @param {number} index @param {TreeNode | null} [parent] @returns {TreeNode} */
  nodeAt(index, parent) {
    const known = this.#nodes.get(index);
    if (known) return known;
    const above = this.columns.nodes.parent[index];
    const node = new TreeNode(this, index, parent ?? (above < 0 ? null : this.nodeAt(above)));
    this.#nodes.set(index, node);
    return node;
  }

  /** The node of a key, as far as there is one. @param {string} key @returns {TreeNode | null} */
  node(key) {
    const [index, pruned] = key.split("-");
    const number = Number(index);
    if (index === "" || !(number < this.columns.nodes.parent.length)) return null;
    const node = this.nodeAt(number);
    return pruned === undefined ? node : (node.children.find((child) => child.key === key) ?? null);
  }

  /** The root that is searched at a time. @param {number} time */
  rootAt(time) {
    return this.roots.findLast((root) => root.enter <= Math.max(1, time)) ?? this.roots[0] ?? null;
  }

  /** The numbers of a search of the root up to a time. @param {TreeNode} root @param {number} time */
  counters(root, time) {
    const { entered, cut } = this.columns.events;
    const begin = Math.max(0, root.enter - 1);
    const end = Math.min(time, root.leave, this.length);
    return { nodes: entered[end] - entered[begin], cuts: cut[end] - cut[begin] };
  }

  /** The node that an event is about. @param {number} time */
  nodeOf(time) {
    return time >= 1 && time <= this.length ? this.nodeAt(this.columns.events.node[time - 1]) : null;
  }

  /** What happens at a time: "root", "enter", "leave", "simulation"; null before the first event. @param {number} time */
  kindOf(time) {
    const kind = this.columns.events.kind[time - 1];
    return Object.entries(KIND).find(([, number]) => number === kind)?.[0] ?? null;
  }

  /** The simulation at a time; its points are for the side that moves at the root. @param {number} time */
  simulationAt(time) {
    const { number, expanded, points } = this.columns.simulations;
    const at = this.columns.events.entered[time] - 1;
    const mine = this.trace.turn === "first" ? points[at] : 1 - points[at];
    return { number: number[at], expanded: expanded[at], points: mine };
  }

  /** The value of a node at a time: its own, or the best of its children so far. @param {TreeNode} node @param {number} time */
  valueAt(node, time) {
    if (node.leave <= time) return node.value;
    /** @type {number | null} */
    let best = null;
    for (const child of node.children) {
      if (child.pruned || child.purpose === "null_move" || child.leave > time || child.value === null) continue;
      if (best === null) best = child.value;
      else best = node.turn === this.trace.turn ? Math.max(best, child.value) : Math.min(best, child.value);
    }
    return best;
  }

  /** Visits of a node of a Monte Carlo tree, and its mean for the side that chose it. @param {TreeNode} node @param {number} time */
  statsAt(node, time) {
    const { start, times, points } = this.columns.visits;
    const [from, to] = [start[node.index], start[node.index + 1]];
    const count = this.isTree ? countUpTo(times, from, to, time) : 0;
    const first = count > 0 ? points[from + count - 1] / count : null;
    const chooser = node.chooser ?? this.trace.turn;
    return { visits: count, mean: first === null ? null : chooser === "first" ? first : 1 - first };
  }

  /** The last choice among the children of a node. @param {TreeNode} node @param {number} time */
  choiceAt(node, time) {
    return this.columns.choices.findLast((choice) => choice.node === node.index && choice.time <= time) ?? null;
  }

  /** The board at a node: that of the root with the changes on the way. @param {TreeNode} node @returns {Board} */
  boardOf(node) {
    /** @type {TreeNode[]} */
    const way = [];
    for (let at = /** @type {TreeNode | null} */ (node); at; at = at.parent) way.unshift(at);
    const pieces = [...this.trace.board.pieces];
    const byLetter = new Map(this.trace.pieces.map((piece) => [piece.letter, piece]));
    for (const { change } of way) {
      for (const [place, letter] of change) pieces[place] = letter === null ? null : (byLetter.get(letter) ?? null);
    }
    return { pieces, alerts: way.length > 1 ? [] : this.trace.board.alerts };
  }
}

/** How many of the sorted times from `from` to `to` are not later. @param {Uint32Array} times @param {number} from @param {number} to @param {number} time */
function countUpTo(times, from, to, time) {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - from;
}
