/** Boards and moves in words, for people who listen to them. */
import { t, text } from "../i18n.js";
import { restingPlace } from "./geometry.js";

/** @typedef {import("./types.js").Piece} Piece @typedef {import("./types.js").PieceInfo} PieceInfo @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Board} Board @typedef {import("./types.js").Text} Text */

/** @param {string} kind @param {PieceInfo[]} kinds @returns {string} */
const kindName = (kind, kinds) => text(kinds.find((known) => known.kind === kind)?.name) || kind;

/** A piece with its side, where both sides have the kind. @param {Piece} piece @param {PieceInfo[]} kinds @param {Text[] | null} sides @returns {string} */
export function pieceName(piece, kinds, sides) {
  const name = kindName(piece.kind, kinds);
  if (piece.side === null || kinds.find((known) => known.kind === piece.kind)?.side) return name;
  const side = sides ? text(sides[piece.side === "first" ? 0 : 1]) : t(`board.side.${piece.side}`);
  return t("board.piece_of_side", { piece: name, side: side.toLowerCase() });
}

/**
 * The accessible name of a place.
 * @param {string} name
 * @param {Piece | null} piece
 * @param {{sides: Text[] | null, kinds: PieceInfo[], target: boolean, chosen: boolean, danger: boolean, last: boolean, premoved: boolean, decisive: import("./types.js").Side | null}} what
 * @returns {string}
 */
export function placeName(name, piece, { sides, kinds, target, chosen, danger, last, premoved, decisive }) {
  const parts = [name, piece ? pieceName(piece, kinds, sides) : t("board.empty")];
  if (danger) parts.push(t("board.danger"));
  if (chosen) parts.push(t("board.chosen"));
  else if (target) parts.push(t(piece ? "board.target_capture" : "board.target"));
  if (premoved) parts.push(t("board.premoved"));
  if (last) parts.push(t("board.last"));
  if (decisive !== null && piece) parts.push(t("board.decisive"));
  else if (decisive !== null)
    parts.push(t("board.territory", { side: text(sides?.[decisive === "first" ? 0 : 1]) || t(`board.side.${decisive}`) }));
  return parts.join(", ");
}

/**
 * A move as one says it: what goes where, what it takes, what it becomes.
 * @param {Geometry} geometry
 * @param {Board} before
 * @param {Board} after
 * @param {string[]} taps
 * @param {{choices: Record<string, Text>, pieces: PieceInfo[]}} game
 * @returns {string}
 */
export function moveInWords(geometry, before, after, taps, { choices, pieces: kinds }) {
  const places = taps.map((tap) => restingPlace(geometry, tap, before.pieces));
  const [from] = places;
  if (from === null || from === undefined) return capital(text(choices[taps[0]]) || taps[0]);
  const mover = before.pieces[from];
  const way = places.filter((place) => place !== null);
  const parts = mover
    ? [...walked(geometry, mover, after, way, kinds), ...taken(before, after, mover, kinds)]
    : [placed(geometry, after, taps[0], from, kinds), ...turned(before, after)];
  const choice = taps.find((tap, index) => places[index] === null);
  if (choice) parts.push(text(choices[choice]) || choice);
  if (after.alerts.length > 0) parts.push(t("board.check"));
  return capital(parts.join(", "));
}

/** The way of a piece, and what it leaves on places beyond its own. @param {Geometry} geometry @param {Piece} mover @param {Board} after @param {number[]} way @param {PieceInfo[]} kinds @returns {string[]} */
function walked({ shape }, mover, after, way, kinds) {
  const name = (/** @type {number} */ place) => shape.places[place].name;
  const own = way.findLastIndex((place) => after.pieces[place]?.side === mover.side);
  const [steps, left] = own > 0 ? [way.slice(0, own + 1), way.slice(own + 1)] : [way, []];
  const to = steps.slice(1).map(name).join(t("board.say.then"));
  const drops = left.flatMap((place) => {
    const piece = after.pieces[place];
    return piece ? [t("board.say.place", { piece: kindName(piece.kind, kinds), place: name(place) })] : [];
  });
  return [t("board.say.move", { piece: kindName(mover.kind, kinds), from: name(way[0]), to }), ...drops];
}

/** @param {Geometry} geometry @param {Board} after @param {string} tap @param {number} place @param {PieceInfo[]} kinds @returns {string} */
function placed({ shape }, after, tap, place, kinds) {
  const piece = kindName(after.pieces[place]?.kind ?? kinds[0]?.kind ?? "", kinds);
  return shape.kind === "columns"
    ? t("board.say.drop", { piece, column: tap })
    : t("board.say.place", { piece, place: shape.places[place].name });
}

/** Pieces that changed sides. @param {Board} before @param {Board} after @returns {string[]} */
function turned(before, after) {
  const count = before.pieces.filter((piece, place) => {
    const now = after.pieces[place];
    return piece?.side && now?.side && now.kind === piece.kind && now.side !== piece.side;
  }).length;
  return count > 0 ? [t("board.say.turns", { count })] : [];
}

/** The places where a piece of the other side is gone. @param {(Piece | null)[]} before @param {(Piece | null)[]} after @param {Piece} mover @returns {number[]} */
export function capturedPlaces(before, after, mover) {
  return before.flatMap((piece, place) =>
    piece?.side && piece.side !== mover.side && after[place]?.side !== piece.side ? [place] : [],
  );
}

/** @param {Board} before @param {Board} after @param {Piece} mover @param {PieceInfo[]} kinds @returns {string[]} */
function taken(before, after, mover, kinds) {
  const places = capturedPlaces(before.pieces, after.pieces, mover);
  if (places.length === 0) return [];
  if (places.length > 1) return [t("board.say.takes_many", { count: places.length })];
  return [t("board.say.takes", { piece: kindName(before.pieces[places[0]]?.kind ?? "", kinds) })];
}

/** @param {string} words @returns {string} */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
