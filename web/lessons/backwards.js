// Lesson 8: solving a game backwards. The table of the Hare and the Dogs as a picture.

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "hare-hounds";

/** @type {Lesson} */
export default {
  id: "backwards",
  title: { en: "Solving a game backwards", es: "Resolver un juego hacia atrás" },
  goal: {
    en: "After this lesson you can say how a machine can know every position of a game without searching.",
    es: "Después de esta lección sabrás decir cómo una máquina puede conocer todas las posiciones de un juego sin buscar.",
  },
  facts: async (program) => {
    const [space, start, { moves }] = await Promise.all([program.states(GAME), program.position(GAME, ""), program.values(GAME, "")]);
    const of = (/** @type {string} */ side) => space.layers.filter((layer) => layer.winner === side);
    const count = (/** @type {string} */ side) => of(side).reduce((sum, layer) => sum + layer.count, 0);
    const last = (/** @type {string} */ side) => Math.max(...of(side).map((layer) => layer.plies));
    const one = space.layers.filter((layer) => layer.plies === 1).reduce((sum, layer) => sum + layer.count, 0);
    const best = moves[0]?.proof;
    return {
      positions: space.positions,
      moves: space.moves,
      ended: space.ended,
      one,
      dogs: count("first"),
      hare: count("second"),
      dogsLast: last("first"),
      hareLast: last("second"),
      starter: start.turn,
      winner: best?.winner ?? null,
      plies: (best?.plies ?? 0) + 1,
      known: moves.filter((move) => move.proof?.winner === best?.winner).map((move) => move.pretty),
    };
  },
  idea: [
    {
      en: "Minimax begins at the root and looks forward. If a game has few positions, one can also begin at the end. The Hare and the Dogs has {positions} positions that can come about. The program has walked through all of them, over {moves} moves.",
      es: "Minimax empieza en la raíz y mira hacia delante. Si un juego tiene pocas posiciones, también se puede empezar por el final. La liebre y los perros tiene {positions} posiciones posibles. El programa las ha recorrido todas, por {moves} jugadas.",
    },
    {
      en: "In {ended} of them the game is over. These are solved: 0 plies to the end. Now go one step back. If a move leads to a position that my side has won, my position is won in 1 ply. There are {one} positions with 1 ply to the end.",
      es: "En {ended} de ellas la partida ha terminado. Esas están resueltas: 0 medias jugadas hasta el final. Ahora da un paso atrás. Si una jugada lleva a una posición ganada por mi bando, mi posición se gana en 1. Hay {one} posiciones a 1 media jugada del final.",
    },
    {
      en: "And if **all** my moves lead to positions that the other side wins, mine is lost. Repeat that until nothing new is solved. This is **retrograde analysis**. The result is a table. Whoever has it needs no search.",
      es: "Y si **todas** mis jugadas llevan a posiciones que gana el otro bando, la mía está perdida. Repítelo hasta que no se resuelva nada nuevo. Es el **análisis retrógrado**. El resultado es una tabla. Quien la tiene no necesita buscar.",
    },
  ],
  look: {
    text: {
      en: "The start position. The table tells the value of every move. Play a game against it: can you win as the hare, and as the dogs?",
      es: "La posición inicial. La tabla dice el valor de cada jugada. Juega contra ella: ¿puedes ganar con la liebre? ¿Y con los perros?",
    },
    wish: { kind: "board", game: GAME, position: "", shows: "values" },
  },
  experiment: {
    text: {
      en: "The whole table as a picture. A column holds all positions with the same number of plies to the end. Move the slider to 0, then slowly to the right: so the table is built. Open a position of a column on the board.",
      es: "La tabla entera en un dibujo. Una columna reúne las posiciones con las mismas medias jugadas hasta el final. Pon el control en 0 y muévelo despacio a la derecha: así se construye la tabla. Abre en el tablero una posición de una columna.",
    },
    wish: { kind: "states", game: GAME },
  },
  questions: [
    {
      kind: "choice",
      ask: { en: "Who wins from the start position, if both play best?", es: "¿Quién gana desde la posición inicial si ambos juegan lo mejor posible?" },
      choices: () => [
        { text: { en: "The dogs.", es: "Los perros." }, right: ({ winner }) => winner === "first" },
        { text: { en: "The hare.", es: "La liebre." }, right: ({ winner }) => winner === "second" },
        { text: { en: "Nobody: it is a draw.", es: "Nadie: son tablas." }, right: ({ winner }) => winner === null },
      ],
      why: { en: "It takes {plies} plies, when the winner hurries and the loser delays.", es: "Se necesitan {plies} medias jugadas, si quien gana se apresura y quien pierde se resiste." },
    },
    {
      kind: "number",
      ask: { en: "How many plies does the longest win of the dogs take? The picture shows it.", es: "¿Cuántas medias jugadas dura la victoria más larga de los perros? El dibujo lo muestra." },
      answer: ({ dogsLast }) => dogsLast,
      why: { en: "The hare can delay longer before it wins: up to {hareLast} plies lie between some positions and its win.", es: "Con la liebre tarda más: entre algunas posiciones y su victoria hay hasta {hareLast} medias jugadas." },
    },
    {
      kind: "move",
      ask: { en: "Play a first move for the dogs that keeps the best result.", es: "Haz una primera jugada de los perros que mantenga el mejor resultado." },
      game: GAME,
      position: "",
      right: (move, { known }) => known.includes(move),
      why: { en: "The table knows: {dogs} positions are won for the dogs, {hare} for the hare.", es: "La tabla lo sabe: {dogs} posiciones las ganan los perros, {hare} la liebre." },
    },
  ],
};
