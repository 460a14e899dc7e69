/** Every move with its exact value, where a table or a solver knows it: wins in 12, draws, loses. */
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { number, plural, t } from "../i18n.js";
import { LinePanel } from "./line-panel.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("../../types/api").ExploredMove} ExploredMove @typedef {import("../../types/api").Explored} Explored */

/** Rows that are shown; a position of the Amazons has a thousand moves. */
const MOST_ROWS = 60;

/** @extends {LinePanel<Explored>} */
export class Explorer extends LinePanel {
  /** @param {BoardModel} model @param {import("./preview.js").Preview} preview */
  constructor(model, preview) {
    const list = h("ul", { class: "explorer", role: "list" });
    super(model, preview, { name: "explorer", title: t("board_analysis.explorer"), content: list });
    this.list = list;
  }

  wait() {
    this.clear(t("board_analysis.solving"));
  }

  /** @param {AbortSignal} signal */
  ask(signal) {
    return api.post("/api/analysis/explore", this.model.line, signal);
  }

  /** @param {string} words */
  clear(words) {
    super.clear(words);
    fill(this.list);
  }

  /** @param {Explored} found */
  show({ moves, complete }) {
    const solved = moves.filter(({ proof }) => proof !== null);
    this.clear(complete ? "" : t(solved.length > 0 ? "board_analysis.partly" : "board_analysis.unsolved"));
    fill(this.list, ...solved.slice(0, MOST_ROWS).map((one) => this.#row(one)));
    if (solved.length > MOST_ROWS)
      this.list.append(h("li", { class: "soft" }, t("board_analysis.more_moves", { n: number(solved.length - MOST_ROWS) })));
  }

  /** @param {ExploredMove} move */
  #row({ text, pretty, proof }) {
    const turn = this.model.at.seen?.turn;
    const kind = !proof || proof.winner === null ? "draw" : proof.winner === turn ? "win" : "loss";
    const button = this.moveButton(
      text,
      { class: "explorer-move", dataset: { value: kind, move: text } },
      h("span", { class: "explorer-name" }, pretty),
      h("span", { class: "explorer-value" }, this.#value(kind, proof)),
    );
    return h("li", null, button);
  }

  /** @param {"win" | "draw" | "loss"} kind @param {ExploredMove["proof"]} proof */
  #value(kind, proof) {
    if (kind === "draw" || !proof) return t("board_analysis.draw");
    if (proof.margin !== null) return t(`board_analysis.${kind}_by`, { margin: number(proof.margin) });
    return proof.plies === null ? t(`board_analysis.${kind}`) : plural(`board_analysis.${kind}_in`, proof.plies);
  }
}
