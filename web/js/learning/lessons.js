// What a network has learned from, in the visitor's language. Networks describe themselves in English alone; what the
// record tells in figures can be said in any.

import { plural, t, tOr } from "../i18n.js";

/** @typedef {import("../../types/api").NetworkInfo} NetworkInfo */
/** @typedef {import("../../types/api").NetworkRecord} NetworkRecord */

/** Who played the games, and how many, as the command that had them played says. @param {string} command */
function gamesOf(command) {
  const player = /--player ([^\s:]+)/.exec(command)?.[1];
  const games = /--games (\d+)/.exec(command)?.[1];
  if (!player || !games) return null;
  const played = plural("learning.games", Number(games));
  if (player === "random") return t("learning.lessons.random", { games: played });
  return t("learning.lessons.played", { games: played, player: tOr(`player.${player}`, player) });
}

/** @param {NetworkRecord} record */
function lessonsOf({ command, losses, generations }) {
  if (generations.length > 0) return [plural("learning.lessons.self", generations.length)];
  return [gamesOf(command), losses.length > 0 ? plural("learning.lessons.epochs", losses.length) : null];
}

/** Empty where nothing was written down. @param {NetworkInfo} network */
export function lessons({ record }) {
  return record ? lessonsOf(record).filter(Boolean).join(", ") : "";
}
