// The two seats of a game, and the button that swaps them.

import { isLocal } from "../address.js";
import { announce } from "../announce.js";
import { field, segments } from "../controls.js";
import { fill, h, icon } from "../dom.js";
import { t, text } from "../i18n.js";
import { machineChoice } from "./machine.js";

/** @typedef {import("../../types/api").Catalog} Catalog */
/** @typedef {import("../../types/api").GameInfo} GameInfo */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").SeatDraft} SeatDraft */

/** Somebody far away comes by a server. */
const KINDS = /** @type {const} */ (["human", "machine", "open"]).filter((kind) => !isLocal || kind !== "open");
const KIND_ICONS = { human: "user", machine: "bot", open: "link" };
const NAME_LENGTH = 40;

/**
 * @typedef {object} Around
 * @property {Catalog} catalog
 * @property {() => GameInfo} game
 * @property {() => void} changed
 * @property {(part: string, problem: string | null) => void} checked
 */

/**
 * @param {Draft} draft
 * @param {Around} around
 * @returns {HTMLElement}
 */
export function seatsSection(draft, around) {
  const pair = h("div", { class: "seats" });
  const note = h("p", { class: "hint soft small" });
  const checkPair = () => {
    const kinds = draft.seats.map((seat) => seat.kind);
    const bothOpen = kinds.every((kind) => kind === "open");
    around.checked("seats", bothOpen ? t("setup.kind.both_open") : null);
    note.className = bothOpen ? "problem" : "hint soft small";
    if (bothOpen) note.textContent = t("setup.kind.both_open");
    else note.textContent = kinds.every((kind) => kind === "human") ? t("setup.kind.two_people") : "";
  };
  const redraw = () => {
    const swap = h(
      "button",
      {
        class: "icon-button swap",
        type: "button",
        "aria-label": t("setup.swap"),
        title: t("setup.swap"),
        onclick: () => swapSeats(),
      },
      icon("arrow-left-right"),
    );
    fill(pair, seatCard(draft, 0, around, checkPair), swap, seatCard(draft, 1, around, checkPair));
    checkPair();
  };
  const swapSeats = () => {
    draft.seats.reverse();
    redraw();
    around.changed();
    announce(t("setup.swapped"));
    /** @type {HTMLElement | null} */ (pair.querySelector(".swap"))?.focus();
  };
  redraw();
  return h(
    "section",
    { "aria-labelledby": "players-title" },
    h("h2", { id: "players-title" }, t("setup.players")),
    pair,
    note,
  );
}

/**
 * @param {Draft} draft
 * @param {0 | 1} index
 * @param {Around} around
 * @param {() => void} checkPair
 */
function seatCard(draft, index, around, checkPair) {
  const seat = draft.seats[index];
  const side = text(around.game().sides[index]);
  const inside = h("div", { class: "seat-inside" });
  const redraw = () => fill(inside, seatInside(seat, index, around));
  const kinds = segments({
    legend: t("setup.kind", { side }),
    hidden: true,
    options: KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) })),
    value: seat.kind,
    onchange: (kind) => {
      seat.kind = /** @type {SeatDraft["kind"]} */ (kind);
      around.checked(`seat${index}`, null);
      redraw();
      checkPair();
      around.changed();
    },
  });
  around.checked(`seat${index}`, null);
  redraw();
  return h(
    "div",
    { class: "seat card", dataset: { side: index === 0 ? "first" : "second" } },
    h("h3", null, side, " ", h("small", { class: "soft" }, t(index === 0 ? "setup.first" : "setup.second"))),
    kinds,
    inside,
  );
}

/** @param {"human" | "machine" | "open"} kind */
function kindLabel(kind) {
  const label = document.createDocumentFragment();
  label.append(icon(KIND_ICONS[kind]), t(`setup.kind.${kind}`));
  return label;
}

/**
 * @param {SeatDraft} seat
 * @param {0 | 1} index
 * @param {Around} around
 */
function seatInside(seat, index, { catalog, game, changed, checked }) {
  if (seat.kind === "open") return h("p", { class: "hint soft small" }, t("setup.kind.open.hint"));
  if (seat.kind === "machine") {
    return machineChoice(seat.machine, {
      catalog,
      game: game(),
      changed,
      checked: (problem) => checked(`seat${index}`, problem),
    });
  }
  const name = h("input", {
    class: "input",
    type: "text",
    maxlength: NAME_LENGTH,
    value: seat.name,
    placeholder: t("setup.name.placeholder"),
    autocomplete: "off",
  });
  name.addEventListener("input", () => {
    seat.name = name.value;
    changed();
  });
  return field(t("setup.name"), name);
}
