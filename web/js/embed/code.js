/** The HTML by which other sites show a board. */
import { api } from "../api.js";
import { copyButton, reach } from "../panels/share.js";
import { t } from "../i18n.js";

/** @param {string} words @returns {string} */
const escape = (words) => words.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** @param {string} address with its origin @param {string} title @returns {string} */
export function embedCode(address, title) {
  return `<iframe src="${escape(address)}" title="${escape(title)}" width="400" height="520" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}

/** Copies the code; the address is one that others reach. @param {() => {path: string, title: string} | Promise<{path: string, title: string}>} what @returns {HTMLElement} */
export function embedButton(what) {
  const code = async () => {
    const links = await api.get("/api/links").catch(() => null);
    const { path, title } = await what();
    return embedCode(`${reach(links).origins[0]}${path}`, title);
  };
  return copyButton(code, t("embed.copy"));
}
