// Where the nodes of a tree stand: level by level, parents above the middle of their children. Children without children
// of their own stand in columns below their parent, so that the last level of a wide tree fits.

/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** @typedef {{ node: TreeNode, x: number, y: number, stacked: boolean }} Placed */
/**
 * `levels` are for walking, `rows` for drawing: all nodes by their height, from left to right.
 * @typedef {{ levels: Placed[][], rows: Placed[][], places: Map<TreeNode, Placed>, width: number, height: number }} Layout
 */

/** From node to node across, and from level to level. */
export const ACROSS = 96;
export const DOWN = 96;
/** From node to node within a column. */
const STACK = 50;
/** The most nodes of a column, and the fewest that make one. */
const TALLEST = 9;
const FEWEST = 3;


/**
 * @param {TreeNode} root
 * @param {Set<TreeNode>} closed
 * @returns {Layout}
 */
export function layOut(root, closed) {
  /** @type {Placed[][]} */
  const levels = [];
  /** @type {Map<TreeNode, Placed>} */
  const places = new Map();
  let [next, height] = [0, 0];
  const shown = (/** @type {TreeNode} */ node) => (closed.has(node) ? [] : node.children);
  const put = (/** @type {TreeNode} */ node, /** @type {number} */ x, /** @type {number} */ y, stacked = false) => {
    const placed = { node, x, y, stacked };
    (levels[node.level] ??= []).push(placed);
    places.set(node, placed);
    height = Math.max(height, y);
    return placed;
  };
  /** @param {TreeNode} node @returns {Placed} */
  const place = (node) => {
    const below = shown(node);
    const y = node.level * DOWN;
    if (below.length === 0) return put(node, next++ * ACROSS, y);
    const isStack = below.length >= FEWEST && below.every((child) => shown(child).length === 0);
    const placed = isStack ? stack(below, y + DOWN) : below.map(place);
    return put(node, (placed[0].x + placed[placed.length - 1].x) / 2, y);
  };
  /** @param {TreeNode[]} nodes @param {number} top */
  const stack = (nodes, top) => {
    const columns = Math.ceil(nodes.length / TALLEST);
    const tall = Math.ceil(nodes.length / columns);
    const left = next;
    next += columns;
    return nodes.map((node, i) => put(node, (left + Math.floor(i / tall)) * ACROSS, top + (i % tall) * STACK, true));
  };
  place(root);
  return { levels, rows: byHeight(places), places, width: Math.max(1, next) * ACROSS, height };
}

/** @param {Map<TreeNode, Placed>} places */
function byHeight(places) {
  /** @type {Placed[][]} */
  const rows = [];
  for (const placed of places.values()) (rows[Math.floor(placed.y / DOWN)] ??= []).push(placed);
  for (const row of rows) row?.sort((one, other) => one.x - other.x);
  return rows;
}

/**
 * The nodes to close at first, so that a wide tree can be looked at: whole levels from below, until so many are shown.
 * @param {TreeNode} root
 * @param {number} most
 */
export function closedAtFirst(root, most) {
  /** @type {Set<TreeNode>} */
  const closed = new Set();
  let [level, shown] = [[root], 1];
  while (level.length > 0) {
    const next = level.flatMap((node) => node.children);
    if (shown + next.length > most && level[0] !== root) {
      for (const node of level) if (node.children.length > 0) closed.add(node);
      return closed;
    }
    shown += next.length;
    level = next;
  }
  return closed;
}

/** The nodes of a row between two places. @param {Placed[]} row @param {number} from @param {number} to */
export function between(row, from, to) {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle].x < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < row.length && row[end].x <= to) end += 1;
  return row.slice(low, end);
}
