// Lesson 9: statistics of a match. Why six games prove nothing.

import { chanceOfLead } from "../js/lessons/facts.js";

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const [GAME, SOLVED] = ["tic-tac-toe", "hare-hounds"];
const EQUAL = /** @type {[string, string]} */ (["random", "random"]);
const STRONGER = /** @type {[string, string]} */ (["mcts:sims=8", "random"]);
const [FEW, MANY] = [6, 2000];

/** @type {Lesson} */
export default {
  id: "statistics",
  title: { en: "Statistics of a match", es: "Estadística de un encuentro" },
  goal: {
    en: "After this lesson you can say why six games prove nothing, and how many do.",
    es: "Después de esta lección sabrás decir por qué seis partidas no demuestran nada y cuántas hacen falta.",
  },
  facts: async (program) => {
    const { figures } = await program.match(GAME, EQUAL, MANY, 1);
    const [first, all] = [figures.find((one) => one.games === FEW), figures.at(-1)];
    const width = (/** @type {typeof all} */ one) => (one?.low == null || one.high == null ? null : (one.high - one.low) / 2);
    const hundred = figures.find((one) => one.games === 200);
    return {
      few: FEW,
      many: all?.games ?? 0,
      chance: Math.round(100 * chanceOfLead(5, FEW)),
      ways: 2 ** FEW,
      lead: Math.round(chanceOfLead(5, FEW) * 2 ** FEW),
      first: `+${first?.wins} =${first?.draws} −${first?.losses}`,
      all: `+${all?.wins} =${all?.draws} −${all?.losses}`,
      wide: Math.round(width(hundred) ?? 0),
      narrow: Math.round(width(all) ?? 0),
      ratio: Math.round(10 * ((width(hundred) ?? 0) / (width(all) ?? 1))) / 10,
      decided: all?.low != null && all.high != null && (all.low > 0 || all.high < 0),
    };
  },
  idea: [
    {
      en: "Your new program plays {few} games against the old one and wins five. Is it better? Take two players that are exactly equal, and no draws. Then a match of {few} games has {ways} courses, all equally likely. In {lead} of them one side wins five or six. That is {chance} %.",
      es: "Tu programa nuevo juega {few} partidas contra el viejo y gana cinco. ¿Es mejor? Toma dos jugadores exactamente iguales, sin tablas. Un encuentro de {few} partidas tiene {ways} desarrollos, todos igual de probables. En {lead} de ellos un bando gana cinco o seis. Eso es el {chance} %.",
    },
    {
      en: "So results come with an **interval**. An Elo difference of 30 [−20, 80] says: probably 30, but anything from −20 to 80 fits the games well. As long as 0 is inside, nobody knows who is stronger. At 95 % such an interval misses the truth once in twenty matches.",
      es: "Por eso un resultado lleva un **intervalo**. Una diferencia Elo de 30 [−20, 80] dice: probablemente 30, pero todo entre −20 y 80 encaja bien con las partidas. Mientras el 0 esté dentro, nadie sabe quién es más fuerte. Al 95 %, un intervalo así falla en uno de cada veinte encuentros.",
    },
    {
      en: "The interval shrinks with the root of the number of games. Ten times as many games make it about three times as narrow. After 200 games of the match below it is ±{wide} Elo, after {many} games ±{narrow}.",
      es: "El intervalo se estrecha con la raíz del número de partidas. Diez veces más partidas lo hacen unas tres veces más estrecho. Tras 200 partidas del encuentro de abajo es ±{wide} Elo; tras {many}, ±{narrow}.",
    },
  ],
  look: {
    text: {
      en: "First the opposite of chance. This game is solved, and the table of lesson 8 tells which moves win. Play the dogs by the table: whatever the hare does, you win every game. One game is enough to show that. Where moves are chance, it is not.",
      es: "Primero, lo contrario del azar. Este juego está resuelto, y la tabla de la lección 8 dice qué jugadas ganan. Juega los perros según la tabla: haga lo que haga la liebre, ganas todas las partidas. Para mostrarlo basta una. Donde las jugadas son azar, no basta.",
    },
    wish: { kind: "board", game: SOLVED, position: "", shows: "values" },
  },
  experiment: {
    text: {
      en: "Play a match of two equal players several times. Look at the first six games each time: who seems to be better? Then look at {many}. Now and then an interval excludes 0 and is wrong: about one in twenty. Afterwards take a pair that is not equal.",
      es: "Juega varias veces un encuentro entre dos jugadores iguales. Mira cada vez las seis primeras partidas: ¿quién parece mejor? Luego mira {many}. De vez en cuando un intervalo excluye el 0 y se equivoca: más o menos uno de cada veinte. Después toma una pareja que no es igual.",
    },
    wish: {
      kind: "match",
      game: GAME,
      games: MANY,
      pairings: [
        { name: { en: "Two random movers: exactly equal", es: "Dos jugadores al azar: exactamente iguales" }, players: EQUAL },
        { name: { en: "Eight simulations against random moves", es: "Ocho simulaciones contra jugadas al azar" }, players: STRONGER },
      ],
    },
  },
  questions: [
    {
      kind: "number",
      ask: { en: "Of the {ways} courses of {few} games without draws: in how many does one side win all six?", es: "De los {ways} desarrollos de {few} partidas sin tablas: ¿en cuántos gana un bando las seis?" },
      answer: () => Math.round(chanceOfLead(FEW, FEW) * 2 ** FEW),
      why: { en: "All won, or all lost. Even that happens to equal players.", es: "Todas ganadas o todas perdidas. Hasta eso les pasa a jugadores iguales." },
    },
    {
      kind: "choice",
      ask: { en: "The first match of equal players: {first} after {few} games, {all} after {many}. What does it prove?", es: "El primer encuentro entre iguales: {first} tras {few} partidas, {all} tras {many}. ¿Qué demuestra?" },
      choices: () => [
        { text: { en: "The first player is stronger.", es: "El primer jugador es más fuerte." }, right: ({ decided }) => decided },
        { text: { en: "Nothing about who is stronger: 0 is inside the interval.", es: "Nada sobre quién es más fuerte: el 0 está dentro del intervalo." }, right: ({ decided }) => !decided },
      ],
      why: { en: "They are equal, indeed: both move at random. No number of games will show a difference that is not there.", es: "En efecto, son iguales: ambos mueven al azar. Ningún número de partidas mostrará una diferencia que no existe." },
    },
    {
      kind: "choice",
      ask: { en: "You want an interval half as wide. How many games do you need?", es: "Quieres un intervalo la mitad de ancho. ¿Cuántas partidas necesitas?" },
      choices: () => [
        { text: { en: "Twice as many.", es: "El doble." }, right: () => false },
        { text: { en: "Four times as many.", es: "Cuatro veces más." }, right: () => true },
        { text: { en: "Sixteen times as many.", es: "Dieciséis veces más." }, right: () => false },
      ],
      why: { en: "The root of 4 is 2. From 200 to {many} games the interval became {ratio} times as narrow.", es: "La raíz de 4 es 2. De 200 a {many} partidas el intervalo se hizo {ratio} veces más estrecho." },
    },
  ],
};
