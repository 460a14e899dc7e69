/** Boards and moves in words, for people who listen to them. */
import { t, text, tOr } from "../i18n.js";
import { restingPlace } from "./geometry.js";
import { between } from "./taps.js";

/** @typedef {import("./types.js").Piece} Piece @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Board} Board @typedef {import("./types.js").Text} Text */

/** Kinds that both sides have, so that the side must be said. */
const SHARED = new Set(["pawn", "knight", "bishop", "rook", "queen", "king", "amazon", "disc", "man"]);

/** @param {string} kind @returns {string} */
export const kindName = (kind) => tOr(`board.piece.${kind}`, kind);

/** "white knight", "fox", "arrow". @param {Piece} piece @param {Text[] | null} sides @returns {string} */
export function pieceName(piece, sides) {
  const kind = kindName(piece.kind);
  if (piece.side === null || !SHARED.has(piece.kind)) return kind;
  const side = sides ? text(sides[piece.side === "first" ? 0 : 1]) : t(`board.side.${piece.side}`);
  return t("board.piece_of_side", { piece: kind, side: side.toLowerCase() });
}

/**
 * The accessible name of a place.
 * @param {string} name
 * @param {Piece | null} piece
 * @param {{sides: Text[] | null, target: boolean, chosen: boolean, danger: boolean, last: boolean}} what
 * @returns {string}
 */
export function placeName(name, piece, { sides, target, chosen, danger, last }) {
  const parts = [name, piece ? pieceName(piece, sides) : t("board.empty")];
  if (danger) parts.push(t("board.danger"));
  if (chosen) parts.push(t("board.chosen"));
  else if (target) parts.push(t(piece ? "board.target_capture" : "board.target"));
  if (last) parts.push(t("board.last"));
  return parts.join(", ");
}

/**
 * A move as one says it: "Knight g1 to f3, check".
 * @param {Geometry} geometry
 * @param {Board} before
 * @param {Board} after
 * @param {string[]} taps
 * @param {Record<string, Text>} choices
 * @returns {string}
 */
export function moveInWords(geometry, before, after, taps, choices) {
  const places = taps.map((tap) => restingPlace(geometry, tap, before.pieces));
  const [from, ...rest] = places;
  if (from === null || from === undefined) return capital(text(choices[taps[0]]) || taps[0]);
  const piece = before.pieces[from];
  const parts = [piece ? walked(geometry, piece, taps, places) : placed(geometry, after, taps[0], from)];
  const takes = capturesIn(geometry, before, after, piece, [from, ...rest]);
  if (takes) parts.push(takes);
  const turned = before.pieces.filter(
    (piece, place) =>
      piece?.side &&
      after.pieces[place]?.side &&
      after.pieces[place]?.kind === piece.kind &&
      after.pieces[place]?.side !== piece.side,
  ).length;
  if (!piece && turned > 0) parts.push(t("board.say.turns", { count: turned }));
  const choice = taps.find((tap, index) => places[index] === null);
  if (choice) parts.push(text(choices[choice]) || choice);
  if (after.alerts.length > 0) parts.push(t("board.check"));
  return capital(parts.join(", "));
}

/** @param {Geometry} geometry @param {Piece} piece @param {string[]} taps @param {(number | null)[]} places @returns {string} */
function walked(geometry, piece, taps, places) {
  const names = places.flatMap((place) => (place === null ? [] : [geometry.shape.places[place].name]));
  if (piece.kind === "amazon" && names.length === 3) {
    return t("board.say.shoot", { piece: kindName(piece.kind), from: names[0], to: names[1], arrow: names[2] });
  }
  const to = names.slice(1).join(t("board.say.then"));
  return t("board.say.move", { piece: kindName(piece.kind), from: names[0], to });
}

/** @param {Geometry} geometry @param {Board} after @param {string} tap @param {number} place @returns {string} */
function placed({ shape }, after, tap, place) {
  const piece = kindName(after.pieces[place]?.kind ?? "disc");
  return shape.kind === "columns"
    ? t("board.say.drop", { piece, column: tap })
    : t("board.say.place", { piece, place: shape.places[place].name });
}

/** @param {Geometry} geometry @param {Board} before @param {Board} after @param {Piece | null} mover @param {(number | null)[]} way @returns {string | null} */
function capturesIn(geometry, before, after, mover, way) {
  const foes = (/** @type {Board} */ board) =>
    board.pieces.filter((piece) => piece?.side && piece.side !== mover?.side).length;
  const taken = foes(before) - foes(after);
  if (!mover || taken <= 0) return null;
  const target = way.findLast((place) => place !== null) ?? null;
  const jumped = way.length > 1 && way[0] !== null && way[1] !== null ? between(geometry, way[0], way[1]) : null;
  const victim = (target === null ? null : before.pieces[target]) ?? (jumped === null ? null : before.pieces[jumped]);
  if (taken > 1) return t("board.say.takes_many", { count: taken });
  return victim ? t("board.say.takes", { piece: kindName(victim.kind) }) : t("board.say.takes_one");
}

/** @param {string} words @returns {string} */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
