// The button below a form: it waits until every part is right, says what stands in the way, and starts.

import { announce } from "../announce.js";
import { fill, h, icon, richText } from "../dom.js";
import { t } from "../i18n.js";

export class StartButton {
  /** What stands in the way, by part. @type {Map<string, string>} */ #problems = new Map();
  #starting = false;

  /**
   * @param {string} label
   * @param {() => Promise<void>} start refused by an error that says why
   */
  constructor(label, start) {
    this.start = start;
    this.button = h("button", { class: "button primary large", type: "submit" }, icon("play"), h("span", null, label));
    this.blocked = h("p", { class: "blocked soft small", id: "blocked" });
    this.refused = h("p", { class: "problem", role: "alert" });
  }

  /**
   * A form that starts by this button.
   * @param {import("../dom.js").Child[]} parts
   * @param {import("../dom.js").Child[]} beside what stands above the button
   * @param {import("../dom.js").Child} [total] a line close to the button
   */
  form(parts, beside, total = null) {
    const start = h("div", { class: "setup-start" }, this.refused, total, this.button, this.blocked);
    return h(
      "form",
      { class: "setup-form", novalidate: true, onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h("div", { class: "setup-parts" }, parts),
      h("div", { class: "setup-side" }, beside, start),
    );
  }

  /** Whether every part is right. */
  get ready() {
    return this.#problems.size === 0;
  }

  /**
   * A part being checked (`""`) is not right yet, but no reason to complain.
   * @param {string} part
   * @param {string | null} problem
   */
  setProblem(part, problem) {
    if (problem === null) this.#problems.delete(part);
    else this.#problems.set(part, problem);
    this.#show();
  }

  #show() {
    this.button.disabled = this.#starting || !this.ready;
    const wrong = [...this.#problems.values()].find(Boolean);
    fill(this.blocked, wrong ? richText(this.#blockedBy(wrong)) : null);
    if (wrong) this.button.setAttribute("aria-describedby", this.blocked.id);
    else this.button.removeAttribute("aria-describedby");
  }

  /** What is said where it is wrong is not said again, only that it is. @param {string} wrong */
  #blockedBy(wrong) {
    const words = h("p", null, richText(wrong)).textContent;
    const shown = [...(this.button.form?.querySelectorAll(".problem") ?? [])].some((one) => one.textContent === words);
    return shown ? t("setup.blocked_above") : t("setup.blocked", { problem: wrong });
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    if (this.button.disabled) return;
    this.#starting = true;
    this.#show();
    this.refused.textContent = "";
    announce(t("setup.starting"));
    try {
      await this.start();
    } catch (error) {
      this.refused.textContent = /** @type {Error} */ (error).message;
      this.#starting = false;
      this.#show();
    }
  }
}
