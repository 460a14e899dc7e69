/** The panel that says how the game ended, beside the board, once. */
import { h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { indexOf } from "./model.js";
import { seatName } from "./players.js";

/** @typedef {import("./model.js").Model} Model */

/** @param {Model} model @param {(name: string) => void} act @returns {{element: HTMLElement, show: () => void, hide: () => void}} */
export function endPanel(model, act) {
  const element = h("div", { class: "end", role: "dialog", "aria-labelledby": "end-title", hidden: true });
  const hide = () => {
    element.hidden = true;
  };
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ picture,
    /** @type {string} */ words,
    primary = false,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: `button${primary ? " primary" : ""}`,
        dataset: { name },
        onclick: () => {
          hide();
          act(name);
        },
      },
      icon(picture),
      words,
    );
  const show = () => {
    const { state } = model;
    if (!state.outcome) return;
    element.replaceChildren(
      h(
        "button",
        { type: "button", class: "icon-button end-close", "aria-label": t("game.close"), onclick: hide },
        icon("x"),
      ),
      h("span", { class: "end-badge", "aria-hidden": "true" }, icon(badgeOf(model))),
      h("h2", { id: "end-title", tabindex: "-1" }, endTitle(model)),
      h("p", null, endReason(model)),
      h(
        "div",
        { class: "end-buttons" },
        state.can.rematch ? button("rematch", "repeat", t("game.rematch"), true) : null,
        button("review", "target", t("game.review")),
        button("analyse", "chart-line", t("game.analyse")),
        h(
          "a",
          { class: "button", href: `/api/games/${state.id}/record`, download: "" },
          icon("download"),
          t("game.download_short"),
        ),
        button("new", "plus", t("game.new")),
        button("home", "house", t("game.home")),
      ),
    );
    element.hidden = false;
    element.querySelector("h2")?.focus({ preventScroll: true });
  };
  element.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  return { element, show, hide };
}

/** A trophy for the winner. @param {Model} model @returns {string} */
function badgeOf({ state }) {
  const winner = state.outcome?.winner ?? null;
  if (winner === null) return "handshake";
  const lost = state.seats.some((seat) => seat.mine) && !state.seats[indexOf(winner)].mine;
  return lost ? "flag" : "trophy";
}

/** @param {Model} model @returns {string} */
export function endTitle(model) {
  const { outcome, seats } = model.state;
  const winner = outcome?.winner ?? null;
  if (winner === null) return t("game.end_draw");
  const mine = seats.filter((seat) => seat.mine);
  if (mine.length === 1) return t(seats[indexOf(winner)].mine ? "game.end_you_won" : "game.end_you_lost");
  return t("game.end_won", { side: text(model.info.sides[indexOf(winner)]) });
}

/** @param {Model} model @returns {string} */
function endReason(model) {
  const { outcome } = model.state;
  const reason = text(outcome?.text);
  const words = reason.charAt(0).toUpperCase() + reason.slice(1);
  return outcome?.winner
    ? t("game.end_reason", {
        reason: words,
        name: seatName(model, outcome.winner),
        side: text(model.info.sides[indexOf(outcome.winner)]),
      })
    : words;
}
