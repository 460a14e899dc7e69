// The drawing of a tree: only what is in view is drawn. Drag to pan, buttons and the wheel zoom, arrows walk.

import { s } from "../board/svg.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ACROSS, DOWN, between, closedAtFirst, layOut } from "./layout.js";
import { describe, isMax, movesTo, nodeName, percent, shortValue, windowText } from "./words.js";
import { isCutoff } from "./tree.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode @typedef {import("./tree.js").SearchTree} SearchTree @typedef {import("./layout.js").Placed} Placed */

const BOX = { width: 74, height: 44 };
const ZOOM = { least: 0.08, most: 1.6, step: 1.25 };
/** So many nodes are open at the beginning. */
const OPEN = { nodes: 240, simulations: 90 };
/** Below this, boxes have no words. */
const WORDS_FROM = 0.42;
/** Room above the root. */
const TOP = 34;

export class TreeView {
  /** @type {SearchTree | null} */ #tree = null;
  /** @type {TreeNode | null} */ #root = null;
  /** @type {import("./layout.js").Layout | null} */ #layout = null;
  /** @type {Map<TreeNode, Set<TreeNode>>} */ #closed = new Map();
  #time = 0;
  #zoom = 1;
  #x = 0;
  #y = 0;
  #waiting = false;
  /** What is drawn now: the view when it was drawn, with a margin. */
  #drawn = { left: 0, right: 0, top: 0, bottom: 0, zoom: 0 };
  /** The node that the keyboard is on. @type {TreeNode | null} */ focus = null;
  /** Whether the view goes where the search is. */
  follows = false;

  /** @param {{ label: string, id: string, onfocus: (node: TreeNode) => void }} how */
  constructor({ label, id, onfocus }) {
    this.id = id;
    this.onfocus = onfocus;
    this.ground = s("g", { role: "presentation" });
    this.svg = s("svg", { class: "explore-svg", role: "presentation" }, this.ground);
    this.element = h("div", { class: "explore-view", role: "tree", tabindex: "0", "aria-label": label });
    this.element.setAttribute("aria-orientation", "horizontal");
    this.element.append(this.svg);
    this.#listen();
    this.sizes = new ResizeObserver(() => this.draw(true));
    this.sizes.observe(this.element);
  }

  stop() {
    this.sizes.disconnect();
  }

  /** @param {SearchTree | null} tree @param {number} time */
  set(tree, time) {
    this.#tree = tree;
    this.#root = null;
    this.#closed.clear();
    this.focus = null;
    this.setTime(time);
    this.fit();
  }

  /** @param {number} time */
  setTime(time) {
    const tree = this.#tree;
    this.#time = time;
    const root = tree?.rootAt(time) ?? null;
    if (root !== this.#root) {
      this.#root = root;
      if (root && !this.#closed.has(root)) this.#closed.set(root, closedAtFirst(root, tree?.isTree ? OPEN.simulations : OPEN.nodes));
      this.focus = root;
      this.#lay();
      this.fit();
    }
    const at = tree?.nodeOf(time) ?? null;
    if (this.follows && at && this.#layout) {
      this.focus = this.#shownAbove(at);
      this.#bringIntoView(this.focus);
    }
    this.draw(true);
  }

  /** The node itself, or the closed one above it. @param {TreeNode} node */
  #shownAbove(node) {
    let at = node;
    while (at.parent && !this.#layout?.places.has(at)) at = at.parent;
    return at;
  }

  #lay() {
    const closed = this.#root && this.#closed.get(this.#root);
    this.#layout = this.#root && closed ? layOut(this.#root, closed) : null;
  }

  /** Shows the whole tree, as far as its words can be read, or else its root. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!this.#layout || width === 0) return;
    const wanted = Math.min(width / (this.#layout.width + 20), height / (this.#layout.height + BOX.height + 2 * TOP), 1.15);
    this.#zoom = Math.max(wanted, WORDS_FROM);
    const root = this.#root && this.#layout.places.get(this.#root);
    const isWhole = wanted >= WORDS_FROM;
    this.#x = (isWhole ? (this.#layout.width - ACROSS) / 2 : (root?.x ?? 0)) - width / this.#zoom / 2;
    this.#y = -TOP / this.#zoom;
    this.draw(true);
  }

  /** @param {number} factor @param {{ x: number, y: number }} [at] */
  zoomBy(factor, at = { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 }) {
    const before = this.#zoom;
    this.#zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, before * factor));
    this.#x += at.x / before - at.x / this.#zoom;
    this.#y += at.y / before - at.y / this.#zoom;
    this.draw();
  }

