// How games, players and results are called.

import { language, plural, t, tOr, text } from "./i18n.js";

/** @typedef {import("../types/api").GameInfo} GameInfo */
/** @typedef {import("../types/api").Side} Side */
/** @typedef {{ kind: string, name: string | null, spec: string | null, mine?: boolean }} Seat */

/** The place of a side in lists of two. @param {Side} side */
export function sideIndex(side) {
  return side === "first" ? 0 : 1;
}

/** A game with its variant, as in "Connect-4, 7 columns by 6 rows". @param {GameInfo} game */
export function gameTitle(game) {
  return game.variant ? `${text(game.name)}, ${text(game.variant)}` : text(game.name);
}

/** Words as they stand alone, with a capital. @param {string} words */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A machine in few words: its level or the name of its algorithm. @param {string} spec */
export function machineName(spec) {
  const level = /^level=(\d+)/.exec(spec);
  if (level) return t("level.number", { n: level[1] ?? "" });
  const name = spec.split(/[:=\s]/)[0] ?? spec;
  return tOr(`level.${name}`, tOr(`player.${name}`, name));
}

/** Who sits there. A machine that was given no name is called by its spec. @param {Seat} seat */
export function seatName(seat) {
  if (seat.kind === "open") return t("seat.open");
  const own = seat.name && seat.name !== seat.spec ? seat.name : "";
  if (seat.kind === "machine") return own || t("seat.machine_named", { name: machineName(seat.spec ?? "") });
  return seat.name || t(seat.mine ? "seat.you" : "seat.guest");
}

/**
 * Words about a side, as in "Dogs win": an English verb follows the number of the name.
 * @param {string} key with `.many` for names in the plural
 * @param {GameInfo} game
 * @param {Side} side
 * @param {Record<string, string | number>} [params]
 * @param {number} [n] for words that count something
 */
export function sideWords(key, game, side, params = {}, n) {
  const index = sideIndex(side);
  const all = { ...params, side: text(game.sides[index]) };
  const name = game.plural_sides[index] ? `${key}.many` : key;
  return n === undefined ? t(name, all) : plural(name, n, all);
}

/** A move as people of the visitor's language write it: a Spanish knight is C. @param {GameInfo} game @param {string} move */
export function prettyMove(game, move) {
  const other = language();
  if (other === "en") return move;
  const letter = (/** @type {string} */ found) =>
    game.pieces.find((piece) => piece.initial.en === found)?.initial[other] || found;
  return move.replace(/[A-Z]/g, letter);
}
