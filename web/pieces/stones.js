/** Discs. The two sides differ by an inner figure as well as by colour. */

/** @type {Record<string, string>} */
export const STONES = {
  "disc-first": `<circle class="pb" cx="50" cy="50" r="41"/><circle class="pr" cx="50" cy="50" r="29"/>`,
  "disc-second": `<circle class="pb" cx="50" cy="50" r="41"/><path class="pr" d="M50 27 73 50 50 73 27 50z"/>`,
  /* What no drawing is known for: a plain man, with its letter written on it by the board. */
  man: `<circle class="pb" cx="50" cy="50" r="38"/>`,
};
