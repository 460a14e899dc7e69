// A position that a lesson speaks of.

import { h } from "../dom.js";
import { t, text } from "../i18n.js";
import { thumbnail } from "../thumb.js";

/** @param {import("../../types/api").GameInfo} game @param {string} position @param {import("./program.js").Program} program */
export async function drawPicture(game, position, program) {
  const seen = await program.position(game.id, position);
  const label = t("learn.to_move", { side: text(game.sides[seen.turn === "first" ? 0 : 1]) });
  return h("figure", { class: "lesson-figure" }, thumbnail({ shape: game.shape, board: seen.board, label }), h("figcaption", { class: "small" }, label));
}