  zoomIn = () => this.zoomBy(ZOOM.step);
  zoomOut = () => this.zoomBy(1 / ZOOM.step);

  /** Opens or closes what is below a node. @param {TreeNode} node */
  toggle(node) {
    const closed = this.#root && this.#closed.get(this.#root);
    if (!closed || node.children.length === 0) return;
    if (!closed.delete(node)) closed.add(node);
    const before = this.#layout?.places.get(node)?.x ?? 0;
    this.#lay();
    // The node stays where it was on the screen.
    this.#x += (this.#layout?.places.get(node)?.x ?? 0) - before;
    this.draw(true);
  }

  /** Walks to a node. @param {TreeNode | null | undefined} node */
  walkTo(node) {
    if (!node) return;
    this.focus = node;
    this.#bringIntoView(node);
    this.draw(true);
    this.onfocus(node);
  }

  /** @param {TreeNode} node */
  #bringIntoView(node) {
    const placed = this.#layout?.places.get(node);
    if (!placed) return;
    const [width, height] = [this.element.clientWidth / this.#zoom, this.element.clientHeight / this.#zoom];
    const [margin, { y }] = [BOX.width, placed];
    if (placed.x - margin < this.#x || placed.x + margin > this.#x + width) this.#x = placed.x - width / 2;
    if (y - TOP < this.#y || y + BOX.height + margin > this.#y + height) this.#y = y - height / 2;
  }

  /** Draws at the next frame; `anew` even if the same part is in view. @param {boolean} [anew] */
  draw(anew = false) {
    if (anew) this.#drawn.zoom = 0;
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#drawNow();
    });
  }

  #drawNow() {
    const [width, height] = [this.element.clientWidth / this.#zoom, this.element.clientHeight / this.#zoom];
    this.ground.setAttribute("transform", `scale(${this.#zoom}) translate(${-this.#x} ${-this.#y})`);
    const drawn = this.#drawn;
    const inside = this.#x >= drawn.left && this.#x + width <= drawn.right;
    if (drawn.zoom === this.#zoom && inside && this.#y >= drawn.top && this.#y + height <= drawn.bottom) return;
    this.#drawn = {
      left: this.#x - width / 2,
      right: this.#x + width * 1.5,
      top: this.#y - height / 2,
      bottom: this.#y + height * 1.5,
      zoom: this.#zoom,
    };
    this.#drawNodes();
  }

