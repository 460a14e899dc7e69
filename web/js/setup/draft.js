// A game as it is being set up, before it is made.

import { prefs } from "../prefs.js";

/** @typedef {import("../../types/api").NewGame} NewGame */
/** @typedef {import("../../types/api").SeatRequest} SeatRequest */
/** @typedef {import("../../types/api").PlayerInfo} PlayerInfo */

/**
 * @typedef {object} MachineDraft
 * @property {"level" | "algorithm" | "spec"} mode
 * @property {string} level a preset, or `exact`
 * @property {number} number the exact level
 * @property {string} algorithm
 * @property {Record<string, Record<string, string>>} settings by algorithm, then by key
 * @property {string} spec
 */
/** @typedef {{ kind: "human" | "machine" | "open", name: string, machine: MachineDraft }} SeatDraft */
/** @typedef {{ choice: string, minutes: number, increment: number }} ClockDraft `choice`: none, custom, or a preset */
/** @typedef {{ game: string, seats: [SeatDraft, SeatDraft], clock: ClockDraft, position: string }} Draft */

/** What is wrong, by part; an empty list may start. @typedef {Map<string, string>} Problems */

/** The clocks offered, as minutes a side and seconds a move. */
export const CLOCKS = ["1+0", "3+2", "5+3", "10+5", "15+10"];
export const CLOCK_LIMITS = { minutes: [0.1, 600], increment: [0, 600] };

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Something sensible to start an algorithm with; what is not said here the server knows. */
const FIRST_SETTINGS = { minimax: { depth: "3" }, alphabeta: { time: "1s" }, mcts: { time: "1s" } };

/** @returns {MachineDraft} */
export function newMachine() {
  return {
    mode: "level",
    level: prefs.get("level"),
    number: 5,
    algorithm: "alphabeta",
    settings: structuredClone(FIRST_SETTINGS),
    spec: "alphabeta:time=1s",
  };
}

/** @param {"human" | "machine"} kind @returns {SeatDraft} */
function newSeat(kind) {
  return { kind, name: kind === "human" ? prefs.get("name") : "", machine: newMachine() };
}

/** @param {string} family */
const prefName = (family) => `setup.${family}`;

/**
 * The choices made last time for this family of games, or the usual ones. A start position is not remembered.
 * @param {string} game
 * @param {string} family
 * @returns {Draft}
 */
export function loadDraft(game, family) {
  const usual = {
    game,
    seats: [newSeat("human"), newSeat("machine")],
    clock: { choice: "none", minutes: 10, increment: 5 },
    position: "",
  };
  const kept = prefs.get(prefName(family));
  if (!kept) return /** @type {Draft} */ (usual);
  const seats = usual.seats.map((seat, index) => ({
    ...seat,
    ...kept.seats?.[index],
    machine: { ...seat.machine, ...kept.seats?.[index]?.machine },
  }));
  return /** @type {Draft} */ ({ ...usual, seats, clock: { ...usual.clock, ...kept.clock } });
}

/**
 * @param {Draft} draft
 * @param {string} family
 */
export function saveDraft({ seats, clock }, family) {
  prefs.set(prefName(family), { seats, clock });
}

/**
 * The machine as a line of text.
 * @param {MachineDraft} machine
 * @returns {string}
 */
export function specOf(machine) {
  if (machine.mode === "spec") return machine.spec.trim();
  if (machine.mode === "level") return machine.level === "exact" ? `level=${machine.number}` : machine.level;
  const set = Object.entries(machine.settings[machine.algorithm] ?? {}).filter(([, value]) => value.trim());
  const pairs = set.map(([key, value]) => `${key}=${value.trim()}`);
  return pairs.length > 0 ? `${machine.algorithm}:${pairs.join(",")}` : machine.algorithm;
}

/**
 * A line of text as settings of an algorithm: `alphabeta:eval=NAME,time=1s`.
 * @param {string} spec
 * @returns {MachineDraft}
 */
function machineOf(spec) {
  const [algorithm = "", pairs = ""] = spec.split(/:(.*)/s);
  const settings = Object.fromEntries(
    pairs
      .split(",")
      .map((pair) => pair.split("="))
      .filter((pair) => pair.length === 2),
  );
  const usual = newMachine();
  return { ...usual, mode: "algorithm", algorithm, settings: { ...usual.settings, [algorithm]: settings }, spec };
}

/**
 * Gives a machine that was asked for a seat, across from a person.
 * @param {Draft} draft
 * @param {string | null} spec
 */
export function seatMachine({ seats }, spec) {
  if (!spec) return;
  const [first, second] = seats;
  const [seat, other] = first.kind === "machine" && second.kind !== "machine" ? [first, second] : [second, first];
  seat.kind = "machine";
  seat.machine = machineOf(spec);
  if (other.kind === "machine") other.kind = "human";
}

/** @param {SeatDraft} seat @returns {SeatRequest} */
function seatWish({ kind, name, machine }) {
  const named = name.trim() ? { name: name.trim() } : {};
  if (kind === "open") return { kind };
  return kind === "human" ? { kind, ...named } : { kind, spec: specOf(machine), ...named };
}

/** The clock in numbers; null for none. @param {ClockDraft} clock */
export function clockOf({ choice, minutes, increment }) {
  if (choice === "none") return null;
  const [base, extra] = choice === "custom" ? [minutes, increment] : choice.split("+").map(Number);
  return { base_ms: Math.round((base ?? 0) * MINUTE_MS), increment_ms: Math.round((extra ?? 0) * SECOND_MS) };
}

/** What is sent to the server. @param {Draft} draft @returns {NewGame} */
export function wishOf(draft) {
  const clock = clockOf(draft.clock);
  /** @type {NewGame} */
  const wish = {
    game: draft.game,
    seats: [seatWish(draft.seats[0]), seatWish(draft.seats[1])],
    delay_ms: prefs.get("delay_ms"),
  };
  if (clock) wish.clock = clock;
  if (draft.position.trim()) wish.position = draft.position.trim();
  return wish;
}
