// Lesson 4: the horizon and quiescence search, on a chess position with a poisoned pawn.

import { ordered } from "../js/lessons/facts.js";

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "chess";
/** White to move. The pawn on e5 is protected. */
const POSITION = "4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1";
/** @param {number} depth @param {"on" | "off"} quiescence */
const search = (depth, quiescence) => `${ordered(depth).replace("quiescence=off", `quiescence=${quiescence}`)},eval=classic`;

/** @type {Lesson} */
export default {
  id: "horizon",
  title: { en: "The horizon and quiescence", es: "El horizonte y la quietud" },
  goal: {
    en: "After this lesson you can say why a machine that stops in the middle of an exchange is wrong about it.",
    es: "Después de esta lección sabrás decir por qué se equivoca una máquina que se detiene en mitad de un cambio.",
  },
  facts: async (program) => {
    const [blind, quiet, deeper, later] = await Promise.all([
      program.search(GAME, POSITION, search(1, "off")),
      program.search(GAME, POSITION, search(1, "on")),
      program.search(GAME, POSITION, search(2, "off")),
      program.search(GAME, POSITION, search(3, "off")),
    ]);
    return { blind: blind.move, blindValue: blind.value, quiet: quiet.move, quietValue: quiet.value, deeper: deeper.move, deeperValue: deeper.value, laterValue: later.value };
  },
  picture: { game: GAME, position: POSITION },
  idea: [
    {
      en: "Most games are too large to be searched to the end. So a search stops at some depth and asks an **evaluation** there: a guess in points. What lies behind is beyond the **horizon**.",
      es: "Casi todos los juegos son demasiado grandes para buscar hasta el final. Por eso la búsqueda se detiene a cierta profundidad y pregunta a una **evaluación**: una estimación en puntos. Lo que hay detrás queda tras el **horizonte**.",
    },
    {
      en: "Look at this position. The white queen can take the pawn on e5. But the pawn on d6 takes the queen back. A search of depth 1 sees the pawn disappear and stops. It plays **{blind}** and thinks that it stands at {blindValue} points (a pawn is 100).",
      es: "Mira esta posición. La dama blanca puede tomar el peón de e5. Pero el peón de d6 toma la dama. Una búsqueda de profundidad 1 ve desaparecer el peón y se detiene. Juega **{blind}** y cree tener {blindValue} puntos (un peón son 100).",
    },
    {
      en: "**Quiescence search** goes on where the depth is used up, but with captures only, until the position is quiet. Now the queen is taken back within sight. The same depth 1 plays **{quiet}**.",
      es: "La **búsqueda de quietud** sigue donde se agota la profundidad, pero solo con capturas, hasta que la posición está tranquila. Así la recaptura de la dama queda a la vista. Con la misma profundidad 1 juega **{quiet}**.",
    },
  ],
  look: {
    text: {
      en: "Depth 1 without quiescence search, and with it. Find {blind} in both trees. In the second it has a node below: the answer that takes the queen. (A move that is there twice was searched again, see lesson 3.)",
      es: "Profundidad 1 sin búsqueda de quietud y con ella. Busca {blind} en los dos árboles. En el segundo tiene un nodo debajo: la respuesta que toma la dama. (Una jugada que sale dos veces se buscó de nuevo, ver la lección 3.)",
    },
    wish: {
      kind: "tree",
      game: GAME,
      last: true,
      setups: [{ name: { en: "Depth 1", es: "Profundidad 1" }, position: POSITION, specs: [search(1, "off"), search(1, "on")], players: [{ en: "Without quiescence search", es: "Sin búsqueda de quietud" }, { en: "With quiescence search", es: "Con búsqueda de quietud" }] }],
    },
  },
  experiment: {
    text: {
      en: "Does more depth help? Run depth 1, 2 and 3 without quiescence search, and look at the values. Then run depth 3 with it.",
      es: "¿Ayuda más profundidad? Ejecuta las profundidades 1, 2 y 3 sin búsqueda de quietud y mira los valores. Luego la profundidad 3 con ella.",
    },
    wish: {
      kind: "searches",
      game: GAME,
      position: POSITION,
      rows: [
        { name: { en: "Depth 1", es: "Profundidad 1" }, spec: search(1, "off") },
        { name: { en: "Depth 2", es: "Profundidad 2" }, spec: search(2, "off") },
        { name: { en: "Depth 3", es: "Profundidad 3" }, spec: search(3, "off") },
        { name: { en: "Depth 3 with quiescence search", es: "Profundidad 3 con búsqueda de quietud" }, spec: search(3, "on") },
      ],
    },
  },
  questions: [
    {
      kind: "move",
      ask: { en: "Play the move that depth 1 without quiescence search chooses.", es: "Haz la jugada que elige la profundidad 1 sin búsqueda de quietud." },
      game: GAME,
      position: POSITION,
      right: (move, { blind }) => move === blind,
      why: { en: "It wins a pawn and loses the queen, one ply beyond the horizon.", es: "Gana un peón y pierde la dama, media jugada más allá del horizonte." },
    },
    {
      kind: "choice",
      ask: { en: "Depth 2 does not take the pawn. Depth 3 says {laterValue} points, more than the {deeperValue} of depth 2. Why?", es: "La profundidad 2 no toma el peón. La profundidad 3 dice {laterValue} puntos, más que los {deeperValue} de la profundidad 2. ¿Por qué?" },
      choices: () => [
        {
          text: { en: "Its last ply is White's again. There the queen takes the pawn once more, and the search stops.", es: "Su última media jugada es otra vez de las blancas. Allí la dama vuelve a tomar el peón y la búsqueda se detiene." },
          right: ({ laterValue, deeperValue }) => laterValue > deeperValue,
        },
        { text: { en: "Deeper searches are always more hopeful.", es: "Las búsquedas más profundas son siempre más optimistas." }, right: () => false },
        { text: { en: "It has found a forced win.", es: "Ha encontrado una victoria forzada." }, right: () => false },
      ],
      why: { en: "Depth does not remove the horizon. It moves it.", es: "La profundidad no quita el horizonte. Lo aleja." },
    },
    {
      kind: "choice",
      ask: { en: "Which moves does quiescence search look at?", es: "¿Qué jugadas mira la búsqueda de quietud?" },
      choices: () => [
        { text: { en: "All of them, one ply more.", es: "Todas, media jugada más." }, right: () => false },
        { text: { en: "Noisy moves such as captures, until there are none worth looking at.", es: "Las jugadas ruidosas, como las capturas, hasta que no queda ninguna que valga la pena." }, right: () => true },
      ],
      why: { en: "Otherwise it would be a deeper search, with a horizon of its own.", es: "Si no, sería una búsqueda más profunda, con su propio horizonte." },
    },
  ],
};
