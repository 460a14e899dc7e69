// The screens that nobody wants: nothing here, and something went wrong.

import { isLocal } from "../address.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {HTMLElement} root
 * @param {{ missing: boolean, error?: unknown, retry: (() => void) | null }} what
 */
export function problemScreen(root, { missing, error, retry }) {
  const unanswered = !(/** @type {{ status?: number }} */ (error)?.status);
  if (retry && unanswered && !missing) return waitForServer(root, retry, error);
  draw(root, { missing, error, retry });
}

/** How often a server that does not answer is asked again. */
const ASK_MS = 2000;

/**
 * The server does not answer: the screen comes back by itself as soon as it does.
 * @param {HTMLElement} root
 * @param {() => void} retry
 * @param {unknown} error
 */
function waitForServer(root, retry, error) {
  draw(root, { missing: false, error, retry });
  // A fault of the page itself, with a server that answers, must not begin it anew for ever.
  let down = /** @type {{ status?: number }} */ (error)?.status === 0;
  const ask = async () => {
    if (!root.isConnected) return clearInterval(asking);
    const answer = await fetch(isLocal ? location.href : "/api/links", { cache: "no-store" }).catch(() => null);
    down ||= !answer?.ok;
    if (!answer?.ok || !root.isConnected) return;
    clearInterval(asking);
    if (!down) return;
    // A screen whose code could not be fetched is not asked for again by every browser: the page begins anew.
    if (error instanceof TypeError) location.reload();
    else retry();
  };
  const asking = setInterval(ask, ASK_MS);
  void ask();
}

/**
 * @param {HTMLElement} root
 * @param {{ missing: boolean, error?: unknown, retry: (() => void) | null }} what
 */
function draw(root, { missing, error, retry }) {
  const said = /** @type {{ name?: string, message?: string }} */ (error ?? {});
  const detail = said.name === "ApiError" ? said.message : null;
  const again = h(
    "button",
    { class: "button primary", type: "button", onclick: retry },
    icon("refresh-cw"),
    t("problem.retry"),
  );
  root.append(
    h(
      "div",
      { class: "page narrow problem-page" },
      emptyBoard(),
      h("h1", null, t(missing ? "missing.title" : "problem.title")),
      h("p", { class: "lead" }, detail ?? t(missing ? "missing.text" : "problem.text")),
      h(
        "p",
        { class: "button-row" },
        !missing && retry ? again : null,
        h("a", { class: missing ? "button primary" : "button", href: "/" }, t("missing.home")),
      ),
    ),
  );
}

/** A small board on which one piece has fallen over. */
function emptyBoard() {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40" class="fallen" aria-hidden="true" focusable="false">' +
    '<path class="light" d="M4 32h14v5H4zM32 32h14v5H32z"/><path class="dark" d="M18 32h14v5H18zM46 32h14v5H46z"/>' +
    '<g class="figure" transform="translate(21 23.7) rotate(100)"><circle cy="-17" r="5"/><path d="M-4.8-11.5h9.6c1 0 1 2 0 2H2.600c.3 ' +
    '4 2 7 4.4 8.5h-14c2.4-1.5 4.1-4.5 4.4-8.5h-2.2c-1 0-1-2 0-2zM-8.5 0h17c1.2 0 1.2 4 0 4h-17c-1.2 0-1.2-4 0-4z"/></g></svg>';
  return document.importNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement, true);
}
