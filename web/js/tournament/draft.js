// A tournament as it is being set up, before it is made.

import { prefs } from "../prefs.js";
import { newMachine, specOf } from "../setup/draft.js";

/** @typedef {import("../../types/api").NewTournament} NewTournament */
/** @typedef {import("../../types/api").EntrantRequest} EntrantRequest */
/** @typedef {import("../setup/draft.js").MachineDraft} MachineDraft */
/** @typedef {"round-robin" | "gauntlet" | "swiss"} Format */

/**
 * @typedef {object} TournamentDraft
 * @property {string} name
 * @property {string} game
 * @property {Format} format
 * @property {number} challengers
 * @property {number} rounds
 * @property {MachineDraft[]} players
 * @property {number} games a pairing
 * @property {"random" | "shipped"} openings
 * @property {number} plies
 * @property {{ choice: string, seconds: number, increment: number }} clock `choice`: none, custom, or a preset
 * @property {number} seed
 * @property {{ resign: boolean, draw: boolean, proved: boolean }} adjudication
 */

/** What the server allows; it says so itself, this is to say so sooner. */
export const LIMITS = { players: 12, games: 500, plies: 30, seconds: [0.1, 600], increment: [0, 30] };
/** Seconds a side + seconds a move. */
export const CLOCKS = ["5+0.05", "10+0.1", "60+0.6"];
const PREF = "tournament";

/** @param {string} level @returns {MachineDraft} */
export function newPlayer(level) {
  return { ...newMachine(), level };
}

/** The choices made last time, or the usual ones. @param {string} game @returns {TournamentDraft} */
export function loadDraft(game) {
  /** @type {TournamentDraft} */
  const usual = {
    name: "",
    game,
    format: "round-robin",
    challengers: 1,
    rounds: 3,
    players: [newPlayer("easy"), newPlayer("medium")],
    games: 2,
    openings: "random",
    plies: 4,
    clock: { choice: "none", seconds: 10, increment: 0.1 },
    seed: 1,
    adjudication: { resign: false, draw: false, proved: true },
  };
  const kept = prefs.get(PREF);
  if (!kept) return usual;
  const players = (kept.players ?? usual.players).map((/** @type {object} */ one) => ({ ...newMachine(), ...one }));
  return { ...usual, ...kept, players, name: "" };
}

/** @param {TournamentDraft} draft */
export function saveDraft(draft) {
  prefs.set(PREF, draft);
}

/** How many games that makes. @param {TournamentDraft} draft */
export function countGames({ format, players, games, challengers, rounds }) {
  const n = players.length;
  const pairings = {
    "round-robin": (n * (n - 1)) / 2,
    gauntlet: challengers * (n - challengers),
    swiss: rounds * Math.floor(n / 2),
  };
  return pairings[format] * games;
}

/** The most rounds a Swiss tournament of so many players can have. @param {number} players */
export function mostRounds(players) {
  return players - 1 + (players % 2);
}

/** A number distinguishes players of the same kind. @param {MachineDraft[]} players @returns {EntrantRequest[]} */
function entrants(players) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return players.map((player) => {
    const spec = specOf(player);
    const count = (seen.get(spec) ?? 0) + 1;
    seen.set(spec, count);
    return count > 1 ? { spec, name: `${spec} (${count})` } : { spec };
  });
}

/** @param {TournamentDraft["clock"]} clock */
function clockWish({ choice, seconds, increment }) {
  if (choice === "none") return null;
  const [base, extra] = choice === "custom" ? [seconds, increment] : choice.split("+").map(Number);
  return { base_ms: Math.round((base ?? 0) * 1000), increment_ms: Math.round((extra ?? 0) * 1000) };
}

/** What is sent to the server. @param {TournamentDraft} draft @returns {NewTournament} */
export function wishOf(draft) {
  const clock = clockWish(draft.clock);
  return {
    game: draft.game,
    format: draft.format,
    players: entrants(draft.players),
    games: draft.games,
    openings: draft.openings === "shipped" ? { kind: "shipped" } : { kind: "random", plies: draft.plies },
    seed: draft.seed,
    adjudication: draft.adjudication,
    ...(draft.name.trim() ? { name: draft.name.trim() } : {}),
    ...(draft.format === "gauntlet" ? { challengers: draft.challengers } : {}),
    ...(draft.format === "swiss" ? { rounds: draft.rounds } : {}),
    ...(clock ? { clock } : {}),
  };
}
