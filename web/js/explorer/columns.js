// The events of a search in columns of numbers: a million of them take tens of megabytes, where objects would take hundreds.
// A builder takes the events one by one, in the page or in a worker; what it has built can be handed from one to the other.

/** @typedef {import("../../types/api").TraceChild} TraceChild @typedef {import("../../types/api").Side} Side @typedef {[number, string | null][]} Change */

/**
 * An event as the server sends it, or as a line of a file has it: there fields that are empty, zero or false are left out.
 * @typedef {{ event: "root", id: number, depth: number, alpha?: number | null, beta?: number | null, again?: boolean }} RootEvent
 * @typedef {{ event: "enter", id: number, parent: number, move?: string | null, turn?: Side | null, depth: number, alpha?: number | null, beta?: number | null, purpose?: string, change?: Change }} EnterEvent
 * @typedef {{ event: "leave", id: number, value: number, reason: string, pruned?: { reason: string, count: number, moves?: string[] }[], omitted?: number }} LeaveEvent
 * @typedef {{ id: number, move: string, turn: Side, children?: TraceChild[], change?: Change | null }} Selection
 * @typedef {{ event: "simulation", number: number, path?: Selection[], expanded?: number, points?: number }} SimulationEvent
 * @typedef {RootEvent | EnterEvent | LeaveEvent | SimulationEvent} SearchEvent
 */

/** In columns of numbers that may be missing. */
export const NONE = -0x80000000;
/** The time of what has not happened. */
export const NEVER = 0xffffffff;
/** The kinds of events. */
export const KIND = { root: 0, enter: 1, leave: 2, simulation: 3 };
/** The terms of so many children are kept; of a larger tree those of its beginning. */
const MOST_TERMS = 300000;

/** A column that grows. @template {Uint8Array | Uint16Array | Uint32Array | Int16Array | Int32Array | Float64Array} T */
class Column {
  length = 0;

  /** @param {new (length: number) => T} Type */
  constructor(Type) {
    this.Type = Type;
    this.array = new Type(1024);
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.array.length) {
      const longer = new this.Type(Math.ceil(this.length * 1.5));
      longer.set(/** @type {any} */ (this.array));
      this.array = longer;
    }
    this.array[this.length] = value;
    this.length += 1;
  }

  done() {
    return /** @type {T} */ (this.array.slice(0, this.length));
  }
}

const side = (/** @type {Side} */ turn) => (turn === "first" ? 1 : 2);
/** @param {number} turn */
const otherSide = (turn) => 3 - turn;

const WHOLE = new Set(["searched", "game_over", "repetition", "evaluation", "stopped"]);

/** Whether a search that ended for this reason left moves out. @param {string} reason */
export function isCutoff(reason) {
  return reason !== "" && !WHOLE.has(reason);
}

