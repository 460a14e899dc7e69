// The tree of a search, built from its events. Time is a number of events: what is true at a time is computed, never
// kept, so that the film runs both ways.

/** @typedef {import("../../types/api").Trace} Trace @typedef {import("../../types/api").Board} Board @typedef {import("../../types/api").Side} Side */
/** @typedef {import("../../types/api").TraceChild} TraceChild @typedef {[number, string | null][]} Change */

/** @typedef {{ alpha: number, beta: number }} Window */

/**
 * A node of the tree. `enter` and `leave` are the times at which it is there and has its value. A move that was not
 * searched is a node with the reason in `pruned`.
 * @typedef {object} TreeNode
 * @property {string} key
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {string} move Empty for a null move and for another search of the same position.
 * @property {number} level
 * @property {Side} turn Who moves there.
 * @property {Side | null} chooser Who chose it, in a Monte Carlo tree.
 * @property {number} enter
 * @property {number} leave
 * @property {number | null} depth
 * @property {Window | null} window For the side that moves at the root.
 * @property {number | null} value The same.
 * @property {string} reason Why its search ended.
 * @property {string} purpose
 * @property {string} pruned
 * @property {number} more How many moves a pruned node stands for.
 * @property {number} omitted
 * @property {Change} change
 * @property {boolean} again Whether a root is searched once more with a wider window.
 * @property {number[]} visits The times of the simulations through it.
 * @property {number[]} points The first player's points up to each of them.
 * @property {{ time: number, children: TraceChild[], chosen: string }[]} choices
 */

/** So many moves that were not searched are drawn one by one. */
const MOST_PRUNED = 8;

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "first" ? "second" : "first");

/** @param {Partial<TreeNode> & { key: string, enter: number, turn: Side }} known @returns {TreeNode} */
function newNode(known) {
  return {
    parent: null,
    children: [],
    move: "",
    chooser: null,
    level: 0,
    leave: Infinity,
    depth: null,
    window: null,
    value: null,
    reason: "",
    purpose: "move",
    pruned: "",
    more: 0,
    omitted: 0,
    change: [],
    again: false,
    visits: [],
    points: [],
    choices: [],
    ...known,
  };
}

export class SearchTree {
  /** The searches of the root, one after the other. @type {TreeNode[]} */ roots = [];
  /** @type {Map<string, TreeNode>} */ #byKey = new Map();
  /** Nodes entered, and cutoffs, up to each time. */
  #entered = new Uint32Array(0);
  #cut = new Uint32Array(0);

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.length = trace.events.length;
    this.isTree = trace.events.some((event) => event.event === "simulation");
    this.#entered = new Uint32Array(this.length + 1);
    this.#cut = new Uint32Array(this.length + 1);
    if (this.isTree) this.#add(newNode({ key: "0", enter: 0, turn: trace.turn }));
    trace.events.forEach((event, index) => this.#take(event, index + 1));
  }

