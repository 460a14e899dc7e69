// What a lesson asks the program. Every answer is kept while the lesson is open, so that text, pictures and questions
// speak of the same one.

import { api } from "../api.js";
import { SearchTree } from "../explorer/tree.js";

/** @typedef {import("../../types/api").Trace} Trace @typedef {import("../../types/api").Explored} Explored */
/** @typedef {import("../../types/api").Evaluated} Evaluated @typedef {import("../../types/api").StateSpaceState} StateSpaceState */
/** @typedef {import("../../types/api").SampleMatchState} SampleMatchState @typedef {import("../../types/api").LinePosition} LinePosition */

/** Events of a search that is drawn, and of one that is only counted. */
const EVENTS = { drawn: 40000, counted: 100 };

export class Program {
  /** @type {Map<string, Promise<any>>} */ #known = new Map();

  /** @param {string} path @param {object} wish @returns {Promise<any>} */
  #ask(path, wish) {
    const key = `${path} ${JSON.stringify(wish)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const answer = api.post(path, wish);
    this.#known.set(key, answer);
    answer.catch(() => this.#known.delete(key));
    return answer;
  }

  /**
   * A search with all its nodes; of iterative deepening with `last` the last search alone.
   * @param {string} game
   * @param {string} position
   * @param {string} spec
   * @param {boolean} [last]
   */
  async tree(game, position, spec, last = false) {
    /** @type {Trace} */
    const trace = await this.#ask("/api/trace", { game, ...from(position), spec, events: EVENTS.drawn });
    return SearchTree.of(last ? lastSearch(trace) : trace);
  }

  /** A search by its result. @param {string} game @param {string} position @param {string} spec @returns {Promise<Trace>} */
  search(game, position, spec) {
    return this.#ask("/api/trace", { game, ...from(position), spec, events: EVENTS.counted });
  }

  /** The exact values of all moves. @param {string} game @param {string} position @returns {Promise<Explored>} */
  values(game, position) {
    return this.#ask("/api/analysis/explore", { game, ...from(position) });
  }

  /** @param {string} game @param {string} position @param {string[]} [moves] @param {string[]} [taps] @returns {Promise<LinePosition>} */
  position(game, position, moves = [], taps = []) {
    return this.#ask("/api/analysis/position", { game, ...from(position), moves, taps });
  }

  /** @param {string} game @param {string} position @param {string} evaluator @returns {Promise<Evaluated>} */
  evaluate(game, position, evaluator) {
    return this.#ask("/api/evaluate", { game, position, eval: evaluator });
  }

  /** @param {string} game @returns {Promise<StateSpaceState>} */
  states(game) {
    return this.#ask("/api/lessons/states", { game });
  }

  /** @param {string} game @param {[string, string]} players @param {number} games @param {number} seed @returns {Promise<SampleMatchState>} */
  match(game, players, games, seed) {
    return this.#ask("/api/lessons/match", { game, players, games, seed });
  }
}

/** @param {Trace} trace @returns {Trace} */
function lastSearch(trace) {
  const events = trace.events.slice(trace.events.findLastIndex((event) => event.event === "root"));
  const nodes = events.filter((event) => event.event === "enter").length;
  return { ...trace, events, nodes, recorded: nodes };
}

/** @param {string} position */
const from = (position) => (position ? { position } : {});