export class ColumnBuilder {
  /** @type {string[]} */ #names = [""];
  #known = new Map([["", 0]]);
  /** The nodes that a later event may name: those that are open, in a Monte Carlo tree all. @type {Map<number, number>} */ #byId = new Map();
  #isTree = false;
  #terms = 0;
  /** @type {{ node: number, time: number, children: TraceChild[], chosen: string }[]} */ #choices = [];
  #events = { kind: new Column(Uint8Array), node: new Column(Uint32Array), entered: new Column(Uint32Array), cut: new Column(Uint32Array) };
  #nodes = {
    parent: new Column(Int32Array),
    level: new Column(Uint16Array),
    move: new Column(Uint32Array),
    turn: new Column(Uint8Array),
    chooser: new Column(Uint8Array),
    enter: new Column(Uint32Array),
    leave: new Column(Uint32Array),
    depth: new Column(Int16Array),
    alpha: new Column(Int32Array),
    beta: new Column(Int32Array),
    value: new Column(Int32Array),
    reason: new Column(Uint32Array),
    purpose: new Column(Uint32Array),
    again: new Column(Uint8Array),
    omitted: new Column(Uint32Array),
    pruned: new Column(Uint32Array),
    change: new Column(Uint32Array),
  };
  /** Moves that were not searched: groups, then reason, count, names, and the names; place 0 stands for none. */
  #pruned = new Column(Uint32Array);
  /** Changes of boards: how many, then places and letters. */
  #changes = new Column(Uint32Array);
  #simulations = { number: new Column(Uint32Array), expanded: new Column(Uint32Array), points: new Column(Float64Array) };
  #visits = { node: new Column(Uint32Array), time: new Column(Uint32Array), points: new Column(Float64Array) };

  /** @param {Side} turn Who moves at the root. */
  constructor(turn) {
    this.turn = side(turn);
    this.#pruned.push(0);
    this.#changes.push(0);
    this.#events.entered.push(0);
    this.#events.cut.push(0);
  }

  get length() {
    return this.#events.kind.length;
  }

  /** @param {SearchEvent} event */
  take(event) {
    const time = this.length + 1;
    const { entered, cut } = this.#events;
    let [enters, cuts] = [entered.array[entered.length - 1], cut.array[cut.length - 1]];
    let node = 0;
    if (event.event === "root") node = this.#root(event, time);
    else if (event.event === "enter") {
      node = this.#enter(event, time);
      enters += 1;
    } else if (event.event === "leave") {
      node = this.#leave(event, time);
      cuts += this.#nodes.parent.array[node] >= 0 && isCutoff(event.reason) ? 1 : 0;
    } else {
      node = this.#simulate(event, time);
      enters += 1;
    }
    this.#events.kind.push(KIND[event.event]);
    this.#events.node.push(node);
    entered.push(enters);
    cut.push(cuts);
  }

  /** @param {string} name */
  #name(name) {
    let index = this.#known.get(name);
    if (index === undefined) {
      index = this.#names.length;
      this.#known.set(name, index);
      this.#names.push(name);
    }
    return index;
  }

  /** @param {Partial<Record<keyof ColumnBuilder["columns"], number>>} known */
  #add(known) {
    const index = this.#nodes.parent.length;
    for (const [name, column] of Object.entries(this.#nodes)) column.push(/** @type {any} */ (known)[name] ?? MISSING[name] ?? 0);
    return index;
  }

  get columns() {
    return this.#nodes;
  }

  /** @param {RootEvent} event @param {number} time */
  #root({ id, depth, alpha, beta, again }, time) {
    const node = this.#add({ enter: time, turn: this.turn, depth, alpha: alpha ?? NONE, beta: beta ?? NONE, again: again ? 1 : 0 });
    this.#byId.set(id, node);
    return node;
  }

  /** @param {EnterEvent} event @param {number} time */
  #enter(event, time) {
    const { parent: columns, turn: turns, level: levels } = this.#nodes;
    const parent = this.#byId.get(event.parent) ?? Math.max(0, columns.length - 1);
    const turn = event.turn ? side(event.turn) : otherSide(turns.array[parent]);
    const [alpha, beta] = this.#seen(event.alpha ?? null, event.beta ?? null, turn);
    const node = this.#add({
      parent,
      level: levels.array[parent] + 1,
      move: this.#name(event.move ?? ""),
      enter: time,
      turn,
      depth: event.depth,
      alpha,
      beta,
      purpose: this.#name(event.purpose ?? "move"),
      change: this.#change(event.change),
    });
    this.#byId.set(event.id, node);
    return node;
  }

  /** A window for the side that moves at the root. @param {number | null} alpha @param {number | null} beta @param {number} turn */
  #seen(alpha, beta, turn) {
    if (alpha === null || beta === null) return [NONE, NONE];
    return turn === this.turn ? [alpha, beta] : [-beta, -alpha];
  }

  /** @param {Change | null | undefined} change */
  #change(change) {
    if (!change || change.length === 0) return 0;
    const at = this.#changes.length;
    this.#changes.push(change.length);
    for (const [place, letter] of change) {
      this.#changes.push(place);
      this.#changes.push(letter === null ? 0 : this.#name(letter));
    }
    return at;
  }

  /** @param {LeaveEvent} event @param {number} time */
  #leave({ id, value, reason, pruned, omitted }, time) {
    const node = this.#byId.get(id) ?? 0;
    this.#byId.delete(id);
    const columns = this.#nodes;
    columns.leave.array[node] = time;
    columns.value.array[node] = columns.turn.array[node] === this.turn ? value : -value;
    columns.reason.array[node] = this.#name(reason);
    columns.omitted.array[node] = omitted ?? 0;
    if (pruned && pruned.length > 0) {
      columns.pruned.array[node] = this.#pruned.length;
      this.#pruned.push(pruned.length);
      for (const group of pruned) this.#prune(group);
    }
    return node;
  }

  /** @param {{ reason: string, count: number, moves?: string[] }} group */
  #prune({ reason, count, moves = [] }) {
    const named = moves.slice(0, count > MOST_PRUNED ? MOST_PRUNED - 1 : MOST_PRUNED);
    for (const number of [this.#name(reason), count, named.length]) this.#pruned.push(number);
    for (const move of named) this.#pruned.push(this.#name(move));
  }

  /** @param {SimulationEvent} event @param {number} time */
  #simulate({ number, path = [], expanded = 0, points = 0 }, time) {
    if (!this.#isTree) {
      this.#isTree = true;
      this.#add({ turn: this.turn });
    }
    let node = 0;
    this.#visit(node, points, time);
    for (const choice of path) {
      this.#choose(node, choice, time);
      const turn = side(choice.turn);
      this.#nodes.turn.array[node] = turn;
      const known = this.#byId.get(choice.id);
      // Who moves at a leaf is known once a choice is made there.
      const place = { parent: node, level: this.#nodes.level.array[node] + 1, enter: time, turn: otherSide(turn), chooser: turn };
      node = known ?? this.#add({ ...place, move: this.#name(choice.move), purpose: this.#name("move"), change: this.#change(choice.change) });
      if (known === undefined) this.#byId.set(choice.id, node);
      this.#visit(node, points, time);
    }
    this.#simulations.number.push(number);
    this.#simulations.expanded.push(expanded);
    this.#simulations.points.push(points);
    return node;
  }

  /** @param {number} node @param {Selection} choice @param {number} time */
  #choose(node, { children = [], move }, time) {
    if (this.#terms > MOST_TERMS) return;
    this.#terms += children.length;
    this.#choices.push({ node, time, children, chosen: move });
  }

  /** @param {number} node @param {number} points @param {number} time */
  #visit(node, points, time) {
    this.#visits.node.push(node);
    this.#visits.time.push(time);
    this.#visits.points.push(points);
  }

  /** All columns, cut to their lengths, and what follows from them. */
  done() {
    if (this.#nodes.parent.length === 0) this.#add({ turn: this.turn });
    const cut = (/** @type {Record<string, Column<any>>} */ columns) =>
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.done()]));
    const nodes = /** @type {NodeColumns} */ (cut(this.#nodes));
    const visits = { node: this.#visits.node.done(), time: this.#visits.time.done(), points: this.#visits.points.done() };
    return {
      isTree: this.#isTree,
      names: this.#names,
      events: /** @type {EventColumns} */ (cut(this.#events)),
      nodes,
      children: grouped(nodes.parent, nodes.parent.length),
      pruned: this.#pruned.done(),
      changes: this.#changes.done(),
      simulations: /** @type {SimulationColumns} */ (cut(this.#simulations)),
      visits: sumUp(visits, grouped(visits.node, nodes.parent.length)),
      choices: this.#choices,
    };
  }
}

/** @typedef {{ kind: Uint8Array, node: Uint32Array, entered: Uint32Array, cut: Uint32Array }} EventColumns */
/** @typedef {{ number: Uint32Array, expanded: Uint32Array, points: Float64Array }} SimulationColumns */
/**
 * @typedef {{ parent: Int32Array, level: Uint16Array, move: Uint32Array, turn: Uint8Array, chooser: Uint8Array, enter: Uint32Array,
 *   leave: Uint32Array, depth: Int16Array, alpha: Int32Array, beta: Int32Array, value: Int32Array, reason: Uint32Array,
 *   purpose: Uint32Array, again: Uint8Array, omitted: Uint32Array, pruned: Uint32Array, change: Uint32Array }} NodeColumns
 */
/** @typedef {ReturnType<ColumnBuilder["done"]>} Columns */

/** What stands in a column where nothing is known; else 0. @type {Record<string, number>} */
const MISSING = { parent: -1, leave: NEVER, depth: -0x8000, alpha: NONE, beta: NONE, value: NONE };

/** So many moves that were not searched are drawn one by one. */
const MOST_PRUNED = 8;

/** The indices with the same key, in their order: those of key k are `list` from `start[k]` to `start[k + 1]`. @param {Int32Array | Uint32Array} keys @param {number} count */
function grouped(keys, count) {
  const start = new Uint32Array(count + 1);
  for (const key of keys) if (key >= 0) start[key + 1] += 1;
  for (let k = 0; k < count; k += 1) start[k + 1] += start[k];
  const next = start.slice();
  const list = new Uint32Array(start[count]);
  keys.forEach((key, index) => {
    if (key >= 0) list[next[key]++] = index;
  });
  return { start, list };
}

/** For every node the times of its visits, and the points up to each. @param {{ time: Uint32Array, points: Float64Array }} visits @param {{ start: Uint32Array, list: Uint32Array }} groups */
function sumUp(visits, { start, list }) {
  const times = new Uint32Array(list.length);
  const points = new Float64Array(list.length);
  for (let node = 0; node + 1 < start.length; node += 1) {
    let sum = 0;
    for (let at = start[node]; at < start[node + 1]; at += 1) {
      sum += visits.points[list[at]];
      times[at] = visits.time[list[at]];
      points[at] = sum;
    }
  }
  return { start, times, points };
}

/** Everything in the columns that can be handed over instead of copied. @param {Columns} columns @returns {ArrayBuffer[]} */
export function buffers({ events, nodes, children, pruned, changes, simulations, visits }) {
  const groups = [events, nodes, children, simulations, visits, { pruned, changes }];
  return groups.flatMap((group) => Object.values(group).map((column) => /** @type {ArrayBuffer} */ (column.buffer)));
}
