// What this browser remembers of the visitor's puzzles: a rating for each game, streaks, which were seen.

import { prefs } from "../prefs.js";

/**
 * @typedef {object} GameRecord
 * @property {number} rating
 * @property {number} tried Puzzles that counted.
 * @property {number} solved Of those without a mistake or help.
 * @property {number} streak Solved one after another, now.
 * @property {number} best The longest streak.
 * @property {number[]} seen Numbers of puzzles, the last one last.
 * @property {number} day The last day whose puzzle was solved, in days since 1970.
 * @property {number} days Days in a row with a solved puzzle.
 */

const FIRST_RATING = 1200;
const LOWEST = 400;
const HIGHEST = 2800;
/** How far one puzzle moves the rating: further while little is known of the visitor. */
const NEW_STEP = 64;
const STEP = 24;
const NEW = 12;

/** @type {GameRecord} */
const EMPTY = { rating: FIRST_RATING, tried: 0, solved: 0, streak: 0, best: 0, seen: [], day: -1, days: 0 };

/** @returns {Record<string, Partial<GameRecord>>} */
function all() {
  const stored = prefs.get("puzzles");
  return stored && typeof stored === "object" ? stored : {};
}

/** @param {string} game @returns {GameRecord} */
export function recordOf(game) {
  return { ...EMPTY, ...all()[game] };
}

/** @param {string} game @param {GameRecord} record */
function store(game, record) {
  prefs.set("puzzles", { ...all(), [game]: record });
}

/** The expected score of the Elo system. @param {number} mine @param {number} theirs */
export const expected = (mine, theirs) => 1 / (1 + 10 ** ((theirs - mine) / 400));

/**
 * Counts a puzzle, once: solved without a mistake or help, or not. Returns how the rating has changed.
 * @param {{ game: string, number: number, rating: number }} puzzle
 * @param {boolean} solved
 * @param {number | null} day the day whose puzzle it is
 */
export function count({ game, number, rating }, solved, day) {
  const record = recordOf(game);
  const step = record.tried < NEW ? NEW_STEP : STEP;
  const wanted = record.rating + step * (Number(solved) - expected(record.rating, rating));
  const next = Math.round(Math.min(HIGHEST, Math.max(LOWEST, wanted)));
  const streak = solved ? record.streak + 1 : 0;
  const daily = solved && day !== null && record.day !== day;
  store(game, {
    ...record,
    rating: next,
    tried: record.tried + 1,
    solved: record.solved + Number(solved),
    streak,
    best: Math.max(record.best, streak),
    seen: [...record.seen.filter((seen) => seen !== number), number],
    ...(daily ? { day: /** @type {number} */ (day), days: record.day === day - 1 ? record.days + 1 : 1 } : {}),
  });
  return next - record.rating;
}
