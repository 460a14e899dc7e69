// Lesson 5: evaluation functions, on Othello, where counting discs is a famous mistake.

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "othello";
const EVALUATORS = ["discs", "positional", "handmade"];
const GAMES = 60;
const PAIRS = /** @type {[string, string]} */ (["greedy:eval=positional", "greedy:eval=discs"]);

/** @type {Lesson} */
export default {
  id: "evaluation",
  title: { en: "Evaluation functions", es: "Funciones de evaluación" },
  goal: {
    en: "After this lesson you can say what an evaluation is, and how to find out which of two is better.",
    es: "Después de esta lección sabrás decir qué es una evaluación y cómo averiguar cuál de dos es mejor.",
  },
  facts: async (program) => {
    const { figures } = await program.match(GAME, PAIRS, GAMES, 1);
    const all = figures.at(-1);
    return { games: all?.games ?? 0, wins: all?.wins ?? 0, losses: all?.losses ?? 0, draws: all?.draws ?? 0, low: all?.low ?? null };
  },
  idea: [
    {
      en: "A search that cannot reach the end of the game asks an **evaluation function**. It looks at a position, without any move, and says a number of points. More is better for Black, who moves first; less for White.",
      es: "Una búsqueda que no llega al final de la partida pregunta a una **función de evaluación**. Mira la posición, sin mover, y dice un número de puntos. Más es mejor para las negras, que empiezan; menos, para las blancas.",
    },
    {
      en: "An evaluation is made of **terms**: things one can count. In Othello one can count discs. One can also count corners, possible moves, and discs that can never be turned again.",
      es: "Una evaluación se compone de **términos**: cosas que se pueden contar. En Othello se pueden contar las fichas. También las esquinas, las jugadas posibles y las fichas que ya nadie puede volver.",
    },
    {
      en: "Which count is right? Who has most discs at the end wins. Yet in the middle of the game many discs are often a bad sign. Whoever has few leaves the other few moves.",
      es: "¿Qué cuenta es la buena? Gana quien tiene más fichas al final. Pero en mitad de la partida tener muchas suele ser mala señal. Quien tiene pocas deja pocas jugadas al otro.",
    },
  ],
  look: {
    text: {
      en: "Play some moves for both sides. Three evaluations tell what they think. Find a position in which they disagree about who is ahead.",
      es: "Haz algunas jugadas de los dos bandos. Tres evaluaciones dicen lo que piensan. Busca una posición en la que no coincidan en quién va por delante.",
    },
    wish: { kind: "board", game: GAME, position: "", shows: "evaluations", evaluators: EVALUATORS },
    link: {
      href: `/lens/${GAME}?eval=handmade`,
      text: { en: "See the terms on the board: which squares count, and for whom", es: "Ver los términos en el tablero: qué casillas cuentan, y para quién" },
    },
  },
  experiment: {
    text: {
      en: "Arguments do not decide which evaluation is better. Games do. Both players below look one ply ahead and take the move their evaluation likes best. Let them play.",
      es: "Los argumentos no deciden qué evaluación es mejor. Las partidas sí. Los dos jugadores miran una media jugada y toman la que más gusta a su evaluación. Que jueguen.",
    },
    wish: {
      kind: "match",
      game: GAME,
      games: GAMES,
      pairings: [
        { name: { en: "Corners, moves and stability against discs", es: "Esquinas, jugadas y estabilidad contra fichas" }, players: PAIRS },
        { name: { en: "Discs against random moves", es: "Fichas contra jugadas al azar" }, players: ["greedy:eval=discs", "random"] },
      ],
    },
  },
  questions: [
    {
      kind: "choice",
      ask: { en: "The program has played {games} games: corners, moves and stability against discs. Who is stronger?", es: "El programa ha jugado {games} partidas: esquinas, jugadas y estabilidad contra fichas. ¿Quién es más fuerte?" },
      choices: () => [
        { text: { en: "The one that counts discs.", es: "El que cuenta fichas." }, right: ({ wins, losses }) => losses > wins },
        { text: { en: "The one that counts corners, moves and stability.", es: "El que cuenta esquinas, jugadas y estabilidad." }, right: ({ low }) => low !== null && low > 0 },
        { text: { en: "There is no difference.", es: "No hay diferencia." }, right: ({ wins, losses }) => wins === losses },
      ],
      why: { en: "It won {wins}, drew {draws} and lost {losses}.", es: "Ganó {wins}, empató {draws} y perdió {losses}." },
    },
    {
      kind: "choice",
      ask: { en: "An evaluation says +40. What does that mean?", es: "Una evaluación dice +40. ¿Qué significa?" },
      choices: () => [
        { text: { en: "Black will win by 40 discs.", es: "Las negras ganarán por 40 fichas." }, right: () => false },
        { text: { en: "It is a guess that Black stands better. It proves nothing.", es: "Es una estimación de que las negras están mejor. No demuestra nada." }, right: () => true },
      ],
      why: { en: "Only the end of a game is certain. A search carries guesses up like results.", es: "Solo el final de la partida es seguro. La búsqueda sube las estimaciones como si fueran resultados." },
    },
    {
      kind: "number",
      ask: { en: "Play the first match above. How many of its {games} games does the one that counts discs win? (The table says how many the first player lost.)", es: "Juega el primer encuentro de arriba. ¿Cuántas de sus {games} partidas gana el que cuenta fichas? (La tabla dice cuántas perdió el primer jugador.)" },
      answer: ({ losses }) => losses,
      why: { en: "Some, but few. A second match differs by chance: they choose by lot among equal moves.", es: "Algunas, pero pocas. Un segundo encuentro sale distinto por azar: sortean entre jugadas iguales." },
    },
  ],
};
