// The program in this browser: the page's other end where there is no server.
//
// One worker keeps the games and answers at once. Searches run in others, one each; a search is stopped by ending its worker.

import { ApiError } from "../api.js";
import { language, t } from "../i18n.js";
import { Program } from "./program.js";
import { downloads } from "./downloads.js";
import { keep } from "./offline.js";
import { SearchWorkers } from "./searches.js";
import { loadStored, store } from "./store.js";

/** @typedef {{ status: number, body: any }} Reply */
/** @typedef {{ key: string, path: string, body?: string | null, language?: string, game?: string | null, report?: boolean }} Search */
/**
 * @typedef {object} Effects
 * @property {Reply | null} reply
 * @property {Search | null} answer_by
 * @property {[number, any][]} lines
 * @property {Search[]} searches
 * @property {string[]} stop
 * @property {object[]} store
 * @property {number | null} wake_ms
 */

/** The live views by their numbers. @type {Map<number, { game: string, message: (message: any) => void }>} */
const lines = new Map();
let lastLine = 0;
let lastOnce = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waking;
let wakeAt = Infinity;

const games = new Program();
const searches = new SearchWorkers();
const ready = loadStored().then((stored) => games.call({ type: "load", stored }));

/** @param {object} wanted @returns {Promise<Effects>} */
async function call(wanted) {
  await ready;
  const effects = /** @type {Effects} */ (await games.call(wanted));
  carryOut(effects);
  return effects;
}

/** @param {Effects} effects */
function carryOut(effects) {
  if (effects.store.length > 0) void store(effects.store);
  for (const key of effects.stop) searches.stop(key);
  for (const search of effects.searches) void runForGame(search);
  for (const [line, message] of effects.lines) lines.get(line)?.message(message);
  if (effects.wake_ms !== null) wake(effects.wake_ms);
}

/** @param {number} wait in milliseconds */
function wake(wait) {
  const at = performance.now() + wait;
  if (at >= wakeAt) return;
  wakeAt = at;
  clearTimeout(waking);
  waking = setTimeout(() => {
    wakeAt = Infinity;
    void call({ type: "wake" });
  }, wait);
}

/** A search of a game: the live views of the game see what it finds, or the games are told. @param {Search} search */
async function runForGame(search) {
  const { key, report, game } = search;
  const take = (/** @type {any} */ found) => {
    if (typeof found !== "object" && report) void call({ type: "found", key, found, done: false });
    else for (const line of lines.values()) if (line.game === game) line.message(found);
  };
  const reply = await searches.run(search, take).catch(() => null);
  if (report && reply !== "stopped") {
    const found = reply && reply.status === 200 ? reply.body : null;
    await call({ type: "found", key, found, done: true });
  }
}

/**
 * Asks the program, as a server is asked.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal | null} [signal]
 * @param {(event: any) => void} [take] what is found before the end
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, signal, take = () => {}) {
  signal?.throwIfAborted();
  const sent = body === undefined ? null : JSON.stringify(body);
  const effects = await call({ type: "request", method, path, body: sent, language: language() });
  signal?.throwIfAborted();
  const reply = effects.answer_by ? await runForPage(effects.answer_by, signal, take) : effects.reply;
  if (!reply) throw new ApiError(500, "internal", t("error.status", { status: 500 }));
  if (reply.status >= 400) throw new ApiError(reply.status, reply.body.code, reply.body.message, reply.body.hint ?? null);
  if (path.startsWith("/api/games") && reply.body?.game) void keepFiles(reply.body.game);
  return reply.body;
}

/** What the players of a game need is there before the network is gone. @param {string} game */
async function keepFiles(game) {
  const { reply } = await call({ type: "request", method: "GET", path: `/api/files/${encodeURIComponent(game)}`, language: language() });
  if (reply?.status === 200) await keep(reply.body);
}

/**
 * @param {Search} search
 * @param {AbortSignal | null | undefined} signal
 * @param {(event: any) => void} take
 * @returns {Promise<Reply | null>}
 */
async function runForPage(search, signal, take) {
  lastOnce += 1;
  const key = search.key || `once ${lastOnce}`;
  const stop = () => searches.stop(key);
  signal?.addEventListener("abort", stop, { once: true });
  const reply = await searches.run({ ...search, key }, (event) => signal?.aborted || take(event)).finally(() => {
    signal?.removeEventListener("abort", stop);
  });
  signal?.throwIfAborted();
  if (reply === "stopped") throw new DOMException("stopped", "AbortError");
  return reply;
}

/**
 * A live view of a game.
 * @param {string} path as on a server
 * @param {{ message: (message: any) => void, status: (status: import("../live.js").LineStatus) => void }} listener
 * @returns {import("../live.js").Line}
 */
export function openLine(path, { message, status }) {
  lastLine += 1;
  const line = lastLine;
  const game = decodeURIComponent(path.split("/")[3] ?? "");
  let open = true;
  status("open");
  lines.set(line, { game, message: (words) => open && message(words) });
  void call({ type: "open", line, game, language: language() });
  return {
    send(what) {
      void call({ type: "say", line, message: what });
      return true;
    },
    close() {
      open = false;
      lines.delete(line);
      void call({ type: "close", line });
    },
  };
}

downloads(ask);
