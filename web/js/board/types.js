/**
 * The data of a board. No rule of a game is known here: a shape, the pieces on it, and the tree of taps of the legal moves.
 *
 * @typedef {"first" | "second"} Side
 * @typedef {{en: string, es: string}} Text
 * @typedef {{kind: string, side: Side | null, letter: string, glyph: string}} Piece
 * @typedef {{name: string, tap: string, column: number, row: number}} Place
 * @typedef {{kind: string, places: Place[], lines: number[][]}} Shape
 * @typedef {{pieces: (Piece | null)[], alerts: number[], decisive?: {place: number, side: Side}[]}} Board
 * @typedef {{change?: number[], end?: boolean, next?: {[tap: string]: TapNode}}} TapNode
 * @typedef {{pieces: Piece[], next: {[tap: string]: TapNode}}} TapTree
 * @typedef {{kind: string, name: Text, side: Side | null}} PieceInfo
 * @typedef {{x: number, y: number}} Point
 * @typedef {{kind: "hint-from" | "hint-to" | "capture" | "heat" | "arrow" | "circle" | "points", place?: string, from?: string, to?: string, value?: number, label?: string}} Mark
 *
 * @typedef {object} Geometry
 * @property {Shape} shape
 * @property {number} left @property {number} top @property {number} width @property {number} height Of the view box.
 * @property {Point[]} centres Of the places, in the drawing's units.
 * @property {number[][]} rows Indices of places row by row as seen, from the top, left to right.
 * @property {Map<string, number[]>} byTap Places that a tap means: one, or all of a column from the top.
 */
export {};
