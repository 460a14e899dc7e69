// What a network has learned from, in the visitor's language. Networks describe themselves in English alone; what the
// record tells in figures can be said in any.

import { plural, t, tOr } from "../i18n.js";

/** @typedef {import("../../types/api").NetworkInfo} NetworkInfo */
/** @typedef {import("../../types/api").NetworkRecord} NetworkRecord */

/** Who played the games, and how many. @param {NetworkRecord} record */
function gamesOf({ player, games }) {
  if (player === null || games === null) return null;
  const played = plural("learning.games", games);
  const [name] = player.split(":");
  if (name === "random") return t("learning.lessons.random", { games: played });
  return t("learning.lessons.played", { games: played, player: tOr(`player.${name}`, name) });
}

/** @param {NetworkRecord} record */
function lessonsOf(record) {
  const { losses, generations } = record;
  if (generations.length > 0) return [plural("learning.lessons.self", generations.length)];
  return [gamesOf(record), losses.length > 0 ? plural("learning.lessons.epochs", losses.length) : null];
}

/** Empty where nothing was written down. @param {NetworkInfo} network */
export function lessons({ record }) {
  return record ? lessonsOf(record).filter(Boolean).join(", ") : "";
}
