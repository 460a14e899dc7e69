// Lesson 2: alpha-beta and move ordering. The first cut of a small tree, told step by step from the search itself.

import { firstCut, ordered, plain } from "../js/lessons/facts.js";

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "tic-tac-toe";
/** Crosses to move; noughts threaten three in line. */
const POSITION = "1X1/1OO/XOX x";
const EMPTY = 3;
const WIDE = "connect4";
const DEPTH = 5;

/** @type {Lesson} */
export default {
  id: "alpha-beta",
  title: { en: "Alpha-beta and move ordering", es: "Alfa-beta y el orden de las jugadas" },
  goal: {
    en: "After this lesson you can say why a branch was cut.",
    es: "Después de esta lección sabrás decir por qué se ha cortado una rama.",
  },
  facts: async (program) => {
    const [tree, all] = await Promise.all([program.tree(GAME, POSITION, plain(EMPTY), true), program.search(GAME, POSITION, `minimax:depth=${EMPTY}`)]);
    const cut = firstCut(tree);
    if (!cut) throw new Error("the search cut nothing");
    const value = tree.roots.at(-1)?.value ?? null;
    return { ...cut, leftWords: cut.left.join(", "), all: all.nodes, few: tree.trace.nodes, same: value === all.value };
  },
  picture: { game: GAME, position: POSITION },
  idea: [
    {
      en: "Minimax searches everything. Often that is not needed. Here is a position: noughts threaten three in line. Crosses try **{first}** first. The search finds its value: {knownWords}, a draw. So crosses already have a move worth {knownWords}. This number is called **alpha**.",
      es: "Minimax lo busca todo. A menudo no hace falta. Esta es la posición: los círculos amenazan tres en línea. Las cruces prueban primero **{first}**. La búsqueda halla su valor: {knownWords}, tablas. Así que las cruces ya tienen una jugada que vale {knownWords}. Este número se llama **alfa**.",
    },
    {
      en: "Next crosses try **{tried}**. Noughts answer **{reply}**, and the value is: {valueWords}. Noughts choose, and they will not take anything better for crosses than that. So {tried} is worth {valueWords} or even less.",
      es: "Después las cruces prueban **{tried}**. Los círculos responden **{reply}**, y el valor es: {valueWords}. Eligen los círculos, y no tomarán nada mejor para las cruces. Así que {tried} vale eso ({valueWords}) o aún menos.",
    },
    {
      en: "Crosses have {first} anyway, which is better. They will never play {tried}. So nobody needs to know what the other answer, **{leftWords}**, is worth. That branch is **cut**. The value of the root cannot change by it.",
      es: "Las cruces tienen {first} de todos modos, que es mejor. Nunca jugarán {tried}. Por eso nadie necesita saber cuánto vale la otra respuesta, **{leftWords}**. Esa rama se **corta**. El valor de la raíz no puede cambiar.",
    },
    {
      en: "The same holds for noughts with the roles exchanged. Their best value so far is **beta**. A search carries both, `[alpha, beta]`: the **window**. Values outside the window cannot matter.",
      es: "Lo mismo vale para los círculos con los papeles cambiados. Su mejor valor hasta ahora es **beta**. La búsqueda lleva los dos, `[alfa, beta]`: la **ventana**. Los valores fuera de la ventana no importan.",
    },
  ],
  look: {
    text: {
      en: "Minimax and alpha-beta on that position, side by side. Grey boxes with dashed edges were never searched. Touch one, and it says why. Find {leftWords} below {tried}. A coloured dashed edge marks a node that was already good enough for its side; some of them had no other move left. `L2` means lost after 2 plies. Then step through the film and watch the window of each node.",
      es: "Minimax y alfa-beta en esa posición, uno junto al otro. Las casillas grises de borde discontinuo no se buscaron nunca. Toca una y dirá por qué. Busca {leftWords} debajo de {tried}. Un borde discontinuo de color marca un nodo que ya era bastante bueno para su bando; a algunos no les quedaba otra jugada. `P2` significa perdido en 2 medias jugadas. Después recorre la película y mira la ventana de cada nodo.",
    },
    wish: {
      kind: "tree",
      game: GAME,
      last: true,
      setups: [{ name: { en: "Minimax and alpha-beta", es: "Minimax y alfa-beta" }, position: POSITION, specs: [`minimax:depth=${EMPTY}`, plain(EMPTY)], players: [{ en: "Minimax", es: "Minimax" }, { en: "Alpha-beta", es: "Alfa-beta" }] }],
    },
  },
  experiment: {
    text: {
      en: "A cut comes early if a good move is searched first. Run these three searches of Connect-4 to the same depth. Compare the nodes. Compare the values, too.",
      es: "El corte llega pronto si se busca primero una buena jugada. Ejecuta estas tres búsquedas del cuatro en raya a la misma profundidad. Compara los nodos. Compara también los valores.",
    },
    wish: {
      kind: "searches",
      game: WIDE,
      position: "",
      rows: [
        { name: { en: "Minimax", es: "Minimax" }, spec: `minimax:depth=${DEPTH}` },
        { name: { en: "Alpha-beta, moves from left to right", es: "Alfa-beta, jugadas de izquierda a derecha" }, spec: plain(DEPTH) },
        { name: { en: "Alpha-beta, good moves first", es: "Alfa-beta, primero las buenas jugadas" }, spec: ordered(DEPTH) },
      ],
    },
  },
  questions: [
    {
      kind: "choice",
      ask: { en: "Crosses played {tried}. Which answer of noughts was **not** searched?", es: "Las cruces jugaron {tried}. ¿Qué respuesta de los círculos **no** se buscó?" },
      choices: ({ replies }) =>
        [...replies].sort().map((/** @type {string} */ move) => ({ text: { en: move, es: move }, right: ({ left }) => left.includes(move) })),
      why: { en: "{reply} had been searched before, and it was enough.", es: "{reply} se había buscado antes, y bastaba." },
    },
    {
      kind: "choice",
      ask: { en: "Why was this branch cut?", es: "¿Por qué se cortó esa rama?" },
      choices: () => [
        {
          text: {
            en: "There was no time left to search {leftWords}. So the machine took the value that it had, and went on with the next move of crosses.",
            es: "No quedaba tiempo para buscar {leftWords}. Así que la máquina tomó el valor que tenía y siguió con la próxima jugada de las cruces.",
          },
          right: () => false,
        },
        {
          text: {
            en: "Noughts already have an answer to {tried} that is worse for crosses than what {first} gives them. So crosses will not play {tried}.",
            es: "Los círculos ya tienen una respuesta a {tried} que es peor para las cruces que lo que da {first}. Así que las cruces no jugarán {tried}.",
          },
          right: ({ value, known }) => value <= known,
        },
        {
          text: {
            en: "The machine saw that {leftWords} is a bad move for noughts: they lose by it. So noughts will not play it, and it need not be searched.",
            es: "La máquina vio que {leftWords} es una mala jugada de los círculos: con ella pierden. Así que no la harán, y no hace falta buscarla.",
          },
          right: () => false,
        },
      ],
      why: {
        en: "Alpha was {knownWords}, the answer {reply} gave: {valueWords}. Whether {leftWords} is good or bad, nobody knows, and nobody needs to.",
        es: "Alfa era {knownWords}, y la respuesta {reply} dio: {valueWords}. Si {leftWords} es buena o mala no lo sabe nadie, ni hace falta.",
      },
    },
    {
      kind: "number",
      ask: { en: "Minimax searched {all} nodes below the root. How many of them did alpha-beta not search?", es: "Minimax buscó {all} nodos bajo la raíz. ¿Cuántos de ellos no buscó alfa-beta?" },
      answer: ({ all, few }) => all - few,
      why: { en: "Alpha-beta searched {few}. The value of the root is the same.", es: "Alfa-beta buscó {few}. El valor de la raíz es el mismo." },
    },
  ],
};
