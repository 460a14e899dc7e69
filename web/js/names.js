// How games, players and results are called.

import { t, tOr, text } from "./i18n.js";

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