  /** @param {TreeNode} node @returns {TreeNode} */
  #add(node) {
    if (node.parent) node.parent.children.push(node);
    else this.roots.push(node);
    this.#byKey.set(node.key, node);
    return node;
  }

  /** @param {string} key */
  node(key) {
    return this.#byKey.get(key) ?? null;
  }

  /** @param {import("../../types/api").TraceEvent} event @param {number} time */
  #take(event, time) {
    this.#entered[time] = this.#entered[time - 1];
    this.#cut[time] = this.#cut[time - 1];
    if (event.event === "root") this.#root(event, time);
    else if (event.event === "enter") this.#enter(event, time);
    else if (event.event === "leave") this.#leave(event, time);
    else this.#simulate(event, time);
  }

  /** @param {Extract<import("../../types/api").TraceEvent, { event: "root" }>} event @param {number} time */
  #root(event, time) {
    const { id, depth, alpha, beta, again } = event;
    const window = alpha === null || beta === null ? null : { alpha, beta };
    this.#add(newNode({ key: String(id), enter: time, turn: this.trace.turn, depth, window, again }));
  }

  /** @param {Extract<import("../../types/api").TraceEvent, { event: "enter" }>} event @param {number} time */
  #enter(event, time) {
    const parent = this.#byKey.get(String(event.parent));
    if (!parent) return;
    const turn = event.turn ?? other(parent.turn);
    const window = event.alpha === null || event.beta === null ? null : this.#seen(event.alpha, event.beta, turn);
    const { depth, purpose, change } = event;
    const place = { key: String(event.id), parent, level: parent.level + 1, enter: time };
    this.#add(newNode({ ...place, move: event.move ?? "", turn, depth, window, purpose, change }));
    this.#entered[time] += 1;
  }

  /** A window for the side that moves at the root. @param {number} alpha @param {number} beta @param {Side} turn */
  #seen(alpha, beta, turn) {
    return turn === this.trace.turn ? { alpha, beta } : { alpha: -beta, beta: -alpha };
  }

  /** @param {Extract<import("../../types/api").TraceEvent, { event: "leave" }>} event @param {number} time */
  #leave(event, time) {
    const node = this.#byKey.get(String(event.id));
    if (!node) return;
    node.leave = time;
    node.value = node.turn === this.trace.turn ? event.value : -event.value;
    node.reason = event.reason;
    node.omitted = event.omitted;
    if (node.parent && isCutoff(event.reason)) this.#cut[time] += 1;
    for (const { reason, count, moves } of event.pruned) this.#prune(node, reason, count, moves, time);
  }

  /** @param {TreeNode} parent @param {string} reason @param {number} count @param {string[]} moves @param {number} time */
  #prune(parent, reason, count, moves, time) {
    const named = moves.slice(0, count > MOST_PRUNED ? MOST_PRUNED - 1 : MOST_PRUNED);
    const rest = count - named.length;
    const add = (/** @type {string} */ move, /** @type {number} */ more) => {
      const key = `${parent.key}-${reason}-${move}-${parent.children.length}`;
      const place = { key, parent, level: parent.level + 1, enter: time, leave: time };
      this.#add(newNode({ ...place, move, turn: other(parent.turn), pruned: reason, more }));
    };
    for (const move of named) add(move, 1);
    if (rest > 0) add("", rest);
  }

  /** @param {Extract<import("../../types/api").TraceEvent, { event: "simulation" }>} event @param {number} time */
  #simulate(event, time) {
    this.#entered[time] += 1;
    let node = /** @type {TreeNode} */ (this.roots[0]);
    this.#visit(node, event.points, time);
    for (const choice of event.path) {
      node.choices.push({ time, children: choice.children, chosen: choice.move });
      const key = String(choice.id);
      const known = this.#byKey.get(key);
      node.turn = choice.turn;
      // Who moves at a leaf is known once a choice is made there.
      const place = { key, parent: node, level: node.level + 1, enter: time, turn: other(choice.turn), chooser: choice.turn };
      node = known ?? this.#add(newNode({ ...place, move: choice.move, change: choice.change ?? [] }));
      this.#visit(node, event.points, time);
    }
  }

  /** @param {TreeNode} node @param {number} points @param {number} time */
  #visit(node, points, time) {
    node.visits.push(time);
    node.points.push((node.points.at(-1) ?? 0) + points);
  }

  /** The root that is searched at a time. @param {number} time */
  rootAt(time) {
    return this.roots.findLast((root) => root.enter <= Math.max(1, time)) ?? this.roots[0] ?? null;
  }

  /** The numbers of a search of the root up to a time. @param {TreeNode} root @param {number} time */
  counters(root, time) {
    const begin = Math.max(0, root.enter - 1);
    const end = Math.min(time, root.leave, this.length);
    return { nodes: this.#entered[end] - this.#entered[begin], cuts: this.#cut[end] - this.#cut[begin] };
  }

  /** The node that an event is about. @param {number} time */
  nodeOf(time) {
    const event = this.trace.events[time - 1];
    if (!event) return null;
    return this.node(String(event.event === "simulation" ? (event.path.at(-1)?.id ?? 0) : event.id));
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
    const count = countUpTo(node.visits, time);
    const first = count > 0 ? node.points[count - 1] / count : null;
    const chooser = node.chooser ?? this.trace.turn;
    return { visits: count, mean: first === null ? null : chooser === "first" ? first : 1 - first };
  }

  /** The last choice among the children of a node. @param {TreeNode} node @param {number} time */
  choiceAt(node, time) {
    return node.choices.findLast((choice) => choice.time <= time) ?? null;
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

/** How many of the sorted times are not later. @param {number[]} times @param {number} time */
function countUpTo(times, time) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const WHOLE = new Set(["searched", "game_over", "repetition", "evaluation", "stopped"]);

/** Whether a search that ended for this reason left moves out. @param {string} reason */
export function isCutoff(reason) {
  return !WHOLE.has(reason);
}
