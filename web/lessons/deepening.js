// Lesson 3: iterative deepening and the transposition table, on Connect-4.

import { iterations, ordered } from "../js/lessons/facts.js";

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

const GAME = "connect4";
const [LOOKED, DEPTH] = [4, 7];
const without = `${ordered(DEPTH)},tt=off`;

/** @type {Lesson} */
export default {
  id: "deepening",
  title: { en: "Iterative deepening and the table", es: "Profundización iterativa y la tabla" },
  goal: {
    en: "After this lesson you can say why a machine searches the same position again and again, and why that is not waste.",
    es: "Después de esta lección sabrás decir por qué una máquina busca la misma posición una y otra vez, y por qué no es un derroche.",
  },
  facts: async (program) => {
    const [tree, on, off] = await Promise.all([
      program.tree(GAME, "", ordered(LOOKED)),
      program.search(GAME, "", ordered(DEPTH)),
      program.search(GAME, "", without),
    ]);
    const steps = iterations(tree);
    const last = steps.at(-1)?.nodes ?? 0;
    const sum = steps.reduce((all, step) => all + step.nodes, 0);
    const list = steps.map((step) => step.nodes).join(", ");
    return { depth: LOOKED, last, before: sum - last, list, on: on.nodes, off: off.nodes, deep: DEPTH, same: on.value === off.value };
  },
  idea: [
    {
      en: "How deep should a search go? Nobody knows before. So a machine searches to depth 1, then to depth 2, then to depth 3. This is **iterative deepening**. It can stop at any time, and it has a move.",
      es: "¿Hasta qué profundidad hay que buscar? Nadie lo sabe de antemano. Por eso la máquina busca a profundidad 1, luego a 2, luego a 3. Es la **profundización iterativa**. Puede parar en cualquier momento, y siempre tiene una jugada.",
    },
    {
      en: "Does it not do the same work again? A little. In the film below the searches of depth 1 to {depth} take {list} nodes. And each search tells the next one which moves are good. Those are searched first, and lesson 2 showed what that is worth.",
      es: "¿No repite el trabajo? Un poco. En la película de abajo, las búsquedas de profundidad 1 a {depth} necesitan {list} nodos. Y cada búsqueda dice a la siguiente qué jugadas son buenas. Esas se buscan primero, y la lección 2 mostró lo que eso vale.",
    },
    {
      en: "The same position can come about by different moves: first 1, then 5, or first 5, then 1. The **transposition table** keeps what was found for every position. When the position comes again, its value or its best move is there.",
      es: "La misma posición puede surgir de distintas jugadas: primero 1 y luego 5, o primero 5 y luego 1. La **tabla de transposiciones** guarda lo hallado en cada posición. Cuando la posición vuelve, ahí está su valor o su mejor jugada.",
    },
  ],
  look: {
    text: {
      en: "A search of Connect-4 to depth {depth}. Go to the beginning and play the film. The tree begins anew for every depth. Watch the counter **Depth** and the counter **Of all depths**. Some moves are there twice: they were searched again, because a first quick look said that they are better than the best move so far.",
      es: "Una búsqueda del cuatro en raya a profundidad {depth}. Ve al principio y pon la película. El árbol empieza de nuevo en cada profundidad. Mira el contador **Profundidad** y el contador **De todas las profundidades**. Algunas jugadas salen dos veces: se buscaron de nuevo, porque una primera mirada rápida dijo que son mejores que la mejor hasta entonces.",
    },
    wish: {
      kind: "tree",
      game: GAME,
      setups: [{ name: { en: "Connect-4", es: "Cuatro en raya" }, position: "", specs: [ordered(LOOKED)] }],
    },
  },
  experiment: {
    text: {
      en: "Search to depth {deep} with the table and without it. What does the table change: the nodes, the value, or the move?",
      es: "Busca a profundidad {deep} con la tabla y sin ella. ¿Qué cambia la tabla: los nodos, el valor o la jugada?",
    },
    wish: {
      kind: "searches",
      game: GAME,
      position: "",
      rows: [
        { name: { en: "With the table", es: "Con la tabla" }, spec: ordered(DEPTH) },
        { name: { en: "Without the table", es: "Sin la tabla" }, spec: without },
      ],
    },
  },
  questions: [
    {
      kind: "number",
      ask: { en: "In the film: how many nodes did all the searches before the last one take together?", es: "En la película: ¿cuántos nodos necesitaron juntas todas las búsquedas anteriores a la última?" },
      answer: ({ before }) => before,
      why: { en: "The last search alone took {last}. The deepest search costs most; those before are cheap.", es: "La última por sí sola necesitó {last}. La búsqueda más profunda es la más cara; las anteriores son baratas." },
    },
    {
      kind: "choice",
      ask: { en: "Does the table change the value of the root here?", es: "¿Cambia la tabla el valor de la raíz?" },
      choices: () => [
        { text: { en: "Yes, because it forgets some moves.", es: "Sí, porque olvida algunas jugadas." }, right: ({ same }) => !same },
        { text: { en: "No. It only saves nodes.", es: "No. Solo ahorra nodos." }, right: ({ same }) => same },
      ],
      why: { en: "With the table {on} nodes, without it {off}, and the same value.", es: "Con la tabla {on} nodos, sin ella {off}, y el mismo valor." },
    },
    {
      kind: "choice",
      ask: { en: "The clock stops the search in the middle of depth {deep}. What does the machine play?", es: "El reloj para la búsqueda a mitad de la profundidad {deep}. ¿Qué juega la máquina?" },
      choices: () => [
        { text: { en: "Nothing: it has no value yet.", es: "Nada: todavía no tiene un valor." }, right: () => false },
        { text: { en: "A move of the last depth that was finished, or a better one found since.", es: "Una jugada de la última profundidad terminada, u otra mejor hallada después." }, right: () => true },
        { text: { en: "A random move.", es: "Una jugada al azar." }, right: () => false },
      ],
      why: { en: "That is the first reason for iterative deepening.", es: "Ese es el primer motivo de la profundización iterativa." },
    },
  ],
};
