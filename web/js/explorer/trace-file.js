// A trace file of `quevedo trace`, opened in the page. A worker reads it; the server says what its position looks like.

import { api, gameInfo } from "../api.js";
import { number, t } from "../i18n.js";
import { SearchTree } from "./tree.js";

/** @typedef {import("../../types/api").GameInfo} GameInfo @typedef {import("../../types/api").Piece} Piece @typedef {import("../../types/api").PositionPreview} PositionPreview */
/** @typedef {import("./columns.js").Columns} Columns */
/** @typedef {{ game: string, player: string, position: string, turn: import("../../types/api").Side, win?: number, proved?: number }} Head */
/** @typedef {{ nodes: number, recorded: number, cuts: number, value?: number | null, move?: string, depth?: number }} Result */

/** Scores of files that do not say it. */
const USUAL = { win: 32000, proved: 31000 };

/**
 * @param {File} file
 * @param {(share: number) => void} onprogress
 * @param {AbortSignal} signal
 * @returns {Promise<{ game: GameInfo, tree: SearchTree }>}
 */
export async function openTrace(file, onprogress, signal) {
  const { head, result, columns } = await readColumns(file, onprogress, signal);
  const game = await gameInfo(head.game);
  /** @type {PositionPreview} */
  const preview = await api.post("/api/position", { game: head.game, position: head.position });
  const pieces = await lettersOf(game, preview);
  const events = columns.events;
  const nodes = result?.nodes ?? events.entered[events.entered.length - 1];
  const about = {
    spec: head.player,
    position: head.position,
    turn: head.turn,
    board: preview.board,
    pieces,
    move: result?.move ?? "",
    value: result?.value ?? null,
    depth: result?.depth ?? 0,
    nodes,
    recorded: result?.recorded ?? nodes,
    cuts: result?.cuts ?? events.cut[events.cut.length - 1],
    stopped: false,
    proved: head.proved ?? USUAL.proved,
    win: head.win ?? USUAL.win,
  };
  return { game, tree: new SearchTree(about, columns) };
}

/**
 * @param {File} file
 * @param {(share: number) => void} onprogress
 * @param {AbortSignal} signal
 * @returns {Promise<{ head: Head, result: Result | null, columns: Columns }>}
 */
function readColumns(file, onprogress, signal) {
  const worker = new Worker(new URL("./trace-worker.js", import.meta.url), { type: "module" });
  signal.addEventListener("abort", () => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.addEventListener("error", () => reject(new Error(t("explore.file.line", { line: "?" }))));
    worker.addEventListener("message", ({ data }) => {
      if (data.read !== undefined) return onprogress(data.read / file.size);
      worker.terminate();
      if (data.found) resolve(data.found);
      else reject(new Error(t(`explore.file.${data.refused}`, { line: number(data.line) })));
    });
    worker.postMessage(file);
  });
}

/** The pieces that a trace may name by their letters: those of the board editor, and those on the board. @param {GameInfo} game @param {PositionPreview} preview @returns {Promise<Piece[]>} */
async function lettersOf(game, preview) {
  const onBoard = [...preview.board.pieces, ...game.start.board.pieces].filter((piece) => piece !== null);
  const palette = await api.post("/api/editor", { game: game.id }).then(
    (state) => state.palette.map((/** @type {{ piece: Piece }} */ entry) => entry.piece),
    () => [],
  );
  return [...new Map([...palette, ...onBoard].map((piece) => [piece.letter, piece])).values()];
}
