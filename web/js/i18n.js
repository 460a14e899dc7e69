// The words of the page in English and Spanish. Only the language in use is loaded.

import { prefs } from "./prefs.js";

/** @typedef {"en" | "es"} Language */
/** @typedef {{ en: string, es: string }} Text */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "es"];

/** The languages by their own names. */
export const LANGUAGE_NAMES = { en: "English", es: "Español" };

/** @type {Map<Language, Record<string, string>>} */
const loaded = new Map();
/** @type {Set<(language: Language) => void>} */
const listeners = new Set();

/** The language of the browser, as far as we speak it. @returns {Language} */
function detect() {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

/** The language that the address of an embedded board names; null elsewhere. @returns {string | null} */
const named = () => document.documentElement.hasAttribute("data-embed") ? new URLSearchParams(location.search).get("language") : null;

/** @returns {Language} */
function wanted() {
  const chosen = named() ?? prefs.get("language");
  return LANGUAGES.includes(chosen) ? chosen : detect();
}

/** The parts of the words in use: the shell's, the game screen's, and those that screens have asked for. */
const parts = new Set(["", ".game"]);

/**
 * Loads the words of a language, as far as they are in use, and merges them.
 * @param {Language} language
 */
async function load(language) {
  const files = await Promise.all([...parts].map((part) => import(`./words/${language}${part}.js`)));
  loaded.set(language, Object.assign({}, loaded.get(language), ...files.map((file) => file.default)));
}

/** Loads the words of a screen that few visitors see: `words/LANGUAGE.PART.js`. @param {string} part */
export async function loadWords(part) {
  parts.add(`.${part}`);
  await load(current);
}

let current = wanted();
await load(current);
document.documentElement.lang = current;

/** The language in use. @returns {Language} */
export function language() {
  return current;
}

/**
 * Words by their key, `{name}` filled in from the parameters; an unknown key shows itself.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 */
export function t(key, params) {
  const words = loaded.get(current)?.[key] ?? key;
  return params ? words.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole)) : words;
}

/**
 * Words by their key, or others where there are none: for names that the server may add to.
 * @param {string} key
 * @param {string} fallback
 */
export function tOr(key, fallback) {
  return loaded.get(current)?.[key] ?? fallback;
}

/**
 * The words for a number: `key.one` for 1, `key.other` else, with `{n}` filled in.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [params]
 */
export function plural(key, n, params) {
  return t(`${key}.${n === 1 ? "one" : "other"}`, { ...params, n: number(n) });
}

/**
 * A text of the server in the language in use.
 * @param {Text | null | undefined} both
 */
export function text(both) {
  return both ? both[current] : "";
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(current).format(value);
}

/** A large number in few letters: 5.73M. @param {number} value */
export function shortNumber(value) {
  return new Intl.NumberFormat(current, { notation: "compact", maximumSignificantDigits: 3 }).format(value);
}

/** Brings the page to the language that is chosen now. */
async function apply() {
  const next = wanted();
  if (next === current) return;
  await load(next);
  current = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener(next);
}

prefs.on("language", apply);

/**
 * Chooses a language; `auto` follows the browser.
 * @param {Language | "auto"} choice
 */
export async function setLanguage(choice) {
  prefs.set("language", choice);
  await apply();
}

/**
 * Calls back after every change of language. Returns what ends it.
 * @param {(language: Language) => void} callback
 * @returns {() => void}
 */
export function onLanguage(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}
