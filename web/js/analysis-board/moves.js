/** The tree of moves: the main line, its variations behind the moves they replace, comments; and what can be done with a move. */
import { fill, freshId, h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { isMain, pathTo, writePath } from "./tree.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("./tree.js").TreeNode} TreeNode */

export class MoveTree {
  /** @param {BoardModel} model */
  constructor(model) {
    this.model = model;
    this.list = h("div", { class: "tree", role: "group", "aria-label": t("board_analysis.moves") });
    this.comment = h("input", { class: "input", type: "text", id: freshId("comment"), maxlength: "300" });
    this.comment.addEventListener("change", () => model.setComment(this.comment.value));
    this.promote = this.#button("chevron-up", t("board_analysis.promote"), () => model.promote());
    this.remove = this.#button("trash-2", t("board_analysis.remove"), () => model.remove());
    this.element = h(
      "section",
      { class: "card board-card", "aria-label": t("board_analysis.moves") },
      this.list,
      h("div", { class: "tree-actions" }, this.promote, this.remove),
      h("div", { class: "field" }, h("label", { for: this.comment.id }, t("board_analysis.comment")), this.comment),
    );
  }

  /** @param {string} picture @param {string} words @param {() => unknown} act */
  #button(picture, words, act) {
    return h("button", { type: "button", class: "button", onclick: () => void act() }, icon(picture), words);
  }

  update() {
    const { root, at } = this.model;
    const focused = this.list.contains(document.activeElement);
    if (root.children.length === 0) fill(this.list, h("p", { class: "soft" }, t("board_analysis.no_moves")));
    else fill(this.list, ...this.#comment(root), ...this.#line(root, true));
    this.promote.disabled = isMain(at);
    this.remove.disabled = at.parent === null;
    if (document.activeElement !== this.comment) this.comment.value = at.comment;
    const here = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    if (focused) here?.focus({ preventScroll: true });
    if (here && this.list.scrollHeight > this.list.clientHeight)
      this.list.scrollTop = here.offsetTop - this.list.clientHeight / 2;
  }

  /** The moves behind a node. @param {TreeNode} node @param {boolean} numbered whether the first one needs its number @returns {(Node | string)[]} */
  #line(node, numbered) {
    const parts = [];
    let first = numbered;
    for (let at = node; at.children[0]; at = at.children[0]) {
      const [main, ...others] = at.children;
      if (!main) break;
      parts.push(this.#move(main, first), ...this.#comment(main));
      first = others.length > 0 || main.comment !== "";
      for (const other of others) {
        const inside = [this.#move(other, true), ...this.#comment(other), ...this.#line(other, other.comment !== "")];
        parts.push(h("div", { class: "tree-variation", role: "group", "aria-label": t("board_analysis.variation") }, ...inside));
      }
    }
    return parts;
  }

  /** @param {TreeNode} node @returns {HTMLElement[]} */
  #comment({ comment }) {
    return comment ? [h("span", { class: "tree-comment" }, comment)] : [];
  }

  /** @param {TreeNode} node @param {boolean} numbered @returns {HTMLElement} */
  #move(node, numbered) {
    const ply = pathTo(node).length - 1;
    const before = ply % 2 === 1 ? `${(ply + 1) / 2}.` : numbered ? `${ply / 2}…` : "";
    const here = node === this.model.at;
    return h(
      "button",
      {
        type: "button",
        class: "tree-move",
        "aria-current": here ? "true" : null,
        dataset: { path: writePath(node) },
        onclick: () => void this.model.goTo(node),
      },
      before ? h("span", { class: "tree-number" }, before) : null,
      node.move?.pretty ?? "",
    );
  }
}
