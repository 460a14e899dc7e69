// How a tournament stands, in a word and in a bar.

import { fill, h } from "../dom.js";
import { number, t } from "../i18n.js";

/** @typedef {import("../../types/api").TournamentSummary} TournamentSummary */
/** @typedef {import("../../types/api").TournamentState} TournamentState */

/** @param {TournamentSummary} one */
export function statusBadge(one) {
  return h("span", { class: "badge", dataset: { status: one.status } }, t(`tournament.status.${one.status}`));
}

/** A time in words: 40 s, 12 min, 3 h. @param {number} seconds */
function duration(seconds) {
  if (seconds < 100) return t("tournament.seconds", { n: number(seconds) });
  if (seconds < 100 * 60) return t("tournament.minutes", { n: number(Math.round(seconds / 60)) });
  return t("tournament.hours", { n: number(Math.round(seconds / 3600)) });
}

/** The bar that fills, with words below. */
export function progressBar() {
  const bar = h("progress", { max: 1, "aria-label": t("tournament.progress_label") });
  const words = h("p", { class: "soft small" });
  const element = h("div", { class: "tournament-progress" }, bar, words);
  /** @param {TournamentState} state */
  const update = (state) => {
    bar.max = Math.max(1, state.planned);
    bar.value = state.played;
    const left = state.eta_s === null ? "" : ` · ${t("tournament.left", { time: duration(state.eta_s) })}`;
    fill(words, t("tournament.progress", { played: number(state.played), planned: number(state.planned) }) + left);
  };
  return { element, update };
}
