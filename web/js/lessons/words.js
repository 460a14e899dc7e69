// Texts of lessons with their facts filled in.

import { h, richText } from "../dom.js";
import { number, text } from "../i18n.js";

/** @typedef {import("./types.js").Facts} Facts @typedef {import("./types.js").Text} Text */

/** @param {Text} words @param {Facts} facts */
export function filled(words, facts) {
  return text(words).replace(/\{(\w+)\}/g, (whole, name) => {
    const fact = facts[name];
    if (typeof fact === "number") return number(fact);
    return fact === undefined ? whole : String(fact);
  });
}

/** @param {Text} words @param {Facts} facts */
export function paragraph(words, facts) {
  return h("p", null, richText(filled(words, facts)));
}
