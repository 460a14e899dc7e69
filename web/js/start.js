// Making a game and going to it.

import { api } from "./api.js";
import { prefs } from "./prefs.js";
import { navigate } from "./main.js";

/** @typedef {import("../types/api").NewGame} NewGame */
/** @typedef {import("../types/api").SeatRequest} SeatRequest */

/**
 * Makes the game and shows it.
 * @param {NewGame} wish
 */
export async function startGame(wish) {
  const state = await api.post("/api/games", wish);
  await navigate(`/game/${state.id}`);
}

/**
 * The visitor against a machine, without a clock: a game at one tap. The visitor has chosen a side, or leaves it to chance.
 * @param {string} game
 * @param {string} spec
 */
export function quickGame(game, spec) {
  const side = prefs.get("side");
  const second = side === "second" || (side === "random" && Math.random() < 0.5);
  /** @type {SeatRequest} */
  const machine = { kind: "machine", spec };
  return startGame({ game, seats: second ? [machine, me()] : [me(), machine], delay_ms: prefs.get("delay_ms") });
}

/** The visitor, by the chosen name. @returns {SeatRequest} */
export function me() {
  const name = prefs.get("name");
  return name ? { kind: "human", name } : { kind: "human" };
}
