// A record from anywhere, pasted or uploaded: it becomes a finished game, which is reviewed on its own screen.

import { here } from "../address.js";
import { api, catalog } from "../api.js";
import { field, select, showProblemAt } from "../controls.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { navigate } from "../main.js";
import { gameTitle } from "../names.js";
import { prepare } from "../review/review.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const [{ games }] = await Promise.all([catalog(), prepare()]);
  document.title = `${t("review.paste_title")} · Quevedo`;
  const asked = new URLSearchParams(here().search).get("game") ?? "";
  let game = games.some(({ id }) => id === asked) ? asked : games[0].id;
  const names = games.map((one) => ({ value: one.id, label: gameTitle(one) }));
  const record = h("textarea", { class: "input code", spellcheck: "false", rows: "10", autocomplete: "off" });
  const problem = h("p", { class: "problem", role: "alert" });
  const go = h("button", { type: "submit", class: "button primary" }, icon("target"), t("review.paste_go"));
  const form = h(
    "form",
    { class: "paste-form" },
    field(
      t("review.paste_game"),
      select(names, game, (value) => {
        game = value;
      }),
    ),
    field(t("review.paste_record"), record, t("review.paste_hint")),
    problem,
    h("div", { class: "button-row" }, go, fileButton(record)),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!record.value.trim()) return showProblemAt(record, problem, t("review.paste_empty"));
    go.disabled = true;
    try {
      const { id } = await api.post("/api/records", { game, record: record.value });
      await navigate(`/game/${id}?review`);
    } catch (error) {
      showProblemAt(record, problem, /** @type {Error} */ (error).message);
      record.focus();
    } finally {
      go.disabled = false;
    }
  });
  root.append(
    h(
      "div",
      { class: "page narrow" },
      h(
        "div",
        { class: "page-head" },
        h("h1", null, t("review.paste_title")),
        h("p", { class: "lead" }, t("review.paste_lead")),
      ),
      form,
    ),
  );
}

/** Puts the text of a file into the field. @param {HTMLTextAreaElement} record @returns {HTMLElement} */
function fileButton(record) {
  const input = h("input", {
    type: "file",
    accept: ".pgn,.txt,.ggf,.obf,text/plain",
    "aria-label": t("review.paste_file"),
  });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    record.value = await file.text();
    input.value = "";
    record.focus();
  });
  return h("label", { class: "button paste-file" }, icon("download"), t("review.paste_file"), input);
}
