/** What an embedded board shows: a game of this server, which may go on, or a position with moves. */
import { BoardModel } from "../analysis-board/model.js";
import { api, gameInfo } from "../api.js";
import { t, text } from "../i18n.js";
import { openLine } from "../live.js";
import { gameTitle, prettyMove, seatName } from "../names.js";
import { Model } from "../panels/model.js";
import { resultLine } from "../panels/moves.js";

/** @typedef {import("../board/types.js").Board} Board @typedef {import("../../types/api").GameInfo} GameInfo */

/**
 * @typedef {object} Source
 * @property {GameInfo} info
 * @property {import("../replay.js").Replay & EventTarget} replay says `change`
 * @property {() => {board: Board, before: Board | null, taps: string[], move: string}} shown the position that is looked at, and the move that led there
 * @property {string} title
 * @property {() => string} result
 * @property {() => string} address of the whole page that shows the same
 */

/** @param {string} id @returns {Promise<Source>} */
export async function gameSource(id) {
  const state = await api.get(`/api/games/${encodeURIComponent(id)}`);
  const model = new Model(await gameInfo(state.game), state);
  if (!model.finished) follow(model);
  await model.look(0).then(() => model.look(model.plies));
  const names = state.seats.map(seatName);
  return {
    info: model.info,
    replay: model,
    shown: () => {
      const move = model.state.moves[model.ply - 1];
      return {
        board: model.board(),
        before: model.knownBoard(model.ply - 1),
        taps: move?.taps ?? [],
        move: move ? prettyMove(model.info, move.pretty || move.text) : "",
      };
    },
    title: `${gameTitle(model.info)}: ${names.join(" – ")}`,
    result: () => resultLine(model),
    address: () => `/game/${id}?ply=${model.ply}`,
  };
}

/** A game that goes on is followed. @param {Model} model @returns {void} */
function follow(model) {
  const line = openLine(`/api/games/${encodeURIComponent(model.state.id)}/live`, {
    message: (/** @type {any} */ message) => {
      if (message.type !== "state") return;
      model.take(message.state);
      if (model.finished) line.close();
    },
    status: () => {},
  });
}

/** @param {string} game @param {{position: string | null, moves: string}} line @returns {Promise<Source>} */
export async function lineSource(game, { position, moves }) {
  const model = new BoardModel(await gameInfo(game));
  const at = moves.split(/\s+/).filter(Boolean).map(() => 0).join(".");
  await model.open({ position, tree: moves, at });
  return {
    info: model.info,
    replay: model,
    shown: () => {
      const { at: node } = model;
      return {
        board: node.seen?.board ?? model.info.start.board,
        before: node.parent?.seen?.board ?? null,
        taps: node.move?.taps ?? [],
        move: node.move ? prettyMove(model.info, node.move.pretty) : "",
      };
    },
    title: gameTitle(model.info),
    result: () => {
      const outcome = model.at.seen?.outcome;
      return outcome ? t("board_analysis.over", { reason: text(outcome.text) }) : "";
    },
    address: () => model.address,
  };
}
