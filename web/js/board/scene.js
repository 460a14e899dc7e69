/** The drawing of a board and its layers: ground, marks, pieces, cells. It gets what to show and keeps no state of the game. */
import { prefs } from "../prefs.js";
import { measure, restingPlace, touchedPlaces } from "./geometry.js";
import { Grid } from "./grid.js";
import { drawGround } from "./ground.js";
import { drawOverMarks, drawUnderMarks } from "./marks.js";
import { PiecesLayer } from "./pieces-layer.js";
import { s } from "./svg.js";
import { follow, mayEnd, nextTaps, preview } from "./taps.js";
import { placeName } from "./words.js";

/** @typedef {import("./types.js").Geometry} Geometry @typedef {import("./types.js").Shape} Shape @typedef {import("./types.js").Piece} Piece @typedef {import("./types.js").Text} Text */

/**
 * @typedef {object} View What is to be seen.
 * @property {import("./types.js").Board} board
 * @property {import("./types.js").TapTree | null} legal
 * @property {string[]} taps made so far
 * @property {boolean} sent whether they were a whole move that waits for its answer
 * @property {string[]} [premove] taps entered ahead of the turn
 * @property {string[]} lastMove @property {import("./types.js").Mark[]} marks
 * @property {Text[] | null} sides @property {import("./types.js").PieceInfo[]} kinds
 * @property {boolean} interactive @property {string} label
 */

export class Scene {
  svg = s("svg", { class: "qb-svg" });
  pieces = new PiecesLayer();
  grid = new Grid();
  /** @type {Geometry | null} */ geometry = null;
  #under = s("g", { class: "qb-under", "aria-hidden": "true" });
  #over = s("g", { class: "qb-over", "aria-hidden": "true" });

  constructor() {
    this.pieces.group.setAttribute("aria-hidden", "true");
  }

  /** @param {Shape} shape @param {{flipped: boolean, interactive: boolean, labelled?: boolean}} how a picture has letters and numbers only if `labelled` @returns {Geometry} */
  build(shape, { flipped, interactive, labelled = interactive }) {
    const geometry = measure(shape, flipped);
    this.geometry = geometry;
    const { left, top, width, height } = geometry;
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    const { back, front } = drawGround(geometry, labelled && prefs.get("coordinates") !== false);
    back.setAttribute("aria-hidden", "true");
    front.setAttribute("aria-hidden", "true");
    this.pieces.reset(geometry);
    this.grid.reset(geometry, interactive);
    const layers =
      shape.kind === "columns" ? [this.pieces.group, front, this.#under] : [this.#under, this.pieces.group, front];
    this.svg.replaceChildren(back, ...layers, this.#over, this.grid.group);
    return geometry;
  }

  /** @param {View} view @param {boolean} animate @returns {void} */
  draw(view, animate) {
    if (!this.geometry) return;
    const { geometry } = this;
    const { board, taps, sent, interactive } = view;
    const pieces = this.shownPieces(view);
    const lastMove = sent || taps.length > 1 ? taps : view.lastMove;
    const alerts = taps.length > 1 ? [] : board.alerts;
    const decisive = taps.length > 0 ? [] : (board.decisive ?? []);
    const marks = taps.length > 0 ? [] : view.marks;
    const node = sent || !interactive ? null : follow(view.legal, taps);
    const targets = this.#targets(nextTaps(node), pieces, taps.length > 0);
    const chosen = this.chosen(view);
    const premoved = (view.premove ?? []).map((tap) => restingPlace(geometry, tap, pieces)).filter((place) => place !== null);
    const ends = chosen !== null && taps.length > 1 && mayEnd(node) ? chosen : null;
    const last = touchedPlaces(geometry, lastMove, pieces);
    this.pieces.show(pieces, { animate, way: last, set: prefs.get("pieces") });
    this.#under.replaceChildren(...drawUnderMarks(geometry, { chosen, last, alerts, decisive, premoved, marks, pieces }));
    this.#over.replaceChildren(...drawOverMarks(geometry, { targets, ends, alerts, decisive, premoved, marks, pieces }));
    if (interactive) this.#describe(view, pieces, { targets, chosen, last, premoved });
    this.#name(view);
  }

  /** What one is: a grid to play on, or a picture. @param {View} view @returns {void} */
  #name({ interactive, label }) {
    this.svg.setAttribute("role", interactive ? "grid" : label ? "img" : "presentation");
    if (label) this.svg.setAttribute("aria-label", label);
    else this.svg.removeAttribute("aria-label");
  }

  /** Before the first tap only empty places are marked: pieces that may move would be all of them. @param {string[]} taps @param {(Piece | null)[]} pieces @param {boolean} begun @returns {number[]} */
  #targets(taps, pieces, begun) {
    const geometry = /** @type {Geometry} */ (this.geometry);
    const places = taps.map((tap) => restingPlace(geometry, tap, pieces)).filter((place) => place !== null);
    return begun ? places : places.filter((place) => !pieces[place]);
  }

  /** @param {View} view @param {(Piece | null)[]} pieces @param {{targets: number[], chosen: number | null, last: number[], premoved: number[]}} found @returns {void} */
  #describe({ board, legal, taps, sent, sides, kinds }, pieces, { targets, chosen, last, premoved }) {
    const places = this.geometry?.shape.places ?? [];
    const node = sent ? null : follow(legal, taps);
    this.grid.describe((place) => {
      const { name, tap } = places[place];
      const can = Boolean(node?.next?.[tap] || (!sent && legal?.next[tap]));
      const more = {
        sides,
        kinds,
        target: targets.includes(place),
        chosen: chosen === place,
        danger: board.alerts.includes(place),
        last: last.includes(place),
        premoved: premoved.includes(place),
        decisive: board.decisive?.find((one) => one.place === place)?.side ?? null,
      };
      return { name: placeName(name, pieces[place] ?? null, more), can, chosen: chosen === place };
    });
  }

  /** Where the piece stands that is being moved. @param {View} view @returns {number | null} */
  chosen(view) {
    if (view.sent || !this.geometry) return null;
    const { geometry } = this;
    const pieces = this.shownPieces(view);
    const places = view.taps.map((tap) => restingPlace(geometry, tap, pieces));
    const last = places.findLast((place) => place !== null) ?? null;
    return last !== null && pieces[last] ? last : null;
  }

  /** @param {View} view @returns {(Piece | null)[]} */
  shownPieces({ board, legal, taps }) {
    return preview(board.pieces, legal, taps);
  }
}
