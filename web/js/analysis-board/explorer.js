/** Every move with its exact value, where a table or a solver knows it: wins in 12, draws, loses. */
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { number, plural, t } from "../i18n.js";
import { prefs } from "../prefs.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("../../types/api").ExploredMove} ExploredMove @typedef {import("../../types/api").Explored} Explored */

const PAUSE_MS = 250;
/** Rows that are shown; a position of the Amazons has a thousand moves. */
const MOST_ROWS = 60;

export class Explorer {
  #asked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {AbortController | null} */ #running = null;
  /** @type {Map<string, Explored>} */ #known = new Map();

  /** @param {BoardModel} model @param {import("./preview.js").Preview} preview */
  constructor(model, preview) {
    this.model = model;
    this.preview = preview;
    this.said = h("p", { class: "soft" });
    this.list = h("ul", { class: "explorer", role: "list" });
    this.toggle = h("input", {
      type: "checkbox",
      checked: prefs.get("explorer") !== false,
      onchange: () => {
        prefs.set("explorer", this.toggle.checked);
        this.#asked = "";
        this.update();
      },
    });
    this.body = h("div", { class: "explorer-body" }, this.said, this.list);
    this.element = h(
      "section",
      { class: "card board-card", "aria-label": t("board_analysis.explorer") },
      h("label", { class: "switch" }, this.toggle, h("span", null, t("board_analysis.explorer"))),
      this.body,
    );
  }

  update() {
    this.body.hidden = !this.toggle.checked;
    const key = JSON.stringify(this.model.line);
    if (!this.toggle.checked || key === this.#asked) return;
    this.#asked = key;
    clearTimeout(this.#timer);
    this.#running?.abort();
    const known = this.#known.get(key);
    if (known) return this.#show(known);
    fill(this.list);
    const over = Boolean(this.model.at.seen?.outcome);
    this.said.textContent = over ? "" : t("board_analysis.solving");
    if (!over) this.#timer = setTimeout(() => void this.#ask(key), PAUSE_MS);
  }

  /** @param {string} key */
  async #ask(key) {
    const controller = new AbortController();
    this.#running = controller;
    try {
      const found = await api.post("/api/analysis/explore", this.model.line, controller.signal);
      this.#known.set(key, found);
      if (key === this.#asked) this.#show(found);
    } catch (error) {
      if (key === this.#asked && !controller.signal.aborted)
        this.said.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {Explored} found */
  #show({ moves, complete }) {
    const solved = moves.filter(({ proof }) => proof !== null);
    const words = complete ? "" : t(solved.length > 0 ? "board_analysis.partly" : "board_analysis.unsolved");
    this.said.textContent = words;
    this.said.hidden = words === "";
    fill(this.list, ...solved.slice(0, MOST_ROWS).map((one) => this.#row(one)));
    if (solved.length > MOST_ROWS)
      this.list.append(h("li", { class: "soft" }, t("board_analysis.more_moves", { n: number(solved.length - MOST_ROWS) })));
  }

  /** @param {ExploredMove} move */
  #row({ text, pretty, proof }) {
    const turn = this.model.at.seen?.turn;
    const kind = !proof || proof.winner === null ? "draw" : proof.winner === turn ? "win" : "loss";
    const button = h(
      "button",
      {
        type: "button",
        class: "explorer-move",
        dataset: { value: kind, move: text },
        onclick: () => {
          this.preview.hide();
          void this.model.playLine([text]);
        },
        onpointerenter: () => void this.preview.show([text], button),
        onpointerleave: () => this.preview.hide(),
      },
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

  leave() {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }
}
