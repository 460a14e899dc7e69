// The pictures of the rules: positions in the notation of each game, and marks on them. The words are in en/ and es/.

/** @typedef {{ kind: string, place?: string, from?: string, to?: string }} Mark */
/** A picture; without a position it is the start of the game. @typedef {{ game?: string, position?: string, marks?: Mark[] }} Diagram */

/** Arrows from one place to others. @param {string} from @param {string} goals @returns {Mark[]} */
const arrows = (from, goals) => goals.split(" ").map((to) => ({ kind: "arrow", from, to }));
/** @param {string} places @returns {Mark[]} */
const rings = (places) => places.split(" ").map((place) => ({ kind: "hint-to", place }));
/** @param {string} places @returns {Mark[]} */
const captures = (places) => places.split(" ").map((place) => ({ kind: "capture", place }));

/** @type {Record<string, Record<string, Diagram>>} */
export default {
  chess: {
    start: {},
    pieces: {
      position: "4k3/8/8/8/1R1B4/8/8/K7 w - - 0 1",
      marks: [...arrows("b4", "b8 b1 a4"), ...arrows("d4", "a7 h8 g1 b2")],
    },
    knight: { position: "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", marks: arrows("d4", "b3 b5 c2 c6 e2 e6 f3 f5") },
    castling: {
      position: "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
      marks: [...arrows("e1", "g1"), ...arrows("e8", "c8")],
    },
    passing: { position: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", marks: [...arrows("e5", "d6"), ...captures("d5")] },
    promotion: { position: "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", marks: arrows("e7", "e8") },
    mate: { position: "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1" },
    stalemate: { position: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" },
  },
  othello: {
    start: { marks: rings("d3 c4 f5 e6") },
    before: { marks: [...rings("d3"), ...captures("d4")] },
    after: { position: "-------------------X-------XX------XO--------------------------- O" },
    corners: { marks: rings("a1 h1 a8 h8") },
  },
  connect4: {
    falls: { position: "4435", marks: rings("d3") },
    four: { position: "12233434484", marks: rings("a1 b2 c3 d4") },
  },
  amazons: {
    start: {},
    turn: { marks: [...arrows("d1", "d7"), ...arrows("d7", "g7")] },
    after: { position: "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b" },
    stuck: { game: "amazons:6x6", position: "1q2q1/q4q/6/6/******/QQ**QQ w" },
  },
  "mouse-cats": {
    start: {},
    moves: {
      position: "1c1c3c/8/5c2/8/3M4/8/8/8 m",
      marks: [...arrows("d4", "c3 e3 c5 e5"), ...arrows("f6", "e5 g5")],
    },
    mouse: { position: "8/4M3/1c1c1c1c/8/8/8/8/8 m", marks: arrows("e7", "d8 f8") },
    cats: { position: "8/8/8/8/1c5c/8/3c1c2/4M3 m" },
  },
  "hare-hounds": {
    start: {},
    center: { game: "hare-hounds:center" },
    dogs: { position: "DD-D----h-- d 0", marks: arrows("b1", "b2 c1 c2") },
    hare: { position: "DD-D----h-- h 0", marks: arrows("d2", "c2 d1 d3 e2") },
    caught: { position: "-------DDDh h 0" },
    free: { position: "--h-DDD---- h 0", marks: arrows("b2", "a2") },
  },
  "fox-geese": {
    start: {},
    goose: { position: "1F1/3/7/3g3/7/ggg/ggg g 0", marks: arrows("d4", "c4 e4 c5 d5 e5") },
    fox: { position: "3/3/7/3F3/7/ggg/ggg f 0", marks: arrows("d4", "c3 d3 e3 c4 e4 c5 d5 e5") },
    run: {
      position: "1F1/1g1/4g2/7/g5g/ggg/ggg f 0",
      marks: [...arrows("d7", "d5"), ...arrows("d5", "f5"), ...captures("d6 e5")],
    },
    caught: { position: "gFg/1g1/3g3/7/g5g/3/3 f 0" },
    thirteen: { game: "fox-geese:13" },
    seventeen: { game: "fox-geese:17" },
  },
};
