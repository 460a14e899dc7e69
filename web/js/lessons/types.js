// What a lesson is made of: one file of `web/lessons` each, texts in both languages. `{name}` in a text stands for a fact.

/** @typedef {import("../../types/api").Text} Text */
/** Numbers and words that the program has found out for this lesson. @typedef {Record<string, any>} Facts */
/** @typedef {import("./program.js").Program} Program */

/** Searches of a position; `players` are the names of two that stand side by side. @typedef {{ name: Text, position: string, specs: string[], players?: Text[] }} TreeSetup */

/**
 * Something to do on the page.
 * @typedef {{ kind: "tree", game: string, last?: boolean, setups: TreeSetup[] }} TreeWish
 * @typedef {{ kind: "searches", game: string, position: string, rows: { name: Text, spec: string }[] }} SearchesWish
 * @typedef {{ kind: "board", game: string, position: string, shows: "values" | "evaluations", evaluators?: string[] }} BoardWish
 * @typedef {{ kind: "states", game: string }} StatesWish
 * @typedef {{ kind: "learn", games: string[] }} LearnWish
 * @typedef {{ kind: "match", game: string, games: number, pairings: { name: Text, players: [string, string] }[] }} MatchWish
 * @typedef {TreeWish | SearchesWish | BoardWish | StatesWish | LearnWish | MatchWish} Wish
 */

/**
 * A question with its check. Right answers follow from the facts.
 * @typedef {{ text: Text, right: (facts: Facts) => boolean }} Choice
 * @typedef {{ kind: "choice", ask: Text, choices: (facts: Facts) => Choice[], why: Text }} ChoiceQuestion
 * @typedef {{ kind: "number", ask: Text, answer: (facts: Facts) => number, why: Text }} NumberQuestion
 * @typedef {{ kind: "move", ask: Text, game: string, position: string, right: (move: string, facts: Facts) => boolean, why: Text }} MoveQuestion
 * @typedef {ChoiceQuestion | NumberQuestion | MoveQuestion} Question
 */

/**
 * @typedef {object} Lesson
 * @property {string} id Its name in addresses.
 * @property {Text} title
 * @property {Text} goal What one can say afterwards.
 * @property {(program: Program) => Promise<Facts>} facts
 * @property {Text[]} idea
 * @property {{ game: string, position: string }} [picture] What the idea speaks of.
 * @property {{ text: Text, wish: Wish, link?: { href: string, text: Text } }} look
 * @property {{ text: Text, wish: Wish }} experiment
 * @property {[Question, Question, Question]} questions
 */

export {};
