// Which questions this browser's visitor has answered.

import { prefs } from "../prefs.js";

/** The numbers of the answered questions of a lesson. @param {string} lesson @returns {number[]} */
export function answered(lesson) {
  return prefs.get("lessons")[lesson] ?? [];
}

/** @param {string} lesson @param {number} question */
export function remember(lesson, question) {
  const all = prefs.get("lessons");
  prefs.set("lessons", { ...all, [lesson]: [...new Set([...answered(lesson), question])] });
}
