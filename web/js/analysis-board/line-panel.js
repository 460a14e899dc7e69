/** A panel of the analysis board that asks the server about the line on the board, can be switched off, and shows its moves. */
import { h } from "../dom.js";
import { prefs } from "../prefs.js";

/** @typedef {import("./model.js").BoardModel} BoardModel @typedef {import("./preview.js").Preview} Preview */

/** How long a position has to stay on the board before the server is asked. */
const PAUSE_MS = 250;

/** @template Found */
export class LinePanel {
  #asked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {AbortController | null} */ #running = null;
  /** @type {Map<string, Found>} */ #known = new Map();

  /**
   * @param {BoardModel} model @param {Preview} preview
   * @param {{ name: "explorer" | "played", title: string, content: HTMLElement }} parts the name of the preference, and what stands above and below the message
   */
  constructor(model, preview, { name, title, content }) {
    this.model = model;
    this.preview = preview;
    this.said = h("p", { class: "soft" });
    this.toggle = h("input", {
      type: "checkbox",
      checked: prefs.get(name) !== false,
      onchange: () => {
        prefs.set(name, this.toggle.checked);
        this.#asked = "";
        this.update();
      },
    });
    this.body = h("div", { class: "explorer-body" }, this.said, content);
    this.element = h(
      "section",
      { class: "card board-card", "aria-label": title },
      h("label", { class: "switch" }, this.toggle, h("span", null, title)),
      this.body,
    );
  }

  /** Whether what was found for a position stays right. */
  get keeps() {
    return true;
  }

  /** Asks the server. @param {AbortSignal} _signal @returns {Promise<Found>} */
  ask(_signal) {
    throw new Error("a panel asks");
  }

  /** @param {Found} _found */
  show(_found) {}

  /** Nothing but words. @param {string} words */
  clear(words) {
    this.said.textContent = words;
    this.said.hidden = words === "";
  }

  /** What is shown while the server works: by default, what was there. */
  wait() {}

  update() {
    this.body.hidden = !this.toggle.checked;
    const key = JSON.stringify(this.model.line);
    if (!this.toggle.checked || key === this.#asked) return;
    this.#asked = key;
    this.leave();
    const known = this.#known.get(key);
    if (known !== undefined) return this.show(known);
    if (this.model.at.seen?.outcome) return this.clear("");
    this.wait();
    this.#timer = setTimeout(() => void this.#find(key), PAUSE_MS);
  }

  /** @param {string} key */
  async #find(key) {
    const controller = new AbortController();
    this.#running = controller;
    try {
      const found = await this.ask(controller.signal);
      if (this.keeps) this.#known.set(key, found);
      if (key === this.#asked) this.show(found);
    } catch (error) {
      if (key === this.#asked && !controller.signal.aborted) this.clear(/** @type {Error} */ (error).message);
    }
  }

  /** A button that plays a move, and shows it while the pointer is over it. @param {string} move @param {Record<string, unknown>} attributes @param {...(Node | string)} content */
  moveButton(move, attributes, ...content) {
    const button = h(
      "button",
      {
        type: "button",
        ...attributes,
        onclick: () => {
          this.preview.hide();
          void this.model.playLine([move]);
        },
        onpointerenter: () => void this.preview.show([move], button),
        onpointerleave: () => this.preview.hide(),
      },
      ...content,
    );
    return button;
  }

  leave() {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }
}
