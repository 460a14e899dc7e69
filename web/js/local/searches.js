// Searches, each in a worker of its own. As many run at once as the processor has cores; moves of games need not wait.

import { controlled } from "./offline.js";
import { Program } from "./program.js";

/** @typedef {import("./end.js").Search} Search @typedef {import("./end.js").Reply} Reply */
/** @typedef {{ program: Program, search: Search | null, lastKey: string, stopped: () => void }} Place */

const MOST = Math.max(2, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

export class SearchWorkers {
  /** @type {Place[]} */
  #places = [];
  /** @type {{ search: Search, begin: (place: Place) => void, stopped: () => void }[]} */
  #queue = [];
  /** Workers that begin before the service worker is there would fetch past it. */
  #isReady = false;

  constructor() {
    void controlled.then(() => {
      this.#isReady = true;
      this.#next();
    });
  }

  /**
   * Runs a search; one with the same key ends.
   * @param {Search} search
   * @param {(event: any) => void} take what it finds before its end
   * @returns {Promise<Reply | "stopped">}
   */
  run(search, take) {
    this.stop(search.key);
    return new Promise((resolve, reject) => {
      const stopped = () => resolve("stopped");
      const begin = (/** @type {Place} */ place) => {
        Object.assign(place, { search, lastKey: search.key, stopped });
        place.program
          .call({ type: "search", ...search }, (event) => place.search === search && take(event))
          .then(
            (effects) => {
              this.#free(place, search);
              resolve(effects.reply);
            },
            (error) => {
              // A program that has failed is not used again.
              this.#drop(place);
              reject(error);
            },
          );
      };
      this.#queue.push({ search, begin, stopped });
      this.#next();
    });
  }

  /** @param {string} key */
  stop(key) {
    for (const waiting of this.#queue.filter(({ search }) => search.key === key)) waiting.stopped();
    this.#queue = this.#queue.filter(({ search }) => search.key !== key);
    for (const place of this.#places.filter(({ search }) => search?.key === key)) {
      const { stopped } = place;
      this.#drop(place);
      stopped();
    }
    this.#next();
  }

  /** @param {Place} place @param {Search} search */
  #free(place, search) {
    if (place.search === search) place.search = null;
    this.#next();
  }

  /** @param {Place} place */
  #drop(place) {
    place.program.end();
    this.#places = this.#places.filter((other) => other !== place);
    this.#next();
  }

  #next() {
    const isMove = (/** @type {{search: Search}} */ { search }) => search.key.startsWith("move ");
    this.#queue.sort((a, b) => Number(isMove(b)) - Number(isMove(a)));
    while (this.#isReady && this.#queue.length > 0) {
      const place = this.#idle(this.#queue[0].search.key, isMove(this.#queue[0]));
      if (!place) return;
      this.#queue.shift()?.begin(place);
    }
  }

  /** A worker that does nothing, at best the one that knows the game. @param {string} key @param {boolean} isMove @returns {Place | null} */
  #idle(key, isMove) {
    const idle = this.#places.filter(({ search }) => !search);
    const known = idle.find(({ lastKey }) => lastKey === key);
    // A worker that played a move keeps its tables for the next one.
    const other = idle.find(({ lastKey }) => !lastKey.startsWith("move ")) ?? (this.#places.length >= MOST ? idle[0] : undefined);
    const found = known ?? other;
    if (found) return found;
    if (this.#places.length >= MOST + Number(isMove)) return null;
    const place = { program: new Program(), search: null, lastKey: "", stopped: () => {} };
    this.#places.push(place);
    return place;
  }
}