  #drawNodes() {
    const [tree, layout] = [this.#tree, this.#layout];
    this.ground.replaceChildren();
    if (!tree || !layout) return;
    const { left, right, top, bottom } = this.#drawn;
    const [first, last] = [Math.max(0, Math.floor(top / DOWN)), Math.ceil(bottom / DOWN)];
    /** @type {SVGElement[][]} */
    const bundles = [[], [], []];
    const boxes = s("g", { role: "presentation" });
    for (const row of layout.rows.slice(first, last + 1)) {
      for (const placed of between(row ?? [], left - ACROSS, right + ACROSS)) {
        if (placed.node.enter > this.#time && placed.node.parent) continue;
        const above = placed.node.parent && layout.places.get(placed.node.parent);
        // What was not searched lies below what was, and the best way on top.
        if (above) bundles[placed.node.pruned ? 0 : this.#isBest(tree, placed.node) ? 2 : 1].push(this.#line(tree, placed, above));
        boxes.append(this.#box(tree, placed));
      }
    }
    this.ground.append(s("g", { role: "presentation" }, ...bundles.flat()), boxes);
    const id = this.focus && this.#idOf(this.focus);
    if (id && boxes.querySelector(`#${CSS.escape(id)}`)) this.element.setAttribute("aria-activedescendant", id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** @param {TreeNode} node */
  #idOf(node) {
    return `${this.id}-${node.key}`;
  }

  /** @param {SearchTree} tree @param {Placed} placed @param {Placed} above */
  #line(tree, placed, above) {
    const { node } = placed;
    const line = s("path", { class: `explore-line ${this.#states(tree, node)}`, d: way(above, placed) });
    if (tree.isTree && node.parent) {
      const share = tree.statsAt(node, this.#time).visits / Math.max(1, tree.statsAt(node.parent, this.#time).visits);
      line.setAttribute("stroke-width", String(1 + 9 * share));
    }
    return line;
  }

  /** The classes of a node at this time. @param {SearchTree} tree @param {TreeNode} node */
  #states(tree, node) {
    if (node.pruned) return "pruned";
    const names = [isMax(tree, node) ? "max" : "min"];
    if (!tree.isTree) names.push(node.leave <= this.#time ? "left" : "open");
    if (node.leave <= this.#time && isCutoff(node.reason)) names.push("cut");
    if (this.#isBest(tree, node)) names.push("best");
    return names.join(" ");
  }

  /** Whether the value of a node is that of the node above. @param {SearchTree} tree @param {TreeNode} node */
  #isBest(tree, node) {
    const { parent } = node;
    if (!parent || node.enter > this.#time) return false;
    if (tree.isTree) {
      const visits = (/** @type {TreeNode} */ other) => tree.statsAt(other, this.#time).visits;
      const most = parent.children.reduce((best, other) => (visits(other) > visits(best) ? other : best));
      return most === node && visits(node) > 0;
    }
    if (node.leave > this.#time || node.value === null) return false;
    const best = tree.valueAt(parent, this.#time);
    const equals = (/** @type {TreeNode} */ other) => !other.pruned && other.leave <= this.#time && other.value === best;
    return parent.children.findLast((other) => equals(other) && other.move === parent.children.find(equals)?.move) === node;
  }

  /** @param {SearchTree} tree @param {Placed} placed */
  #box(tree, { node, x, y }) {
    const closed = Boolean(this.#root && this.#closed.get(this.#root)?.has(node)) && node.children.length > 0;
    const box = s("g", {
      class: `explore-node ${this.#states(tree, node)}${node === this.focus ? " focus" : ""}`,
      transform: `translate(${x} ${y})`,
      "data-key": node.key,
      "data-parent": node.parent?.key,
      "data-way": movesTo(node).join(" "),
    });
    box.append(this.#item(tree, node, closed));
    // The item says all of it in full words.
    if (this.#zoom >= WORDS_FROM) box.append(s("g", { "aria-hidden": "true" }, ...this.#labels(tree, node, closed)));
    return box;
  }

  /** The frame of a node, which is the item of the tree. @param {SearchTree} tree @param {TreeNode} node @param {boolean} closed */
  #item(tree, node, closed) {
    const { width, height } = BOX;
    return s("rect", {
      id: this.#idOf(node),
      role: "treeitem",
      "aria-level": node.level + 1,
      "aria-selected": String(node === this.focus),
      "aria-label": describe(tree, node, this.#time),
      "aria-expanded": node.children.length > 0 ? String(!closed) : null,
      x: -width / 2,
      width,
      height,
      rx: node.pruned || isMax(tree, node) ? 4 : 22,
    });
  }

  /** @param {SearchTree} tree @param {TreeNode} node @param {boolean} closed */
  #labels(tree, node, closed) {
    const [name, value] = [shortened(nodeName(node)), this.#value(tree, node)];
    const labels = [
      s("text", { class: "name", y: value ? 18 : 27 }, name),
      s("text", { class: "value", y: 36 }, value),
    ];
    if (!tree.isTree && node.leave > this.#time && node.window) {
      labels.push(s("text", { class: "window", y: -7 }, windowText(tree, node)));
    }
    if (closed) labels.push(s("text", { class: "closed", y: BOX.height + 14 }, "⋯"));
    return labels;
  }

  /** @param {SearchTree} tree @param {TreeNode} node */
  #value(tree, node) {
    if (node.pruned) return "✕";
    if (!tree.isTree) return shortValue(tree, tree.valueAt(node, this.#time));
    const { visits, mean } = tree.statsAt(node, this.#time);
    return mean === null ? "" : `${visits} · ${percent(Math.round(mean * 100) / 100)}`;
  }

  #listen() {
    /** @type {{ x: number, y: number, moved: boolean } | null} */
    let held = null;
    this.element.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, y: event.clientY, moved: false };
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!held || event.buttons === 0) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.moved && Math.hypot(dx, dy) < 5) return;
      if (!held.moved) this.element.setPointerCapture(event.pointerId);
      this.#x -= dx / this.#zoom;
      this.#y -= dy / this.#zoom;
      held = { x: event.clientX, y: event.clientY, moved: true };
      this.draw();
    });
    this.element.addEventListener("click", (event) => {
      if (held?.moved) return;
      const node = this.#nodeAt(event);
      if (!node) return;
      if (node === this.focus) this.toggle(node);
      this.walkTo(node);
    });
    this.element.addEventListener("pointerover", (event) => {
      const node = this.#nodeAt(event);
      if (node && event.pointerType !== "touch" && event.buttons === 0) this.onfocus(node);
    });
    this.element.addEventListener("pointerleave", () => this.focus && this.onfocus(this.focus));
    this.element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const { left, top } = this.element.getBoundingClientRect();
        this.zoomBy(event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step, { x: event.clientX - left, y: event.clientY - top });
      },
      { passive: false },
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Event} event */
  #nodeAt(event) {
    const box = event.target instanceof Element ? event.target.closest(".explore-node") : null;
    return this.#tree?.node(box?.getAttribute("data-key") ?? "") ?? null;
  }

  /** The tree pattern of a horizontal tree: down opens or goes to the first child, up closes or goes to the parent. @param {KeyboardEvent} event */
  #key(event) {
    const node = this.focus;
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {
      ArrowDown: () => this.#goDown(node),
      ArrowUp: () => this.walkTo(node.parent),
      ArrowRight: () => this.walkTo(this.#beside(node, 1)),
      ArrowLeft: () => this.walkTo(this.#beside(node, -1)),
      Home: () => this.walkTo(this.#root),
      Enter: () => this.toggle(node),
      " ": () => this.toggle(node),
      "+": this.zoomIn,
      "-": this.zoomOut,
    };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    step();
  }

  /** @param {TreeNode} node */
  #goDown(node) {
    const there = node.children.filter((child) => child.enter <= this.#time);
    if (there.length === 0) return;
    if (!this.#layout?.places.has(there[0])) this.toggle(node);
    else this.walkTo(there[0]);
  }

  /** The next node of the same level that is there. @param {TreeNode} node @param {1 | -1} by */
  #beside(node, by) {
    const level = (this.#layout?.levels[node.level] ?? []).map((placed) => placed.node);
    const there = level.filter((other) => other === node || other.enter <= this.#time);
    return there[there.indexOf(node) + by];
  }
}

/** The line from a node to one below: curved, or along the side of a column. @param {Placed} above @param {Placed} below */
function way(above, below) {
  const y = above.y + BOX.height;
  if (below.stacked) {
    const side = below.x - BOX.width / 2;
    return `M${above.x} ${y}V${y + 16}H${side - 9}V${below.y + BOX.height / 2}H${side}`;
  }
  const middle = (y + below.y) / 2;
  return `M${above.x} ${y}C${above.x} ${middle} ${below.x} ${middle} ${below.x} ${below.y}`;
}

/** @param {string} name */
function shortened(name) {
  return name.length > 9 ? `${name.slice(0, 8)}…` : name;
}

/** The buttons of a view. @param {TreeView} view @param {(name: string, label: string, act: () => void) => HTMLElement} button */
export function zoomButtons(view, button) {
  return h(
    "div",
    { class: "explore-zoom" },
    button("plus", t("explore.zoom_in"), view.zoomIn),
    button("minus", t("explore.zoom_out"), view.zoomOut),
    button("maximize", t("explore.fit"), () => view.fit()),
  );
}
