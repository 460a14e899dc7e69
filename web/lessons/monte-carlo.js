// Lesson 6: Monte Carlo tree search with UCB1, on tic-tac-toe with five empty squares.

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "tic-tac-toe";
const POSITION = "1O1/1OX/X2 x";
const SIMULATIONS = 400;
/** @param {number} simulations @param {number} c */
const search = (simulations, c) => `mcts:sims=${simulations},c=${c},solver=off,seed=1`;

/** @type {Lesson} */
export default {
  id: "monte-carlo",
  title: { en: "Monte Carlo search", es: "Búsqueda de Monte Carlo" },
  goal: {
    en: "After this lesson you can say how random games find a good move, and what the constant c does.",
    es: "Después de esta lección sabrás decir cómo unas partidas al azar encuentran una buena jugada y qué hace la constante c.",
  },
  facts: async (program) => {
    const tree = await program.tree(GAME, POSITION, search(SIMULATIONS, 1.4));
    const end = tree.length;
    const root = tree.roots[0];
    const children = (root?.children ?? []).map((child) => ({ move: child.move, ...tree.statsAt(child, end) }));
    children.sort((one, other) => other.visits - one.visits);
    const [best, worst] = [children[0], children.at(-1)];
    return {
      simulations: tree.trace.nodes,
      best: best?.move ?? "",
      visits: best?.visits ?? 0,
      mean: Math.round(100 * (best?.mean ?? 0)),
      worst: worst?.move ?? "",
      worstVisits: worst?.visits ?? 0,
      chosen: tree.trace.move,
      moves: children.map((child) => child.move),
    };
  },
  picture: { game: GAME, position: POSITION },
  idea: [
    {
      en: "Sometimes nobody knows how to evaluate a position. **Monte Carlo search** plays the game to its end with random moves, many times, and counts. A move after which one wins often is probably good.",
      es: "A veces nadie sabe evaluar una posición. La **búsqueda de Monte Carlo** juega la partida hasta el final con jugadas al azar, muchas veces, y cuenta. Una jugada tras la cual se gana a menudo es probablemente buena.",
    },
    {
      en: "One such game is a **simulation**. It has four steps. **Selection**: walk down the tree by the best-looking moves. **Expansion**: add new moves at the end. **Simulation**: play on at random. **Back-up**: add the result to every node on the way.",
      es: "Cada una de esas partidas es una **simulación**. Tiene cuatro pasos. **Selección**: bajar por el árbol por las jugadas de mejor aspecto. **Expansión**: añadir jugadas nuevas al final. **Simulación**: seguir al azar. **Retropropagación**: sumar el resultado a cada nodo del camino.",
    },
    {
      en: "What looks best? **UCB1** adds two numbers: the mean result of the move, and c · √(ln N / n). N counts the visits of the position, n those of the move. A move that was tried seldom gets a larger second number. So the search does not forget it.",
      es: "¿Qué tiene mejor aspecto? **UCB1** suma dos números: la media de los resultados de la jugada y c · √(ln N / n). N cuenta las visitas de la posición, n las de la jugada. Una jugada poco probada recibe un segundo número mayor. Así la búsqueda no la olvida.",
    },
  ],
  look: {
    text: {
      en: "{simulations} simulations for crosses. Go to the beginning and play the film. The table below the tree shows both numbers for every move: the greatest sum is chosen next.",
      es: "{simulations} simulaciones para las cruces. Ve al principio y pon la película. La tabla bajo el árbol muestra los dos números de cada jugada: la mayor suma se elige a continuación.",
    },
    wish: {
      kind: "tree",
      game: GAME,
      setups: [{ name: { en: "UCB1, c = 1.4", es: "UCB1, c = 1,4" }, position: POSITION, specs: [search(SIMULATIONS, 1.4)] }],
    },
  },
  experiment: {
    text: {
      en: "What does c do? Choose another c and compare how the visits are shared among the moves. With c = 0 the search only looks at what went well so far.",
      es: "¿Qué hace c? Elige otra c y compara cómo se reparten las visitas entre las jugadas. Con c = 0 la búsqueda solo mira lo que ha ido bien hasta ahora.",
    },
    wish: {
      kind: "tree",
      game: GAME,
      setups: [
        { name: { en: "c = 0 and c = 1.4", es: "c = 0 y c = 1,4" }, position: POSITION, specs: [search(60, 0), search(60, 1.4)], players: [{ en: "c = 0", es: "c = 0" }, { en: "c = 1.4", es: "c = 1,4" }] },
        { name: { en: "c = 1.4 and c = 3", es: "c = 1,4 y c = 3" }, position: POSITION, specs: [search(60, 1.4), search(60, 3)], players: [{ en: "c = 1.4", es: "c = 1,4" }, { en: "c = 3", es: "c = 3" }] },
        { name: { en: "20 and 400 simulations", es: "20 y 400 simulaciones" }, position: POSITION, specs: [search(20, 1.4), search(400, 1.4)], players: [{ en: "20 simulations", es: "20 simulaciones" }, { en: "400 simulations", es: "400 simulaciones" }] },
      ],
    },
  },
  questions: [
    {
      kind: "move",
      ask: { en: "Play the move that got most visits in the film with {simulations} simulations.", es: "Haz la jugada que recibió más visitas en la película de {simulations} simulaciones." },
      game: GAME,
      position: POSITION,
      right: (move, { best }) => move === best,
      why: { en: "{best} got {visits} visits and {mean} % of the points.", es: "{best} recibió {visits} visitas y el {mean} % de los puntos." },
    },
    {
      kind: "number",
      ask: { en: "How many visits did the move get that was visited least?", es: "¿Cuántas visitas recibió la jugada menos visitada?" },
      answer: ({ worstVisits }) => worstVisits,
      why: { en: "It was {worst}. It lost often, so little work was spent on it.", es: "Fue {worst}. Perdía a menudo, así que se le dedicó poco trabajo." },
    },
    {
      kind: "choice",
      ask: { en: "A move has a low mean and few visits. When does UCB1 try it again?", es: "Una jugada tiene una media baja y pocas visitas. ¿Cuándo la vuelve a probar UCB1?" },
      choices: () => [
        { text: { en: "Never: it lost once.", es: "Nunca: perdió una vez." }, right: () => false },
        { text: { en: "When the others have so many visits that its second number makes its sum the greatest.", es: "Cuando las demás tienen tantas visitas que su segundo número hace que su suma sea la mayor." }, right: () => true },
        { text: { en: "At every second simulation.", es: "En una de cada dos simulaciones." }, right: () => false },
      ],
      why: { en: "N grows with every simulation, n only with its own. So √(ln N / n) grows while it waits.", es: "N crece con cada simulación; n, solo con las suyas. Por eso √(ln N / n) crece mientras espera." },
    },
  ],
};
