/**
 * The chess set and the amazons, own drawings on a square of 100 by 100, feet at 89.
 *
 * Classes: `pb` body (filled, with an edge), `pl` inner line, `pd` inner dot, `pa` accent. The colours are custom properties of
 * the piece that uses the drawing, so that one drawing serves both sides.
 */

const FOOT = "M24 75h52l2 5v9H22v-9z";

/** @type {Record<string, string>} */
export const CHESS = {
  pawn: `<path class="pb" d="M50 19a14 14 0 0 1 8.6 25c2.4 1 4.4 2.6 4.4 5h-5c.6 11.5 5 18.5 11.6 24.5 2.8 2.6 4.4 5.2
    4.4 9v6.500H26v-6.500c0-3.8 1.6-6.4 4.4-9C37 67.5 41.4 60.5 42 49h-5c0-2.4 2-4 4.4-5A14 14 0 0 1 50 19z"/>
    <path class="pl" d="M29 79.500h42"/>`,
  knight: `<path class="pb" d="M30 89c-1-17 14-24 17-38-5 5-9 5-14 9-3 2.5-4 6-8 6-5 0-8.5-4-8.5-8.5 0-3 2-5 4-8 4-6 4-11 7-17
    1.6-3.3 4-5.5 7-7.5-1-4-.5-8 .5-12 4 1.5 7 4 9.5 7.500C66 21 79 36 79.5 60c.2 11-1.5 19-2 29z"/>
    <path class="pl" d="M52 27c11 5 18.5 17 18.5 34 0 6-.5 12-1 18M33 79.500h38"/>
    <circle class="pd" cx="37" cy="35.5" r="3.4"/><circle class="pd" cx="23.5" cy="57" r="2.2"/>`,
  bishop: `<path class="pb" d="M50 11a6 6 0 0 1 4.5 10C63 28 69 36 69 45.500c0 6.5-3.6 11.5-9 15l1 4.500h4v7h-3.500c1.5 3 5 4.5 10 6
    3.5 1 5.5 2.5 5.5 6v5H23v-5c0-3.5 2-5 5.5-6 5-1.5 8.5-3 10-6H35v-7h4l1-4.500c-5.4-3.5-9-8.5-9-15C31 36 37 28 45.5 21A6 6 0 0 1 50 11z"/>
    <path class="pl" d="M57 31 47 43M41 60.500h18M39 71h22"/>`,
  rook: `<path class="pb" d="M25 19h11v8h8.500v-8h11v8H64v-8h11v20l-8 7v22l7 7h3v14H23V75h3l7-7V46l-8-7z"/>
    <path class="pl" d="M34 46h32M34 68h32M26 80h48"/>`,
  queen: `<path class="pb" d="M24 76 16 37l15 14 2.5-27L45 47l5-29 5 29 11.5-23L69 51l15-14-8 39z"/>
    <g class="pb"><circle cx="15" cy="34" r="5.5"/><circle cx="33" cy="21" r="5.5"/><circle cx="50" cy="16" r="6"/>
    <circle cx="67" cy="21" r="5.5"/><circle cx="85" cy="34" r="5.5"/></g>
    <path class="pb" d="${FOOT}"/><path class="pl" d="M28 66c14-4 30-4 44 0"/>`,
  king: `<path class="pb" d="M45.5 8h9v7.500H62v8.500h-7.500v9h-9v-9H38v-8.500h7.500z"/>
    <path class="pb" d="M50 40c3-8.5 9.5-13 17-13 10 0 17 7 17 16.500C84 57 74 62 73 76H27C26 62 16 57 16 43.5 16 34 23 27 33 27c7.5 0 14 4.5 17 13z"/>
    <path class="pb" d="${FOOT}"/><path class="pl" d="M50 41v25M30 67c13-4 27-4 40 0"/>`,
  amazon: `<path class="po" d="M69 15c21 14 27 48 3 71"/><path class="pi" d="M69 15c21 14 27 48 3 71"/>
    <path class="ps" d="M69 15 72 86"/>
    <path class="pb" d="M42 37c13 0 20 7.5 23 20l6 32H15l5-27c2.5-15 9-25 22-25z"/>
    <path class="pb" d="M28 29c-1-5-2-9-1-15l8 5 7-9 7 9 8-5c1 6 0 10-1 15a14 14 0 1 1-28 0z"/>
    <path class="pl" d="M29 27c9-3 17-3 26 0M26 78h36M42 58h35"/><path class="pd" d="m88 58-13-6v12z"/>`,
  arrow: `<rect class="burnt" x="7" y="7" width="86" height="86" rx="12"/>
    <path class="shaft" d="M30 70 63 37"/><path class="head" d="m75 25-7 23-16-16z"/><path class="shaft" d="M24 63l13 13M32 55l13 13"/>`,
};
