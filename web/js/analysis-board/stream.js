/** What an engine thinks, as it comes. */
import { isLocal } from "../address.js";
import { ApiError, localEnd } from "../api.js";
import { language, t } from "../i18n.js";

/** @typedef {import("../../types/api").AnalysisRequest} AnalysisRequest @typedef {import("../../types/api").AnalysisEvent} AnalysisEvent */

/**
 * Asks an engine, and hands over what it says until it has ended. Aborting the signal stops the engine.
 * @param {AnalysisRequest} wish
 * @param {(event: AnalysisEvent) => void} take
 * @param {AbortSignal} signal
 */
export const think = (wish, take, signal) => listen("/api/analysis/engine", wish, take, signal);

/**
 * Asks for a stream of events, and hands them over one by one until it has ended. Aborting the signal ends it.
 * @param {string} path
 * @param {object} wish
 * @param {(event: any) => void} take
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export async function listen(path, wish, take, signal) {
  if (isLocal) return (await localEnd()).ask("POST", path, wish, signal, take);
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": language() },
    body: JSON.stringify(wish),
    signal,
    credentials: "same-origin",
  });
  if (!answer.ok || !answer.body) {
    const said = await answer.json().catch(() => null);
    throw new ApiError(answer.status, said?.code ?? "unknown", said?.message ?? t("error.status", { status: answer.status }));
  }
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart())
        .join("\n");
      if (data) take(JSON.parse(data));
    }
  }
}
