/** What the players must know now, above the board: a lost line, a free seat, a link to send, an offer, a rematch. */
import { api } from "../api.js";
import { fill, freshId, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { prefs } from "../prefs.js";
import { indexOf, SIDES } from "./model.js";
import { shareNotice } from "./share.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {(name: string, more?: object) => void} Act */

/** @param {Model} model @param {Act} act @returns {{element: HTMLElement, update: () => void}} */
export function noticeStack(model, act) {
  const element = h("div", { class: "notices" });
  let shown = "";
  const update = () => {
    const wanted = wantedNotices(model);
    const signature = wanted.join();
    if (signature === shown) return;
    shown = signature;
    fill(element, ...wanted.map((name) => NOTICES[name](model, act)));
  };
  return { element, update };
}

/** @param {Model} model @returns {string[]} */
function wantedNotices({ state, online, playing }) {
  const names = [];
  if (!online) names.push("lost");
  if (state.can.join) names.push("join");
  else if (state.status === "waiting" && playing) names.push("share");
  if (state.rematch !== null) names.push("rematch");
  return names;
}

/** @type {Record<string, (model: Model, act: Act) => HTMLElement>} */
const NOTICES = {
  lost: () =>
    h(
      "div",
      { class: "notice-line notice-over notice-bad", role: "status" },
      icon("wifi-off"),
      h("span", null, t("game.lost_line")),
      h("span", { class: "thinking" }, h("i"), h("i"), h("i")),
    ),

  join(model, act) {
    const seat = SIDES.find((side) => model.state.seats[indexOf(side)].kind === "open") ?? "second";
    const id = freshId("join-name");
    const name = h("input", {
      class: "input",
      id,
      type: "text",
      maxlength: "40",
      value: prefs.get("name") ?? "",
      autocomplete: "nickname",
    });
    const join = () => {
      prefs.set("name", name.value.trim());
      act("join", { name: name.value.trim() });
    };
    return h(
      "form",
      {
        class: "notice-line notice-join",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          join();
        },
      },
      h("span", null, t("game.join_as", { side: text(model.info.sides[indexOf(seat)]) })),
      h("label", { for: id }, t("game.your_name")),
      name,
      h("button", { class: "button primary", type: "submit" }, icon("log-in"), t("game.join")),
    );
  },

  share: (model) => shareNotice(`/game/${model.state.id}`),

  rematch: (model) =>
    h(
      "div",
      { class: "notice-line notice-over", role: "status" },
      icon("repeat"),
      h("span", null, t("game.rematch_ready")),
      h("a", { class: "button primary", href: `/game/${model.state.rematch}` }, t("game.rematch_go")),
    ),
};

/** Asks for the same game again, with the sides changed. @param {Model} model @returns {Promise<string>} the address of the new game */
export async function askRematch({ state }) {
  const next = state.rematch ?? (await api.post(`/api/games/${state.id}/rematch`)).id;
  return `/game/${next}`;
}
