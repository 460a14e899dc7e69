/** What a position says beside its pieces: who moves, rights, counters. Which there are, the server says after every edit. */
import { field, segments, select, switchBox } from "../controls.js";
import { fill, h } from "../dom.js";
import { t, text } from "../i18n.js";
import { sideIndex } from "../names.js";

/** @typedef {import("./model.js").EditorModel} EditorModel @typedef {import("../../types/api").FieldInfo} FieldInfo */

/** The value of a right that is not there. */
const NONE = "-";

export class Fields {
  #shape = "";

  /** @param {EditorModel} model */
  constructor(model) {
    this.model = model;
    this.element = h("div", { class: "editor-fields" });
    this.update();
  }

  /** Draws the controls anew where there are others, and leaves the focus where it was. @returns {void} */
  update() {
    const { turns, fields } = this.model.composed;
    const shape = JSON.stringify([turns, fields]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-control]"));
      const again = this.element.contains(focused) ? focused?.dataset.control : null;
      this.#draw(fields);
      if (again) this.#find(again)?.focus();
    }
    this.#showValues();
  }

  /** @param {FieldInfo[]} fields */
  #draw(fields) {
    const rights = fields.filter(({ values }) => values.kind !== "counter");
    const counters = fields.filter(({ values }) => values.kind === "counter");
    fill(
      this.element,
      this.#turn(),
      rights.length > 0 && h("div", { class: "editor-rights" }, ...rights.map((one) => this.#control(one))),
      counters.length > 0 && h("div", { class: "editor-counters" }, ...counters.map((one) => this.#control(one))),
    );
  }

  /** @param {string} name @returns {HTMLInputElement | HTMLSelectElement | null} */
  #find(name) {
    return this.element.querySelector(`[data-control="${name}"]`);
  }

  /** What somebody is typing stays. @returns {void} */
  #showValues() {
    const { setup, composed } = this.model;
    for (const side of ["first", "second"]) {
      const box = this.#find(`turn-${side}`);
      if (box instanceof HTMLInputElement) box.checked = setup.turn === side;
    }
    for (const { key, values } of composed.fields) {
      const box = this.#find(key);
      const value = setup.fields[key] ?? NONE;
      if (values.kind === "flag" && box instanceof HTMLInputElement) box.checked = value !== NONE;
      else if (box && box !== document.activeElement) box.value = value;
    }
  }

  #turn() {
    const { info, composed, setup } = this.model;
    const sides = /** @type {const} */ (["first", "second"]);
    const choice = segments({
      legend: t("editor.turn"),
      options: sides.map((side) => ({ value: side, label: text(info.sides[sideIndex(side)]) })),
      value: setup.turn,
      onchange: (side) => void this.model.setTurn(side === "first" ? "first" : "second"),
    });
    for (const input of choice.querySelectorAll("input")) {
      const side = input.value === "first" ? "first" : "second";
      input.dataset.control = `turn-${side}`;
      input.disabled = !composed.turns.includes(side);
    }
    if (composed.turns.length === 1) choice.append(h("p", { class: "hint" }, t("editor.turn_follows")));
    return choice;
  }

  /** @param {FieldInfo} info @returns {HTMLElement} */
  #control({ key, name, values }) {
    const value = this.model.setup.fields[key] ?? NONE;
    const set = (/** @type {string} */ next) => void this.model.setField(key, next);
    if (values.kind === "flag") {
      const box = switchBox(text(name), value !== NONE, (on) => set(on ? values.on : NONE));
      /** @type {HTMLElement} */ (box.querySelector("input")).dataset.control = key;
      return box;
    }
    if (values.kind === "choice") {
      const options = [NONE, ...values.values].map((one) => ({
        value: one,
        label: one === NONE ? t("editor.none") : one,
      }));
      const box = select(options, value, set);
      box.dataset.control = key;
      return field(text(name), box);
    }
    const box = h("input", {
      class: "input",
      type: "number",
      inputmode: "numeric",
      min: String(values.least),
      max: String(values.most),
      value,
      dataset: { control: key },
    });
    // What is no number in the range becomes the nearest that is.
    box.addEventListener("change", () => {
      const wanted = Math.round(Number(box.value)) || values.least;
      const next = String(Math.min(values.most, Math.max(values.least, wanted)));
      box.value = next;
      set(next);
    });
    return field(text(name), box);
  }
}
