// The controls of set-up, history and settings: a label, a control, a hint, and what is wrong.

import { fill, freshId, h, richText } from "./dom.js";

/** @typedef {{ value: string, label: string | Node }} Option */

/**
 * A group of radio buttons drawn as a row of keys.
 * @param {{ legend: string, options: Option[], value: string, onchange: (value: string) => void, hint?: string, hidden?: boolean }} what
 * `hidden` hides the legend from sight only.
 * @returns {HTMLFieldSetElement}
 */
export function segments({ legend, options, value, onchange, hint, hidden = false }) {
  const name = freshId("choice");
  const keys = options.map((option) => {
    const input = h("input", {
      type: "radio",
      name,
      value: option.value,
      checked: option.value === value,
      onchange: () => onchange(option.value),
    });
    return h("label", { class: "segment" }, input, h("span", null, option.label));
  });
  return h(
    "fieldset",
    { class: "group" },
    h("legend", { class: hidden ? "sr-only" : null }, legend),
    h("div", { class: "segments" }, keys),
    hint ? h("p", { class: "hint" }, hint) : null,
  );
}

/**
 * A labelled control with an optional hint. The control gets the id that the label names.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string | Node | null} [hint]
 * @returns {HTMLDivElement}
 */
export function field(label, control, hint = null) {
  control.id ||= freshId("field");
  const note = hint ? h("p", { class: "hint", id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, note);
}

/**
 * @param {Option[]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @returns {HTMLSelectElement}
 */
export function select(options, value, onchange) {
  const box = h(
    "select",
    { class: "select" },
    options.map((option) => h("option", { value: option.value }, option.label)),
  );
  box.value = value;
  box.addEventListener("change", () => onchange(box.value));
  return box;
}

/**
 * A check box drawn as a switch.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 * @returns {HTMLLabelElement}
 */
export function switchBox(label, checked, onchange) {
  const input = h("input", { type: "checkbox", role: "switch", checked });
  input.addEventListener("change", () => onchange(input.checked));
  return h("label", { class: "switch" }, input, h("span", null, label));
}

/**
 * Marks a control as wrong, with the reason below it; an empty reason makes it right again.
 * @param {HTMLElement} control
 * @param {HTMLElement} place
 * @param {string} reason
 */
export function showProblemAt(control, place, reason) {
  place.id ||= freshId("problem");
  fill(place, h("span", null, richText(reason)));
  place.hidden = !reason;
  const ids = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== place.id);
  if (reason) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
  const described = reason ? [...ids, place.id] : ids;
  if (described.length > 0) control.setAttribute("aria-describedby", described.join(" "));
  else control.removeAttribute("aria-describedby");
}

/**
 * Calls back when nothing more has happened for a while.
 * @param {number} wait_ms
 * @param {() => void} callback
 */
export function debounce(wait_ms, callback) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(callback, wait_ms);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
