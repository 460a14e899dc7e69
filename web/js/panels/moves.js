/** The list of moves, and the buttons that walk through the game. */
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";

/** @typedef {import("./model.js").Model} Model */

/** @param {Model} model @returns {{element: HTMLElement, update: () => void}} */
export function movesPanel(model) {
  const list = h("ol", { class: "moves-list", "aria-label": t("game.moves") });
  const none = h("p", { class: "moves-none soft" }, t("game.no_moves"));
  const result = h("p", { class: "moves-result" });
  const scroller = h(
    "div",
    { class: "moves-scroll", tabindex: "0", role: "group", "aria-label": t("game.moves") },
    none,
    list,
    result,
  );
  const nav = navigation(model);
  list.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (button) void model.look(Number(button.dataset.ply));
  });
  /** @type {string[]} */
  let shown = [];
  const update = () => {
    const now = model.state.moves.map((move) => move.pretty || move.text);
    if (now.length !== shown.length || now.some((word, i) => word !== shown[i])) {
      redraw(list, now, shown);
      shown = now;
      list.style.setProperty("--letters", String(Math.max(4, ...now.map((word) => word.length))));
    }
    mark(list, scroller, model.ply);
    result.textContent = resultLine(model);
    result.hidden = !model.finished;
    none.hidden = model.plies > 0;
    nav.update();
  };
  new ResizeObserver(() => mark(list, scroller, model.ply)).observe(scroller);
  return {
    element: h("section", { class: "panel panel-moves", "aria-label": t("game.moves") }, scroller, nav.element),
    update,
  };
}

/** Only what is new is added, so that long games stay quick. @param {HTMLElement} list @param {string[]} now @param {string[]} before @returns {void} */
function redraw(list, now, before) {
  const same = before.length <= now.length && before.every((word, i) => word === now[i]);
  const kept = same ? before.length - (before.length % 2) : 0;
  while (list.children.length > kept / 2) list.lastElementChild?.remove();
  for (let ply = kept; ply < now.length; ply += 2) {
    const cell = (/** @type {number} */ at) =>
      at < now.length
        ? h("button", { type: "button", class: "move", dataset: { ply: String(at + 1) } }, now[at])
        : null;
    list.append(
      h(
        "li",
        null,
        h("span", { class: "move-number", "aria-hidden": "true" }, `${ply / 2 + 1}`),
        cell(ply),
        cell(ply + 1),
      ),
    );
  }
}

/** @param {HTMLElement} list @param {HTMLElement} scroller @param {number} ply @returns {void} */
function mark(list, scroller, ply) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const move = list.querySelector(`[data-ply="${ply}"]`);
  if (!(move instanceof HTMLElement)) {
    if (ply === 0) scroller.scrollTop = 0;
    return;
  }
  move.setAttribute("aria-current", "true");
  /* Not scrollIntoView: that would move the whole page on a phone. */
  const [box, own] = [scroller.getBoundingClientRect(), move.getBoundingClientRect()];
  if (own.bottom > box.bottom) scroller.scrollTop += own.bottom - box.bottom + 4;
  if (own.top < box.top) scroller.scrollTop -= box.top - own.top + 4;
}

/** @param {Model} model @returns {string} */
export function resultLine({ state, info }) {
  if (!state.outcome) return "";
  const { winner, text: reason } = state.outcome;
  if (winner === null) return t("game.result_draw", { reason: text(reason) });
  return t("game.result_win", { side: text(info.sides[winner === "first" ? 0 : 1]), reason: text(reason) });
}

/** @param {Model} model @returns {{element: HTMLElement, update: () => void}} */
function navigation(model) {
  const button = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {() => number} */ goal) =>
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": t(`game.nav.${name}`),
        title: t(`game.nav.${name}`),
        onclick: () => model.look(goal()),
      },
      icon(picture),
    );
  const back = [button("first", "skip-back", () => 0), button("back", "chevron-left", () => model.ply - 1)];
  const on = [
    button("forward", "chevron-right", () => model.ply + 1),
    button("last", "skip-forward", () => model.plies),
  ];
  const where = h("span", { class: "nav-where" });
  const update = () => {
    for (const one of back) one.disabled = model.ply === 0;
    for (const one of on) one.disabled = model.ply === model.plies;
    fill(where, t("game.nav.where", { ply: model.ply, plies: model.plies }));
  };
  return {
    element: h("div", { class: "moves-nav", role: "group", "aria-label": t("game.nav.label") }, ...back, where, ...on),
    update,
  };
}
