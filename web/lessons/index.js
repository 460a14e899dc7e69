// The lessons in their order. Adding one is adding a file and a line.

/** @typedef {import("../js/lessons/types.js").Lesson} Lesson */

/** @type {{ id: string, load: () => Promise<{ default: Lesson }> }[]} */
export const LESSONS = [
  { id: "minimax", load: () => import("./minimax.js") },
  { id: "alpha-beta", load: () => import("./alpha-beta.js") },
  { id: "deepening", load: () => import("./deepening.js") },
  { id: "horizon", load: () => import("./horizon.js") },
  { id: "evaluation", load: () => import("./evaluation.js") },
  { id: "monte-carlo", load: () => import("./monte-carlo.js") },
  { id: "learning", load: () => import("./learning.js") },
  { id: "backwards", load: () => import("./backwards.js") },
  { id: "statistics", load: () => import("./statistics.js") },
];
