// The teacher's page: an hour in class, set-ups to open on the wall, a sheet of paper.

import { ordered, plain } from "../js/lessons/facts.js";

/** @typedef {import("../types/api").Text} Text */
/** `minutes` from and to. @typedef {{ minutes: string, text: Text, href?: string }} HourStep */
/** `picture` is a position of the game on the sheet, `lines` are to write on. @typedef {{ text: Text, picture?: string, lines: number }} SheetItem */

/** @param {string} game @param {string} position @param {string} a @param {string} b */
const explore = (game, position, a, b) => `/explore/${game}?${new URLSearchParams({ ...(position ? { position } : {}), a, b })}`;

/** The game on the sheet. */
export const GAME = "tic-tac-toe";
const THREAT = "1X1/1OO/XOX x";

/** @type {HourStep[]} */
export const HOUR = [
  {
    minutes: "0–10",
    text: {
      en: "On paper, in pairs: play tic-tac-toe. Who can lose on purpose? Who never loses? Collect: a position is worth what its best move is worth.",
      es: "En papel, por parejas: jugad al tres en raya. ¿Quién puede perder a propósito? ¿Quién no pierde nunca? Conclusión: una posición vale lo que vale su mejor jugada.",
    },
  },
  {
    minutes: "10–25",
    text: { en: "Lesson 1 on the wall. Step through the film together. Before each value flows up, the class says it.", es: "La lección 1 en la pizarra. Recorred juntos la película. Antes de que suba cada valor, lo dice la clase." },
    href: "/learn/minimax",
  },
  {
    minutes: "25–45",
    text: { en: "Lesson 2 at the computers, in pairs, to the end. Task 3 of the sheet while they do it.", es: "La lección 2 en los ordenadores, por parejas, hasta el final. Mientras tanto, la tarea 3 de la hoja." },
    href: "/learn/alpha-beta",
  },
  {
    minutes: "45–55",
    text: { en: "Everybody tells the neighbour, without the screen, why a branch was cut. Then task 4 of the sheet.", es: "Cada cual explica a su vecino, sin pantalla, por qué se cortó una rama. Después, la tarea 4 de la hoja." },
  },
  {
    minutes: "55–60",
    text: { en: "Look back: same value, fewer nodes. Homework: lesson 6 or 9.", es: "Repaso: el mismo valor, menos nodos. Para casa: la lección 6 o la 9." },
    href: "/learn",
  },
];

/** @type {{ text: Text, href: string }[]} */
export const SETUPS = [
  {
    text: { en: "Minimax beside alpha-beta: tic-tac-toe, noughts threaten", es: "Minimax junto a alfa-beta: tres en raya, amenazan los círculos" },
    href: explore(GAME, THREAT, "minimax:depth=3", plain(3)),
  },
  {
    text: { en: "Moves in any order beside good moves first: Connect-4, depth 4", es: "Jugadas en cualquier orden junto a las buenas primero: cuatro en raya, profundidad 4" },
    href: explore("connect4", "", plain(4), ordered(4)),
  },
  {
    text: { en: "Monte Carlo search with two constants: Othello, 300 simulations", es: "Monte Carlo con dos constantes: Othello, 300 simulaciones" },
    href: explore("othello", "", "mcts:sims=300,c=0.2,seed=1", "mcts:sims=300,c=1.4,seed=1"),
  },
  {
    text: { en: "A game to play against a machine: the Hare and the Dogs", es: "Una partida contra la máquina: la liebre y los perros" },
    href: "/new/hare-hounds",
  },
  {
    text: { en: "A board to try things on: Connect-4 with exact values", es: "Un tablero para probar: cuatro en raya con valores exactos" },
    href: "/analysis/connect4",
  },
];

/** @type {SheetItem[]} */
export const SHEET = [
  {
    text: {
      en: "Draw the tree of this position to its end. Write the result at every leaf.",
      es: "Dibuja el árbol de esta posición hasta el final. Escribe el resultado en cada hoja.",
    },
    picture: "XO1/1OX/X1O x",
    lines: 8,
  },
  { text: { en: "Carry the values up. What is the root worth? Which move is best?", es: "Lleva los valores hacia arriba. ¿Cuánto vale la raíz? ¿Cuál es la mejor jugada?" }, lines: 2 },
  {
    text: {
      en: "Now this one. Search the moves from the lowest rank up, and from left to right. Draw the tree. Which branches does alpha-beta cut? Strike them out.",
      es: "Ahora esta. Busca las jugadas desde la fila de abajo y de izquierda a derecha. Dibuja el árbol. ¿Qué ramas corta alfa-beta? Táchalas.",
    },
    picture: THREAT,
    lines: 6,
  },
  { text: { en: "Explain in two sentences why one of them was cut. Use the words **already** and **never**.", es: "Explica en dos frases por qué se cortó una de ellas. Usa las palabras **ya** y **nunca**." }, lines: 3 },
  { text: { en: "Five wins in six games: does that prove that a player is stronger? Why, or why not?", es: "Cinco victorias en seis partidas: ¿demuestra eso que un jugador es más fuerte? ¿Por qué?" }, lines: 3 },
];
