// The live parts of lessons by their kind.

import { learnWidget } from "./learner.js";
import { matchWidget } from "./match.js";
import { boardWidget } from "./playground.js";
import { searchesWidget } from "./searches.js";
import { statesWidget } from "./states.js";
import { treeWidget } from "./tree.js";

/** @typedef {import("./types.js").Wish} Wish @typedef {import("./program.js").Program} Program @typedef {import("../../types/api").GameInfo} GameInfo */
/** `start` is called once it stands on the page. @typedef {{ element: HTMLElement, start: () => Promise<unknown>, stop: () => void }} Widget */

/** @param {Wish} wish @param {Program} program @param {(id: string) => GameInfo} gameOf @returns {Widget} */
export function drawWidget(wish, program, gameOf) {
  switch (wish.kind) {
    case "tree":
      return treeWidget(wish, program, gameOf(wish.game));
    case "searches":
      return searchesWidget(wish, program, gameOf(wish.game));
    case "board":
      return boardWidget(wish, program, gameOf(wish.game));
    case "states":
      return statesWidget(wish, program, gameOf(wish.game));
    case "learn":
      return learnWidget(wish, wish.games.map(gameOf));
    case "match":
      return matchWidget(wish, program, gameOf(wish.game));
  }
}
