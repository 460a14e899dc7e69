/** What the analysis board knows: the tree of variations, and where one is in it. The address says the same. */
import { api } from "../api.js";
import { measure } from "../board/geometry.js";
import {
  childWith,
  leaves,
  lineThrough,
  movesTo,
  newNode,
  pathTo,
  promote,
  readPath,
  readTree,
  remove,
  writePath,
  writeTree,
} from "./tree.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").LinePosition} LinePosition @typedef {import("../../types/api").LineMove} LineMove */
/** @typedef {import("./tree.js").TreeNode} TreeNode */

export class BoardModel extends EventTarget {
  /** Where the tree begins. */ start = "";
  /** @type {TreeNode} */ root = newNode(null, null);
  /** @type {TreeNode} */ at = this.root;
  flipped = false;
  /** @type {Map<string, Promise<LinePosition>>} */ #asked = new Map();

  /** @param {GameInfo} info */
  constructor(info) {
    super();
    this.info = info;
    this.geometry = measure(info.shape, false);
  }

  /**
   * Opens a position or a record, and the variations of an address.
   * @param {{position: string | null, tree: string, at: string}} address
   * @returns {Promise<void>}
   */
  async open({ position, tree, at }) {
    const first = await this.#ask(position, []);
    this.start = first.start;
    this.root = newNode(null, null);
    if (first.moves.length > 0 && !tree) this.at = this.#add(this.root, first.moves);
    else await this.#grow(readTree(tree), at);
    await this.#see(this.at);
    this.#changed();
  }

  /** Takes the variations of an address over; lines that cannot be played are left out. @param {TreeNode} read @param {string} at @returns {Promise<void>} */
  async #grow(read, at) {
    this.at = this.root;
    const goal = readPath(read, at);
    this.root.comment = read.comment;
    for (const leaf of leaves(read)) {
      const line = await this.#ask(this.start, movesTo(leaf)).catch(() => null);
      if (!line) continue;
      this.#add(this.root, line.moves);
      const [nodes, bare] = [pathTo(this.#add(this.root, line.moves)), pathTo(leaf)];
      nodes.forEach((node, index) => (node.comment ||= bare[index]?.comment ?? ""));
      const here = bare.indexOf(goal);
      if (here >= 0) this.at = nodes[here] ?? this.at;
    }
  }

  /** @param {TreeNode} node @param {LineMove[]} moves @returns {TreeNode} the last one */
  #add(node, moves) {
    return moves.reduce((at, move) => childWith(at, move), node);
  }

  /** @param {string | null} position @param {string[]} moves @param {string[]} [taps] @returns {Promise<LinePosition>} */
  #ask(position, moves, taps = []) {
    const line = { game: this.info.id, ...(position ? { position } : {}), moves, taps };
    const key = JSON.stringify(line);
    const known = this.#asked.get(key);
    if (known) return known;
    const asked = api.post("/api/analysis/position", line);
    this.#asked.set(key, asked);
    asked.catch(() => this.#asked.delete(key));
    return asked;
  }

  /** The position after some moves from where one is, for previews. @param {string[]} moves @returns {Promise<LinePosition>} */
  after(moves) {
    return this.#ask(this.start, [...movesTo(this.at), ...moves]);
  }

  /** @param {TreeNode} node @returns {Promise<LinePosition>} */
  async #see(node) {
    node.seen ??= await this.#ask(this.start, movesTo(node));
    return node.seen;
  }

  /** The line to the position that is looked at, as requests name it. */
  get line() {
    return { game: this.info.id, position: this.start, moves: movesTo(this.at) };
  }

  /** The line one is in, and where in it. */
  get nodes() {
    return lineThrough(this.at);
  }
  get plies() {
    return this.nodes.length - 1;
  }
  get ply() {
    return pathTo(this.at).length - 1;
  }

  /** Goes to a ply of the line one is in. @param {number} ply @returns {Promise<void>} */
  look(ply) {
    const nodes = this.nodes;
    return this.goTo(nodes[Math.max(0, Math.min(nodes.length - 1, ply))] ?? this.at);
  }

  /** @param {TreeNode} node @returns {Promise<void>} */
  async goTo(node) {
    await this.#see(node);
    this.at = node;
    this.#changed();
  }

  /** Plays a move by its taps. @param {string[]} taps @returns {Promise<void>} */
  async play(taps) {
    const seen = await this.#ask(this.start, movesTo(this.at), taps);
    const move = seen.moves.at(-1);
    if (!move) return;
    const node = childWith(this.at, move);
    node.seen = seen;
    this.at = node;
    this.#changed();
  }

  /** Plays moves one after the other, as a variation where they differ. @param {string[]} moves @returns {Promise<void>} */
  async playLine(moves) {
    const seen = await this.after(moves);
    const node = this.#add(this.at, seen.moves.slice(-moves.length));
    node.seen = seen;
    this.at = node;
    this.#changed();
  }

  /** @returns {void} */
  promote() {
    promote(this.at);
    this.#changed();
  }

  /** @returns {Promise<void>} */
  remove() {
    return this.goTo(remove(this.at));
  }

  /** @param {string} words @returns {void} */
  setComment(words) {
    this.at.comment = words.replaceAll(/\s+/g, " ").trim();
    this.#changed();
  }

  /** @returns {void} */
  turn() {
    this.flipped = !this.flipped;
    this.#changed();
  }

  /** The address that shows the same. @returns {string} */
  get address() {
    const query = new URLSearchParams({ position: this.start });
    const tree = writeTree(this.root);
    if (tree) query.set("tree", tree);
    const at = writePath(this.at);
    if (at) query.set("at", at);
    return `/analysis/${this.info.id}?${query}`;
  }

  /** @returns {void} */
  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
