// Asking the server, or the program in this browser where there is none.

import { isLocal } from "./address.js";
import { addDrawings } from "../pieces/own.js";
import { language, t } from "./i18n.js";

/** @typedef {import("../types/api").Catalog} Catalog */
/** @typedef {import("../types/api").GameInfo} GameInfo */

/** A refusal of the server, or no answer at all (`status` 0, code `offline`). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {string | null} [hint]
   */
  constructor(status, code, message, hint = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

/** The program in this browser. */
export const localEnd = () => import("./local/end.js");

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, signal) {
  if (isLocal) return (await localEnd()).ask(method, path, body, signal);
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json", "accept-language": language() };
  if (body !== undefined) headers["content-type"] = "application/json";
  const sent = body === undefined ? null : JSON.stringify(body);
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: sent, signal: signal ?? null, credentials: "same-origin" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "offline", t("error.offline"));
  }
  if (!answer.ok) throw await refusal(answer);
  return answer.status === 204 ? null : answer.json();
}

/** @param {Response} answer */
async function refusal(answer) {
  const said = await answer.json().catch(() => null);
  const message = said?.message ?? t("error.status", { status: answer.status });
  return new ApiError(answer.status, said?.code ?? "unknown", message, said?.hint ?? null);
}

export const api = {
  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   */
  get: (path, signal) => ask("GET", path, undefined, signal),
  /**
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  post: (path, body = {}, signal) => ask("POST", path, body, signal),
  /**
   * @param {string} path
   * @param {unknown} body
   */
  put: (path, body) => ask("PUT", path, body),
  /** @param {string} path */
  delete: (path) => ask("DELETE", path),
};

/** @type {Promise<Catalog> | null} */
let known = null;

/** The games and players there are; asked for once. @returns {Promise<Catalog>} */
export function catalog() {
  known ??= api.get("/api/catalog").then(
    (all) => {
      addDrawings([...all.games, ...all.lesson_games]);
      return all;
    },
    (error) => {
      known = null;
      throw error;
    },
  );
  return /** @type {Promise<Catalog>} */ (known);
}

/**
 * A game or variant by its id, games of lessons too.
 * @param {string} id
 * @returns {Promise<GameInfo>}
 */
export async function gameInfo(id) {
  const { games, lesson_games } = await catalog();
  const found = [...games, ...lesson_games].find((game) => game.id === id);
  if (!found) throw new ApiError(404, "unknown_game", t("error.unknown_game", { game: id }));
  return found;
}
