/** The marks of a review in the list of moves: a sign for the eye, a word for the ear. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { isBlamed, MARKS } from "./verdict.js";

/** @param {HTMLElement} list @param {import("./review.js").Review} review @returns {void} */
export function markMoves(list, review) {
  review.moves.forEach((move, at) => {
    const button = list.querySelector(`button[data-ply="${at + 1}"]`);
    if (!(button instanceof HTMLElement) || button.dataset.class === move.class) return;
    button.dataset.class = move.class;
    button.querySelector(".move-mark")?.remove();
    if (!isBlamed(move)) return;
    button.append(
      h(
        "span",
        { class: "move-mark" },
        h("span", { "aria-hidden": "true" }, MARKS[move.class]),
        h("span", { class: "sr-only" }, ` ${t(`review.class.${move.class}`)}`),
      ),
    );
  });
}
