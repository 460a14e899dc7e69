/** The link to a game: an address that others can reach, its code for a phone, and a warning where nobody else can come. */
import { announce } from "../announce.js";
import { api } from "../api.js";
import { fill, freshId, h, icon } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../../types/api").Links} Links */

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/**
 * Where others find the server, the best address first. An address by which this very page came from elsewhere works;
 * otherwise the server says what it knows.
 * @param {Links | null} links
 * @returns {{origins: string[], warning: string}}
 */
export function reach(links) {
  const own = location.origin;
  if (links?.public_url) return { origins: [links.public_url], warning: "" };
  if (!LOOPBACK.test(location.hostname)) return { origins: [own], warning: "" };
  if (links && links.network.length > 0) return { origins: links.network, warning: t("game.share_network") };
  return { origins: [own], warning: t("game.share_local") };
}

/** @param {string} path of the game @returns {HTMLElement} */
export function shareNotice(path) {
  const id = freshId("share-link");
  const link = h("input", { class: "input", id, type: "text", readonly: true, onfocus: () => link.select() });
  const note = h("p", { class: "share-note small", role: "status" });
  const choice = h("div", { class: "share-choice" });
  const picture = h("img", { class: "share-code", width: "180", height: "180" });
  const code = h("details", { class: "share-details" }, h("summary", null, t("game.share_code")), picture);
  const show = (/** @type {string} */ origin) => {
    link.value = origin + path;
    picture.alt = t("game.share_code_of", { address: link.value });
    code.ontoggle = () => {
      if (code.open) picture.src = `/api/qr.svg?address=${encodeURIComponent(link.value)}`;
    };
    if (code.open) picture.src = `/api/qr.svg?address=${encodeURIComponent(link.value)}`;
  };
  const offer = (/** @type {Links | null} */ links) => {
    const { origins, warning } = reach(links);
    note.textContent = warning;
    note.hidden = !warning;
    note.classList.toggle("is-warning", warning === t("game.share_local"));
    code.hidden = note.classList.contains("is-warning");
    fill(choice, origins.length > 1 ? originChoice(origins, show) : null);
    show(origins[0]);
  };
  offer(null);
  api.get("/api/links").then(offer, () => {});
  return h(
    "div",
    { class: "notice-line notice-share" },
    h("label", { for: id }, t("game.share")),
    link,
    copyButton(() => link.value, t("game.copy")),
    choice,
    code,
    note,
  );
}

/** @param {string[]} origins @param {(origin: string) => void} choose @returns {HTMLElement} */
function originChoice(origins, choose) {
  const id = freshId("share-origin");
  const select = h(
    "select",
    { class: "select", id, onchange: () => choose(select.value) },
    ...origins.map((origin) => h("option", { value: origin }, origin.replace(/^https?:\/\//, ""))),
  );
  return h("div", { class: "field" }, h("label", { for: id }, t("game.address")), select);
}

/** @param {() => string | Promise<string>} words @param {string} label @returns {HTMLElement} */
export function copyButton(words, label) {
  const said = h("span", null, label);
  const copy = async () => {
    await copyText(await words());
    said.textContent = t("game.copied");
    announce(t("game.copied"));
    setTimeout(() => {
      said.textContent = label;
    }, 1600);
  };
  return h("button", { type: "button", class: "button", onclick: copy }, icon("copy"), said);
}

/** Outside of secure addresses (a friend's machine on the home network) there is no clipboard to ask. @param {string} words @returns {Promise<void>} */
async function copyText(words) {
  if (navigator.clipboard) return navigator.clipboard.writeText(words).catch(() => copyByHand(words));
  copyByHand(words);
}

/** @param {string} words @returns {void} */
function copyByHand(words) {
  const field = h("textarea", { class: "sr-only", value: words });
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
