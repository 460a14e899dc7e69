/** Dialogs of the game screen: a question before what cannot be taken back, and everything that is rarely needed. */
import { isLocal } from "../address.js";
import { h, icon } from "../dom.js";
import { embedButton } from "../embed/code.js";
import { number, t } from "../i18n.js";
import { prefs } from "../prefs.js";
import { copyButton } from "./share.js";

/** @typedef {import("./model.js").Model} Model */

/** @param {string} title @param {...Node} inside @returns {HTMLDialogElement} */
function openDialog(title, ...inside) {
  const close = h(
    "button",
    { type: "button", class: "icon-button dialog-close", "aria-label": t("game.close"), onclick: () => dialog.close() },
    icon("x"),
  );
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": title },
    h("header", { class: "sheet-head" }, h("h2", null, title), close),
    ...inside,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} title @param {string} yes @returns {Promise<boolean>} */
export function confirmDialog(title, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = h(
      "button",
      {
        type: "button",
        class: "button primary",
        onclick: () => {
          answer = true;
          dialog.close();
        },
      },
      yes,
    );
    const refuse = h("button", { type: "button", class: "button", onclick: () => dialog.close() }, t("board.cancel"));
    const dialog = openDialog(title, h("div", { class: "sheet-buttons" }, refuse, agree));
    dialog.addEventListener("close", () => resolve(answer));
    agree.focus();
  });
}

/** @param {Model} model @param {(name: string, more?: object) => void} act @returns {void} */
export function moreDialog(model, act) {
  const { state } = model;
  const dialog = openDialog(
    t("game.more_title"),
    h(
      "div",
      { class: "sheet-list" },
      toggle("sound", t("game.sound")),
      toggle("coordinates", t("game.coordinates")),
      toggle("premove", t("game.premoves")),
      model.machines > 0 && !model.finished ? delay(model, act) : null,
      model.machines > 0 && model.playing && !model.finished && model.info.has_draws ? drawItem(model, act, () => dialog.close()) : null,
      copyButton(() => model.position(), t("game.copy_position")),
      // A link to a game leads nowhere in another browser.
      isLocal ? null : copyButton(() => location.href, t("game.copy_link")),
      isLocal ? null : embedButton(() => ({ path: `/embed/game/${state.id}?ply=${model.ply}`, title: document.title })),
      h(
        "a",
        { class: "button", href: `/api/games/${state.id}/record`, download: "" },
        icon("download"),
        t("game.download"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          onclick: () => {
            dialog.close();
            act("play-on");
          },
        },
        icon("git-branch"),
        t("game.play_on"),
      ),
      model.rivalry ? null : boardItem(act, () => dialog.close()),
      h(
        "button",
        {
          type: "button",
          class: "button",
          onclick: () => {
            dialog.close();
            shortcutsDialog();
          },
        },
        icon("circle-help"),
        t("game.shortcuts"),
      ),
      h(
        "a",
        { class: "button", href: `/rules/${model.info.id}`, onclick: () => dialog.close() },
        icon("book-open"),
        t("game.rules"),
      ),
      h(
        "a",
        { class: "button", href: `/new/${model.info.id}`, onclick: () => dialog.close() },
        icon("plus"),
        t("game.new"),
      ),
    ),
  );
}

/** The way to the analysis board, with all moves. @param {(name: string) => void} act @param {() => void} close @returns {HTMLElement} */
function boardItem(act, close) {
  const go = () => {
    close();
    act("board");
  };
  return h("button", { type: "button", class: "button", onclick: go }, icon("chart-line"), t("game.board"));
}

/** The keys of the game screen. @returns {void} */
export function shortcutsDialog() {
  const keys = [
    [["←", "→"], "arrows"],
    [["Home", "End"], "ends"],
    [["Page ↑", "Page ↓"], "pages"],
    [["f"], "f"],
    [["Esc"], "escape"],
    [["?"], "help"],
  ];
  const row = (/** @type {any[]} */ [names, key]) =>
    h(
      "div",
      null,
      h("dt", null, names.map((/** @type {string} */ name) => h("kbd", null, name))),
      h("dd", null, t(`game.key.${key}`)),
    );
  openDialog(t("game.shortcuts"), h("dl", { class: "keys" }, ...keys.map(row)), h("p", { class: "soft small" }, t("game.key.right")));
}

/** @param {string} name of a preference @param {string} words @returns {HTMLElement} */
function toggle(name, words) {
  const box = h("input", {
    type: "checkbox",
    checked: prefs.get(name) !== false,
    onchange: () => prefs.set(name, box.checked),
  });
  return h("label", { class: "switch" }, box, words);
}

/** The shortest time a machine takes for a move, so that people can follow. @param {Model} model @param {(name: string, more?: object) => void} act @returns {HTMLElement} */
function delay({ state }, act) {
  const says = (/** @type {number} */ ms) => t("game.delay_value", { seconds: number(ms / 1000) });
  const value = h("output", null, says(state.delay_ms));
  const slider = h("input", { type: "range", min: "0", max: "5000", step: "100", value: String(state.delay_ms) });
  slider.addEventListener("input", () => {
    value.textContent = says(Number(slider.value));
  });
  slider.addEventListener("change", () => {
    prefs.set("delay_ms", Number(slider.value));
    act("delay", { ms: Number(slider.value) });
  });
  return h("label", { class: "sheet-slider" }, h("span", null, t("game.delay"), " ", value), slider);
}

/** @param {Model} model @param {(name: string) => void} act @param {() => void} close @returns {HTMLElement} */
function drawItem({ state }, act, close) {
  return h(
    "button",
    {
      type: "button",
      class: "button",
      disabled: !state.can.draw || state.draw_offer !== null,
      onclick: () => {
        close();
        act("draw");
      },
    },
    icon("handshake"),
    t("game.draw_offer"),
  );
}
