/**
 * Variations as a tree. The first child of a node is the main line from there, the others are its variations. In an address
 * a tree is written as PGN writes variations: `e2e4 e7e5 (c7c5 g1f3 {a comment}) g1f3`.
 */

/** @typedef {import("../../types/api").LineMove} LineMove @typedef {import("../../types/api").LinePosition} LinePosition */
/** @typedef {import("../../types/api").SearchState} Thought */

/**
 * @typedef {object} TreeNode
 * @property {LineMove | null} move that leads to it; none at the root
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {string} comment
 * @property {LinePosition | null} seen what the server says of its position
 * @property {Map<string, Thought>} thoughts the last result of every engine there
 */

/** @param {LineMove | null} move @param {TreeNode | null} parent @returns {TreeNode} */
export function newNode(move, parent) {
  return { move, parent, children: [], comment: "", seen: null, thoughts: new Map() };
}

/** The nodes from the root to a node. @param {TreeNode} node @returns {TreeNode[]} */
export function pathTo(node) {
  const path = [];
  for (let at = /** @type {TreeNode | null} */ (node); at; at = at.parent) path.unshift(at);
  return path;
}

/** The moves that lead to a node. @param {TreeNode} node @returns {string[]} */
export function movesTo(node) {
  return pathTo(node).flatMap(({ move }) => (move ? [move.text] : []));
}

/** The line through a node: the way to it, and its main line to the end. @param {TreeNode} node @returns {TreeNode[]} */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The child with a move; made where there is none. @param {TreeNode} node @param {LineMove} move @returns {TreeNode} */
export function childWith(node, move) {
  const known = node.children.find((child) => child.move?.text === move.text);
  if (known) return known;
  const child = newNode(move, node);
  node.children.push(child);
  return child;
}

/** Whether a node is on the main line. @param {TreeNode} node @returns {boolean} */
export function isMain(node) {
  return pathTo(node).every(({ parent }, index, path) => index === 0 || parent?.children[0] === path[index]);
}

/** Makes the variation that a node is in the main one where it begins. @param {TreeNode} node @returns {void} */
export function promote(node) {
  const branch = pathTo(node).findLast((one) => one.parent && one.parent.children[0] !== one);
  const siblings = branch?.parent?.children;
  if (!branch || !siblings) return;
  siblings.splice(siblings.indexOf(branch), 1);
  siblings.unshift(branch);
}

/** Takes a move away, with all that follows. @param {TreeNode} node @returns {TreeNode} where one is then */
export function remove(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** @param {TreeNode} root @returns {string} */
export function writeTree(root) {
  const after = (/** @type {TreeNode} */ node) => {
    const words = [node.move?.text ?? ""];
    if (node.comment) words.push(`{${node.comment.replaceAll(/[{}]/g, "")}}`);
    return words.join(" ");
  };
  /** @param {TreeNode} node @returns {string[]} */
  const from = (node) => {
    const parts = [];
    for (let at = /** @type {TreeNode | undefined} */ (node); at; at = at.children[0]) {
      const [main, ...others] = at.children;
      if (!main) break;
      parts.push(after(main));
      for (const other of others) parts.push(`(${[after(other), ...from(other)].join(" ")})`);
    }
    return parts;
  };
  const opening = root.comment ? [`{${root.comment.replaceAll(/[{}]/g, "")}}`] : [];
  return [...opening, ...from(root)].join(" ");
}

/** Reads a tree of bare moves; what they look like the server says later. @param {string} text @returns {TreeNode} */
export function readTree(text) {
  const root = newNode(null, null);
  let at = root;
  /** @type {TreeNode[]} */
  const open = [];
  for (const [token] of text.matchAll(/\{[^}]*\}|[()]|[^\s(){}]+/g)) {
    if (token.startsWith("{")) at.comment = token.slice(1, -1).trim();
    else if (token === "(") {
      open.push(at);
      at = at.parent ?? at;
    } else if (token === ")") at = open.pop() ?? at;
    else at = childWith(at, { text: token, pretty: token, taps: [] });
  }
  return root;
}

/** Where a node is, as the numbers of children on the way. @param {TreeNode} node @returns {string} */
export function writePath(node) {
  return pathTo(node)
    .slice(1)
    .map((one) => one.parent?.children.indexOf(one) ?? 0)
    .join(".");
}

/** @param {TreeNode} root @param {string} text @returns {TreeNode} */
export function readPath(root, text) {
  let at = root;
  for (const number of text.split(".").filter(Boolean)) at = at.children[Number(number)] ?? at;
  return at;
}

/** The ends of all lines. @param {TreeNode} node @returns {TreeNode[]} */
export function leaves(node) {
  return node.children.length === 0 ? [node] : node.children.flatMap(leaves);
}
