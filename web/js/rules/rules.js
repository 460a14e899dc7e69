// The rules of a game: its words in the language in use, and its pictures.

import { language } from "../i18n.js";
import diagrams from "./diagrams.js";

/** @typedef {[name: string, caption: string]} Caption */
/** A paragraph (with `code` and **strong**), a list, or pictures with their captions. */
/** @typedef {string | { list: string[] } | { diagrams: Caption[] }} Part */
/** @typedef {{ title: string, parts: Part[] }} Section */
/** @typedef {{ lead: string, sections: Section[] }} RulesText */

/**
 * @param {string} family
 * @returns {Promise<RulesText>}
 */
export async function rulesText(family) {
  return (await import(`./${language()}/${family}.js`)).default;
}

/**
 * @param {string} family
 * @param {string} name
 * @returns {import("./diagrams.js").Diagram | null}
 */
export function diagram(family, name) {
  return diagrams[family]?.[name] ?? null;
}
