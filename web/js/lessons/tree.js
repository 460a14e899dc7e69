// The tree explorer inside a lesson: set-ups to choose from, one search or two side by side, and the film.

import { field, select } from "../controls.js";
import { fill, h } from "../dom.js";
import { t, text } from "../i18n.js";
import { Film } from "../explorer/film.js";
import { Pane } from "../explorer/pane.js";

/** @typedef {import("./types.js").TreeWish} TreeWish @typedef {import("./program.js").Program} Program @typedef {import("../../types/api").GameInfo} GameInfo */

/** @param {TreeWish} wish @param {Program} program @param {GameInfo} game */
export function treeWidget({ setups, last = false }, program, game) {
  const panes = [new Pane(game, ""), new Pane(game, "")];
  const film = new Film({
    onchange: ({ stepped }) => {
      const follows = stepped || film.playing;
      for (const pane of panes) pane.setTime(film.time, { stepped: stepped && pane === panes[0], follows });
    },
  });
  const trees = h("div", { class: "explore-panes" });
  let turn = 0;
  const load = async (/** @type {number} */ index) => {
    turn += 1;
    const [mine, { position, specs, players = [], name }] = [turn, setups[index] ?? setups[0]];
    const found = await Promise.all(specs.map((spec) => program.tree(game.id, position, spec, last)));
    if (mine !== turn) return;
    const shown = panes.slice(0, found.length);
    fill(trees, ...shown.map((pane) => pane.element));
    shown.forEach((pane, i) => {
      pane.rename(text(players[i] ?? name));
      pane.load(found[i]);
    });
    const longest = Math.max(...shown.map((pane) => pane.length));
    film.load(longest, longest);
  };
  const options = setups.map(({ name }, i) => ({ value: String(i), label: text(name) }));
  const choice = setups.length > 1 ? field(t("learn.setup"), select(options, "0", (value) => void load(Number(value)))) : null;
  return {
    element: h("div", { class: "lesson-tree explore" }, choice, film.element, trees),
    start: () => load(0),
    stop: () => {
      film.pause();
      for (const pane of panes) pane.stop();
    },
  };
}
