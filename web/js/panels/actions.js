/** The row of buttons under the board. While a move is half made it offers to cancel or to end it instead. */
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{taps: string[], mayEnd: boolean, choices: string[]}} Pending */
/** @typedef {{name: string, picture: string, words: string, off?: boolean, primary?: boolean}} Action */

/** What each button says to the server. @type {Record<string, object>} */
export const MESSAGES = {
  undo: { type: "undo" },
  hint: { type: "hint" },
  pause: { type: "pause" },
  resume: { type: "resume" },
  step: { type: "step" },
  draw: { type: "draw", answer: "offer" },
  "draw-accept": { type: "draw", answer: "accept" },
  "draw-decline": { type: "draw", answer: "decline" },
};

/**
 * @param {Model} model
 * @param {(name: string) => void} act called with the name of the button, or `choose:TAP`
 * @returns {{element: HTMLElement, update: (pending: Pending) => void}}
 */
export function actionRow(model, act) {
  const element = h("div", { class: "actions", role: "toolbar", "aria-label": t("game.actions") });
  element.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button?.dataset.name) act(button.dataset.name);
  });
  let shown = "";
  const update = (/** @type {Pending} */ pending) => {
    const halfway = pending.taps.length > 1 || pending.mayEnd;
    const actions = halfway ? halfMade(pending) : usual(model, pending);
    const signature = JSON.stringify(actions);
    if (signature === shown) return;
    const focused = element.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.name
      : null;
    shown = signature;
    fill(element, halfway ? h("span", { class: "actions-note" }, t("board.go_on")) : null, ...actions.map(button));
    const same = focused && element.querySelector(`[data-name="${focused}"]`);
    if (same instanceof HTMLElement) same.focus();
  };
  return { element, update };
}

/** @param {Action} action @returns {HTMLElement} */
function button({ name, picture, words, off, primary }) {
  return h(
    "button",
    { type: "button", class: `action${primary ? " primary" : ""}`, dataset: { name }, disabled: off === true },
    icon(picture),
    h("span", null, words),
  );
}

/** @param {Pending} pending @returns {Action[]} */
function halfMade({ mayEnd }) {
  const cancel = { name: "cancel", picture: "x", words: t("board.cancel") };
  return mayEnd ? [cancel, { name: "finish", picture: "check", words: t("board.finish"), primary: true }] : [cancel];
}

/** @param {Model} model @param {Pending} pending @returns {Action[]} */
function usual(model, pending) {
  const { state, info } = model;
  const { can } = state;
  /** @type {Action[]} */
  const list = pending.choices.map((tap) => ({
    name: `choose:${tap}`,
    picture: "skip-forward",
    words: capital(text(info.choices[tap]) || tap),
    primary: true,
  }));
  if (model.finished) {
    list.push({
      name: "rematch",
      picture: "repeat",
      words: t("game.rematch"),
      off: !state.seats.some((seat) => seat.mine || seat.kind === "machine"),
    });
    list.push({ name: "new", picture: "plus", words: t("game.new") });
  } else if (model.playing) {
    const offered = state.draw_offer !== null;
    if (model.machines > 0 || can.hint)
      list.push({ name: "hint", picture: "lightbulb", words: t("game.hint"), off: !can.hint });
    if (model.machines > 0 || can.undo)
      list.push({ name: "undo", picture: "undo-2", words: t("game.undo"), off: !can.undo });
    if (list.length < 4)
      list.push({
        name: "draw",
        picture: "handshake",
        words: t(offered ? "game.draw_offered" : "game.draw"),
        off: !can.draw || offered,
      });
    list.push({ name: "resign", picture: "flag", words: t("game.resign"), off: !can.resign });
  }
  if (can.pause && state.status === "running") list.push({ name: "pause", picture: "pause", words: t("game.pause") });
  if (state.status === "paused")
    list.push({ name: "resume", picture: "play", words: t("game.resume"), primary: true, off: !can.pause });
  if (can.step) list.push({ name: "step", picture: "step-forward", words: t("game.step") });
  list.push(
    { name: "flip", picture: "arrow-up-down", words: t("game.flip") },
    { name: "more", picture: "ellipsis", words: t("game.more") },
  );
  return list;
}

/** @param {string} words @returns {string} */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
