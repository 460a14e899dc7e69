// Lesson 7: learning an evaluation, one weight a square, while the student looks.

import { api } from "../js/api.js";

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "tic-tac-toe";

/** @type {Lesson} */
export default {
  id: "learning",
  title: { en: "Learning an evaluation", es: "Aprender una evaluación" },
  goal: {
    en: "After this lesson you can say what a machine changes when it learns from games.",
    es: "Después de esta lección sabrás decir qué cambia una máquina cuando aprende de las partidas.",
  },
  facts: async (program) => {
    // The hand-made evaluation gives 10 points for a mark on a line that is still open.
    const lines = async (/** @type {string} */ position) => (await program.evaluate(GAME, position, "handmade")).score / 10;
    const [centre, corner, edge, { networks }] = await Promise.all([
      lines("3/1X1/3 o"),
      lines("3/3/X2 o"),
      lines("3/3/1X1 o"),
      api.get("/api/networks"),
    ]);
    return { centre, corner, edge, coin: Math.round(1000 * Math.log(2)) / 1000, networks: networks.length };
  },
  idea: [
    {
      en: "The evaluations of lesson 5 were written by people. A machine can also find one. Give every square a **weight**, a number. Add up the weights of your own pieces, and those of the other side. The sum says how likely you are to win.",
      es: "Las evaluaciones de la lección 5 las escribieron personas. Una máquina también puede hallar una. Da a cada casilla un **peso**, un número. Suma los pesos de tus piezas y los de las del otro bando. La suma dice la probabilidad de ganar.",
    },
    {
      en: "At first all weights are 0. Play a game with random moves. Look at each of its positions: what did the sum foretell, and how did the game end? The difference is the **error**. Move every weight that took part a small step, so that the error gets smaller. That is all. Then the next game.",
      es: "Al principio todos los pesos son 0. Juega una partida al azar. Mira cada una de sus posiciones: ¿qué anunciaba la suma y cómo acabó la partida? La diferencia es el **error**. Mueve un poco cada peso que intervino, de modo que el error disminuya. Eso es todo. Y a la siguiente partida.",
    },
    {
      en: "The **loss** measures the errors. Somebody who always says “half and half” has a loss of {coin}. Less is better. The loss is taken before a game is learned from. So it tells how well the machine foresees games it has never seen.",
      es: "La **pérdida** mide los errores. Quien siempre dice «mitad y mitad» tiene una pérdida de {coin}. Menos es mejor. La pérdida se toma antes de aprender de la partida. Así dice lo bien que la máquina prevé partidas que nunca ha visto.",
    },
  ],
  look: {
    text: {
      en: "This is the board. Which square is worth most? On how many lines does the centre lie, a corner, the middle of an edge? Play a little. The hand-made evaluation counts lines that are still open.",
      es: "Este es el tablero. ¿Qué casilla vale más? ¿En cuántas líneas está el centro, una esquina, el medio de un lado? Juega un poco. La evaluación hecha a mano cuenta las líneas aún abiertas.",
    },
    wish: { kind: "board", game: GAME, position: "", shows: "evaluations", evaluators: ["handmade"] },
  },
  experiment: {
    text: {
      en: "Train an evaluation now. After every step it plays some games against random moves, looking one ply ahead. Then train the same for Othello, and look at the corners and at the squares beside them.",
      es: "Entrena ahora una evaluación. Tras cada paso juega algunas partidas contra jugadas al azar, mirando una media jugada. Después entrena lo mismo para Othello y mira las esquinas y las casillas vecinas.",
    },
    wish: { kind: "learn", games: [GAME, "othello"] },
  },
  questions: [
    {
      kind: "choice",
      ask: { en: "What does a machine like this change when it learns?", es: "¿Qué cambia una máquina así cuando aprende?" },
      choices: () => [
        { text: { en: "The rules of the game.", es: "Las reglas del juego." }, right: () => false },
        { text: { en: "The weights of its evaluation.", es: "Los pesos de su evaluación." }, right: () => true },
        { text: { en: "The depth of its search.", es: "La profundidad de su búsqueda." }, right: () => false },
      ],
      why: { en: "The program has {networks} networks that were made by the same idea, with many more weights.", es: "El programa tiene {networks} redes hechas con la misma idea, con muchos más pesos." },
    },
    {
      kind: "number",
      ask: { en: "On how many lines of three does the centre of the board lie?", es: "¿En cuántas líneas de tres está el centro del tablero?" },
      answer: ({ centre }) => centre,
      why: { en: "A corner lies on {corner}, the middle of an edge on {edge}. Compare that with the weights you have trained.", es: "Una esquina está en {corner}, el medio de un lado en {edge}. Compáralo con los pesos que has entrenado." },
    },
    {
      kind: "choice",
      ask: { en: "Why is the loss taken on games before the machine has learned from them?", es: "¿Por qué se toma la pérdida en partidas de las que la máquina aún no ha aprendido?" },
      choices: () => [
        { text: { en: "Because a machine may know its own examples by heart and be wrong everywhere else.", es: "Porque una máquina puede saberse sus ejemplos de memoria y fallar en todo lo demás." }, right: () => true },
        { text: { en: "Because that is quicker.", es: "Porque es más rápido." }, right: () => false },
      ],
      why: { en: "This is why larger trainings keep some games apart: the validation set.", es: "Por eso los entrenamientos grandes apartan algunas partidas: el conjunto de validación." },
    },
  ],
};
