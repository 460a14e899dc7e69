// Lesson 1: state spaces and minimax, on tic-tac-toe with three empty squares.

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "tic-tac-toe";
/** Crosses to move: one move wins, one draws, one loses. */
const THREE = "XO1/1OX/X1O x";
/** Two moves earlier. */
const FIVE = "1O1/1OX/X2 x";

/** What a move leads to, for crosses. @param {Record<string, number>} values @param {string} move */
const result = (values, move) => (values[move] === undefined ? "" : values[move] > 0 ? "win" : values[move] < 0 ? "loss" : "draw");

/** @type {Lesson} */
export default {
  id: "minimax",
  title: { en: "State spaces and minimax", es: "Espacios de estados y minimax" },
  goal: {
    en: "After this lesson you can say what a position is worth, and how a machine finds it out.",
    es: "Después de esta lección sabrás decir cuánto vale una posición y cómo lo averigua una máquina.",
  },
  facts: async (program) => {
    const [space, tree, larger] = await Promise.all([
      program.states(GAME),
      program.tree(GAME, THREE, "minimax:depth=3"),
      program.search(GAME, FIVE, "minimax:depth=5"),
    ]);
    const values = Object.fromEntries((tree.roots[0]?.children ?? []).map((child) => [child.move, child.value ?? 0]));
    const lost = Object.keys(values).find((move) => result(values, move) === "loss") ?? "";
    return { positions: space.positions, ended: space.ended, nodes: tree.trace.nodes, larger: larger.nodes, best: tree.trace.move, lost, values };
  },
  picture: { game: GAME, position: THREE },
  idea: [
    {
      en: "A game is a set of positions. A move leads from one position to the next. All the positions that can come about are the **state space**. Tic-tac-toe has {positions} of them. In {ended} the game is over. The program has just counted them.",
      es: "Un juego es un conjunto de posiciones. Una jugada lleva de una posición a la siguiente. Todas las posiciones posibles forman el **espacio de estados**. El tres en raya tiene {positions}. En {ended} la partida ha terminado. El programa las acaba de contar.",
    },
    {
      en: "Draw every move from a position as a branch. Do the same at the end of each branch. That is a **tree**. At its leaves the game is over, and anybody can see who has won.",
      es: "Dibuja cada jugada de una posición como una rama. Haz lo mismo al final de cada rama. Eso es un **árbol**. En sus hojas la partida ha terminado, y cualquiera ve quién ha ganado.",
    },
    {
      en: "**Minimax** carries the results up. Where crosses move, it takes the greatest value: crosses choose what is best for them. Where noughts move, it takes the least. So a position is worth what its best move is worth.",
      es: "**Minimax** lleva los resultados hacia arriba. Donde juegan las cruces toma el valor mayor: las cruces eligen lo mejor para ellas. Donde juegan los círculos toma el menor. Así, una posición vale lo que vale su mejor jugada.",
    },
  ],
  look: {
    text: {
      en: "Crosses are to move and three squares are empty. Go to the beginning of the film, then step through it. A node gets its value when all branches below it have theirs. `W1` means won after 1 ply (one move of one side), `L2` lost after 2. All values are for crosses.",
      es: "Juegan las cruces y hay tres casillas vacías. Ve al principio de la película y avanza paso a paso. Un nodo recibe su valor cuando lo tienen todas las ramas de debajo. `G1` significa ganado en 1 media jugada (una jugada de un bando), `P2` perdido en 2. Todos los valores son para las cruces.",
    },
    wish: {
      kind: "tree",
      game: GAME,
      setups: [{ name: { en: "Minimax", es: "Minimax" }, position: THREE, specs: ["minimax:depth=3"] }],
    },
  },
  experiment: {
    text: {
      en: "How fast does a tree grow? Run minimax with three empty squares, then with five. First guess the second number.",
      es: "¿Con qué rapidez crece un árbol? Ejecuta minimax con tres casillas vacías y luego con cinco. Antes, adivina el segundo número.",
    },
    wish: {
      kind: "tree",
      game: GAME,
      setups: [
        { name: { en: "Three empty squares", es: "Tres casillas vacías" }, position: THREE, specs: ["minimax:depth=3"] },
        { name: { en: "Five empty squares", es: "Cinco casillas vacías" }, position: FIVE, specs: ["minimax:depth=5"] },
      ],
    },
  },
  questions: [
    {
      kind: "move",
      ask: { en: "Play the best move for crosses.", es: "Haz la mejor jugada de las cruces." },
      game: GAME,
      position: THREE,
      right: (move, { values }) => result(values, move) === "win",
      why: { en: "{best} makes three in line. Its value flows up to the root.", es: "{best} hace tres en línea. Su valor sube hasta la raíz." },
    },
    {
      kind: "choice",
      ask: { en: "Crosses play {lost} instead. What is that worth for them, if noughts play well?", es: "Las cruces juegan {lost}. ¿Cuánto vale eso para ellas si los círculos juegan bien?" },
      choices: () =>
        /** @type {const} */ ([
          ["win", { en: "A win: crosses can still make three in line.", es: "Ganan: las cruces aún pueden hacer tres en línea." }],
          ["draw", { en: "A draw.", es: "Tablas." }],
          ["loss", { en: "A loss: noughts choose the reply with the least value.", es: "Pierden: los círculos eligen la respuesta de menor valor." }],
        ]).map(([value, text]) => ({
          text,
          right: ({ values, lost }) => result(values, lost) === value,
        })),
      why: { en: "It does not matter that other replies are bad. Noughts need one good one.", es: "No importa que otras respuestas sean malas. A los círculos les basta una buena." },
    },
    {
      kind: "number",
      ask: { en: "How many nodes does minimax search below the root when five squares are empty?", es: "¿Cuántos nodos busca minimax bajo la raíz cuando hay cinco casillas vacías?" },
      answer: ({ larger }) => larger,
      why: { en: "With three empty squares there were {nodes}. Two moves more make the tree {larger} nodes large.", es: "Con tres casillas vacías eran {nodes}. Dos jugadas más hacen un árbol de {larger} nodos." },
    },
  ],
};
