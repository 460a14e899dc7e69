// Fields of the form for a new tournament.

import { field } from "../controls.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @typedef {object} NumberWish
 * @property {string} label
 * @property {number} least
 * @property {number} most
 * @property {number | "any"} [step]
 * @property {string | null} [hint]
 */
/** @typedef {{ changed: () => void, checked: (part: string, problem: string | null) => void }} Around */

/**
 * A number that stands in a draft under a name.
 * @param {any} draft
 * @param {string} name
 * @param {NumberWish} wish
 * @param {Around} around
 */
export function numberField(draft, name, { label, least, most, step = 1, hint = null }, around) {
  const input = h("input", {
    class: "input",
    type: "number",
    inputmode: step === "any" ? "decimal" : "numeric",
    min: least,
    max: most,
    step,
    value: String(draft[name]),
  });
  const setProblem = () => {
    const value = input.valueAsNumber;
    const right = value >= least && value <= most && (step === "any" || (value - least) % step === 0);
    if (right) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    around.checked(name, right ? null : t("tournament.bad_number", { label, least, most }));
  };
  input.addEventListener("input", () => {
    draft[name] = input.valueAsNumber;
    setProblem();
    around.changed();
  });
  setProblem();
  const made = field(label, input, hint);
  made.classList.add("number-field");
  return made;
}

/**
 * A part of the form under a heading.
 * @param {string} id
 * @param {string} title
 * @param {...(Node | null)} inside
 */
export function formSection(id, title, ...inside) {
  return h("section", { "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), ...inside);
}
