/** How the parts of the game screen stand together: the stage that always fits the window, and the side. */
import { h, icon } from "../dom.js";
import { plural, t, text } from "../i18n.js";
import { seatName } from "./players.js";

/** @typedef {import("./model.js").Model} Model @typedef {{element: HTMLElement}} Part */

/** Adds a panel with its tab, ahead of the others. @typedef {(name: string, picture: string, words: string, panel: HTMLElement) => void} AddPanel */

const TOAST_MS = 3500;

/**
 * @typedef {object} Parts
 * @property {HTMLElement} board
 * @property {Part[]} bars
 * @property {Part} notices @property {Part} actions @property {Part} end @property {Part} toast @property {Part} about @property {Part} moves @property {Part} machines
 * @property {Part & {bar: Part}} analysis
 */

/**
 * @param {Model} model
 * @param {Parts} parts
 * @returns {{element: HTMLElement, update: () => void, heading: () => string, tab: (name: string) => void, addPanel: AddPanel}}
 */
export function gameFrame(model, parts) {
  const heading = h("h1", { class: "sr-only" });
  const fit = h("div", { class: "board-fit" }, parts.board, parts.toast.element);
  const area = h("div", { class: "board-area" }, parts.analysis.bar.element, fit);
  const [top, bottom] = parts.bars.map((bar) => bar.element);
  const stage = h("div", { class: "stage" }, parts.notices.element, top, area, bottom, parts.actions.element);
  const tabs = tabSwitch((name) => tab(name));
  const side = h(
    "div",
    { class: "side" },
    parts.about.element,
    parts.end.element,
    parts.machines.element,
    tabs,
    parts.moves.element,
    parts.analysis.element,
  );
  const element = h("div", { class: "game", dataset: { kind: model.info.shape.kind } }, heading, stage, side);
  element.style.setProperty("--ratio", String(model.geometry.width / model.geometry.height));
  const tab = (/** @type {string} */ name) => {
    element.dataset.tab = name;
    for (const one of tabs.querySelectorAll("button"))
      one.setAttribute("aria-pressed", String(one.dataset.name === name));
  };
  const update = () => {
    heading.textContent = `${gameName(model)}: ${seatName(model, "first")} – ${seatName(model, "second")}`;
  };
  /** @type {AddPanel} */
  const addPanel = (name, picture, words, panel) => {
    element.classList.add(`has-${name}`);
    tabs.append(tabButton(name, picture, words, tab));
    parts.moves.element.before(panel);
  };
  tab("moves");
  return { element, update, heading: () => heading.textContent ?? "", tab, addPanel };
}

/** On a phone one panel at a time; on a wide screen both stand side by side and the tabs are away. @param {(name: string) => void} choose @returns {HTMLElement} */
function tabSwitch(choose) {
  const buttons = [
    tabButton("moves", "list", t("game.moves"), choose),
    tabButton("analysis", "chart-line", t("analysis.title"), choose),
  ];
  return h("div", { class: "tabs", role: "group", "aria-label": t("game.panels") }, ...buttons);
}

/** @param {string} name @param {string} picture @param {string} words @param {(name: string) => void} choose @returns {HTMLElement} */
function tabButton(name, picture, words, choose) {
  const onclick = () => choose(name);
  return h("button", { type: "button", class: "tab", onclick, dataset: { name } }, icon(picture), words);
}

/** @param {Model} model @returns {string} */
function gameName({ info }) {
  return [text(info.name), text(info.variant)].filter(Boolean).join(", ");
}

/** Which game it is, its clock, who watches. @param {Model} model @returns {{element: HTMLElement, update: () => void}} */
export function aboutHead(model) {
  const element = h("header", { class: "side-head" });
  let shown = "";
  const update = () => {
    const { clock, watchers, status } = model.state;
    const parts = [h("strong", null, gameName(model))];
    if (clock) {
      const minutes = Math.round(clock.base_ms / 6000) / 10;
      parts.push(h("span", { class: "soft" }, icon("clock"), `${minutes}+${clock.increment_ms / 1000}`));
    }
    if (watchers > 0) parts.push(watching(watchers));
    if (status === "paused") parts.push(h("span", { class: "soft" }, icon("pause"), t("game.paused")));
    const signature = parts.map((part) => part.textContent).join();
    if (signature !== shown) element.replaceChildren(...parts);
    shown = signature;
  };
  return { element, update };
}

/** @param {number} count @returns {HTMLElement} */
function watching(count) {
  const words = plural("game.watchers", count);
  const figure = h("span", { "aria-hidden": "true" }, String(count));
  return h("span", { class: "soft", title: words }, icon("eye"), h("span", { class: "sr-only" }, words), figure);
}

/** A few words over the board that go away by themselves. @returns {{element: HTMLElement, say: (words: string) => void, stop: () => void}} */
export function toast() {
  const element = h("p", { class: "toast", role: "alert", hidden: true });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const say = (/** @type {string} */ words) => {
    element.textContent = words;
    element.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      element.hidden = true;
    }, TOAST_MS);
  };
  return { element, say, stop: () => clearTimeout(timer) };
}
