// What this browser remembers: choices of the visitor, in localStorage.

const PREFIX = "quevedo.";

/** @type {Record<string, any>} */
const DEFAULTS = {
  language: "auto",
  theme: "auto",
  sound: true,
  pieces: "drawn",
  animation: "auto",
  coordinates: true,
  delay_ms: 500,
  analysis: { on: false, spec: "alphabeta:time=2s", lines: 1 },
  name: "",
  level: "medium",
  puzzles: {},
  lessons: {},
  side: "first",
  turned: [],
};

/** @type {Map<string, Set<(value: any) => void>>} */
const listeners = new Map();
/** Storage can be forbidden or full; then choices last as long as the page. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {any} value
 */
function tell(name, value) {
  for (const listener of listeners.get(name) ?? []) listener(value);
}

export const prefs = {
  /**
   * The choice, or what it is when nothing was chosen.
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    const stored = read(name);
    if (stored === null) return DEFAULTS[name];
    try {
      return JSON.parse(stored);
    } catch {
      return DEFAULTS[name];
    }
  },

  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    const stored = JSON.stringify(value);
    memory.set(name, stored);
    try {
      localStorage.setItem(PREFIX + name, stored);
    } catch {
      // Remembered in memory alone.
    }
    tell(name, value);
  },

  /**
   * Calls back whenever the choice changes, here or in another tab. Returns what ends it.
   * @param {string} name
   * @param {(value: any) => void} callback
   * @returns {() => void}
   */
  on(name, callback) {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(callback));
    return () => set.delete(callback);
  },
};

addEventListener("storage", (event) => {
  if (!event.key?.startsWith(PREFIX)) return;
  const name = event.key.slice(PREFIX.length);
  tell(name, prefs.get(name));
});
