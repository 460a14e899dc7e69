/**
 * Pieces as drawings. Every drawing is put into the document once, as a symbol; a board uses it by name.
 *
 * A game may bring drawings of its own, see own.js; a kind without any is shown as a plain man with its letter.
 */
import { ANIMALS } from "./animals.js";
import { CHESS } from "./chess.js";
import { OWN } from "./own.js";
import { STONES } from "./stones.js";

/** @typedef {{kind: string, side: "first" | "second" | null, letter: string, glyph: string}} Piece */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const SHIPPED = { ...CHESS, ...ANIMALS, ...STONES };

/** All drawings; those of games are known once the catalog is. @returns {Record<string, string>} */
const drawings = () => ({ ...SHIPPED, ...OWN });

/** The document's sheet of symbols, made when the first piece is drawn. @returns {void} */
function ensureSheet() {
  if (document.getElementById("quevedo-pieces")) return;
  const sheet = document.createElementNS(SVG, "svg");
  sheet.id = "quevedo-pieces";
  sheet.setAttribute("aria-hidden", "true");
  sheet.setAttribute("width", "0");
  sheet.setAttribute("height", "0");
  sheet.classList.add("piece-sheet");
  const symbol = (/** @type {[string, string]} */ [name, drawing]) =>
    `<symbol id="piece-${name}" viewBox="0 0 100 100">${drawing}</symbol>`;
  sheet.innerHTML = Object.entries(drawings()).map(symbol).join("");
  document.body.append(sheet);
}

/**
 * The colours of a piece: discs say by their glyph whether they are dark or light; on a standing board they are yellow and red.
 * @param {Piece} piece
 * @param {string} boardKind
 * @returns {string}
 */
export function tone(piece, boardKind) {
  if (piece.side === null) return "none";
  if (boardKind === "columns") return piece.side === "first" ? "yellow" : "red";
  if (piece.kind === "disc") return piece.glyph === "○" ? "light" : "dark";
  return piece.side === "first" ? "light" : "dark";
}

/** @param {Piece} piece @param {string} set @returns {string} */
function drawingName(piece, set) {
  if (piece.kind === "disc" && !("disc" in OWN)) return `disc-${piece.side ?? "first"}`;
  const plain = set === "letters" && piece.side !== null;
  return plain || !(piece.kind in drawings()) ? "man" : piece.kind;
}

/**
 * An SVG group of size 1 by 1, its middle at the origin.
 * @param {Piece} piece
 * @param {string} [boardKind]
 * @param {string} [set]
 * @returns {SVGGElement}
 */
export function drawPiece(piece, boardKind = "squares", set = "drawn") {
  ensureSheet();
  const group = document.createElementNS(SVG, "g");
  const name = drawingName(piece, set);
  group.setAttribute("class", `piece piece-${piece.kind} tone-${tone(piece, boardKind)}`);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#piece-${name}`);
  for (const [key, value] of Object.entries({ x: "-0.5", y: "-0.5", width: "1", height: "1" }))
    use.setAttribute(key, value);
  group.append(use);
  if (name === "man") group.append(letterOf(piece));
  return group;
}

/** @param {Piece} piece @returns {SVGTextElement} */
function letterOf(piece) {
  const letter = document.createElementNS(SVG, "text");
  letter.setAttribute("class", "piece-letter");
  letter.setAttribute("y", "0.16");
  letter.textContent = piece.letter.toUpperCase();
  return letter;
}

/** A piece alone, for lists and buttons. @param {Piece} piece @param {string} [boardKind] @returns {SVGSVGElement} */
export function pieceIcon(piece, boardKind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-0.5 -0.5 1 1");
  svg.setAttribute("class", "piece-icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(drawPiece(piece, boardKind));
  return svg;
}
