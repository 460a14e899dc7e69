/** The row of buttons under the board. While a move is half made it offers to cancel or to end it instead. */
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{taps: string[], mayEnd: boolean, choices: string[], premove: string[]}} Pending */
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
  takeback: { type: "takeback", answer: "offer" },
  "undo-accept": { type: "takeback", answer: "accept" },
  "undo-decline": { type: "takeback", answer: "decline" },
  help: { type: "help", answer: "offer" },
  "help-accept": { type: "help", answer: "accept" },
  "help-decline": { type: "help", answer: "decline" },
};

/** What is said of an offer of the opponent. */
export const OFFERS = { draw: "game.offer", undo: "game.offer_undo", help: "game.offer_help" };

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
    const offer = halfway ? null : model.offer;
    const ahead = !halfway && !offer && pending.premove.length > 0;
    const actions = halfway ? halfMade(pending) : offer ? answers(offer) : ahead ? [giveUp()] : usual(model, pending);
    const instruction = text(model.info.instructions[pending.taps.length]) || t("board.go_on");
    const entered = ahead ? t("game.premove", { taps: pending.premove.join(" ") }) : null;
    const note = halfway ? instruction : offer ? t(OFFERS[offer]) : entered;
    element.classList.toggle("is-offer", offer !== null);
    const signature = JSON.stringify([note, actions]);
    if (signature === shown) return;
    const focused = element.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.name
      : null;
    shown = signature;
    fill(element, note ? h("span", { class: "actions-note" }, note) : null, ...actions.map(button));
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

/** Gives up the move that was entered ahead of the turn. @returns {Action} */
const giveUp = () => ({ name: "premove-cancel", picture: "x", words: t("board.cancel") });

/** @param {Pending} pending @returns {Action[]} */
function halfMade({ mayEnd, taps }) {
  /** @type {Action[]} */
  const list = [{ name: "cancel", picture: "x", words: t("board.cancel") }];
  if (taps.length > 1) list.push({ name: "step-back", picture: "undo-2", words: t("board.step_back") });
  if (mayEnd) list.push({ name: "finish", picture: "check", words: t("board.finish"), primary: true });
  return list;
}

/** The answers to an offer, in the place of the usual buttons: nothing on the page moves. @param {"draw" | "undo" | "help"} offer @returns {Action[]} */
const answers = (offer) => [
  { name: `${offer}-accept`, picture: "check", words: t("game.accept"), primary: true },
  { name: `${offer}-decline`, picture: "x", words: t("game.decline") },
];

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
    if (can.rematch) list.push({ name: "rematch", picture: "repeat", words: t("game.rematch") });
    list.push({ name: "review", picture: "target", words: t("game.review"), off: model.plies === 0 });
    list.push({ name: "new", picture: "plus", words: t("game.new") });
  } else if (model.playing) {
    const offered = model.isOwn(state.draw_offer);
    const asked = model.isOwn(state.undo_offer);
    if (model.machines > 0 || can.hint)
      list.push({ name: "hint", picture: "lightbulb", words: t("game.hint"), off: !can.hint });
    if (model.machines > 0 || can.undo)
      list.push({ name: "undo", picture: "undo-2", words: t("game.undo"), off: !can.undo });
    if (can.takeback || asked)
      list.push({ name: "takeback", picture: "undo-2", words: t(asked ? "game.asked" : "game.takeback"), off: asked });
    if (list.length < 4 && info.has_draws)
      list.push({
        name: "draw",
        picture: "handshake",
        words: t(offered ? "game.draw_offered" : "game.draw"),
        off: !can.draw,
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
