// Settings: every choice is applied and remembered at once.

import { isLocal } from "../address.js";
import { announce } from "../announce.js";
import { api } from "../api.js";
import { debounce, field, segments, switchBox } from "../controls.js";
import { h, icon } from "../dom.js";
import { LANGUAGES, LANGUAGE_NAMES, number, setLanguage, t, text } from "../i18n.js";
import { prefs } from "../prefs.js";
import { pieceSets } from "../board/pieces.js";

/** The longest wait a person may ask of the machine, and the step of the slider. */
const DELAY = { most: 3000, step: 100 };
const NAME_LENGTH = 40;

/** @param {HTMLElement} root */
export async function show(root) {
  root.append(
    h(
      "div",
      { class: "page narrow" },
      h(
        "div",
        { class: "page-head" },
        h("h1", null, t("settings.title")),
        h("p", { class: "lead" }, t("settings.lead")),
      ),
      section("settings.you", nameField()),
      section(
        "settings.look",
        languageChoice(),
        choice("theme", ["auto", "light", "dark"]),
        piecesChoice(),
        toggle("coordinates"),
      ),
      isLocal ? section("settings.offline", await offlineFields()) : null,
      section("settings.play", toggle("sound"), choice("animation", ["auto", "off"]), delayField()),
    ),
  );
}

/**
 * @param {string} key
 * @param {...HTMLElement} parts
 */
function section(key, ...parts) {
  return h("section", { class: "card settings-card" }, h("h2", null, t(key)), parts);
}

/** Tells that a choice was kept, to people who cannot see it take effect. */
function saved() {
  announce(t("settings.saved"));
}

function languageChoice() {
  const own = LANGUAGES.map((language) => ({
    value: language,
    label: h("span", { class: "plain", lang: language }, LANGUAGE_NAMES[language]),
  }));
  return segments({
    legend: t("settings.language"),
    options: [{ value: "auto", label: t("settings.language.auto") }, ...own],
    value: prefs.get("language"),
    onchange: (value) => setLanguage(/** @type {import("../i18n.js").Language | "auto"} */ (value)).then(saved),
  });
}

/**
 * @param {string} name
 * @param {string[]} values
 */
function choice(name, values) {
  return optionChoice(
    name,
    values.map((value) => ({ value, label: t(`settings.${name}.${value}`) })),
  );
}

function piecesChoice() {
  return optionChoice(
    "pieces",
    pieceSets.map((set) => ({ value: set.name, label: text(set.label) })),
  );
}

/**
 * @param {string} name
 * @param {import("../controls.js").Option[]} options
 */
function optionChoice(name, options) {
  return segments({
    legend: t(`settings.${name}`),
    options,
    value: prefs.get(name),
    onchange: (value) => {
      prefs.set(name, value);
      saved();
    },
  });
}

/** @param {string} name */
function toggle(name) {
  return switchBox(t(`settings.${name}`), prefs.get(name), (on) => {
    prefs.set(name, on);
    saved();
  });
}

function delayField() {
  const words = () => t("settings.delay.value", { seconds: number(Number(slider.value) / 1000) });
  const slider = h("input", { type: "range", min: 0, max: DELAY.most, step: DELAY.step });
  slider.value = String(prefs.get("delay_ms"));
  const shown = h("output", { class: "value" }, words());
  slider.setAttribute("aria-valuetext", words());
  slider.addEventListener("input", () => {
    shown.textContent = words();
    slider.setAttribute("aria-valuetext", words());
    prefs.set("delay_ms", Number(slider.value));
  });
  const made = field(t("settings.delay"), slider, t("settings.delay.hint"));
  made.querySelector("label")?.append(" ", shown);
  return made;
}

/** The name under which others see the visitor; the server keeps it too. */
function nameField() {
  const input = h("input", {
    class: "input",
    type: "text",
    maxlength: NAME_LENGTH,
    autocomplete: "nickname",
    value: prefs.get("name"),
  });
  const store = debounce(500, () => {
    const name = input.value.trim();
    prefs.set("name", name);
    api.put("/api/visitor", { name }).then(saved, (error) => announce(error.message, { urgent: true }));
  });
  input.addEventListener("input", store);
  return field(t("settings.name"), input, t(isLocal ? "settings.name.hint.local" : "settings.name.hint"));
}

/** What games fetch when they need it can be had at once, before a journey. */
async function offlineFields() {
  const { allFiles, keep, missing } = await import("../local/offline.js");
  const sizes = await allFiles();
  const wanted = await missing(Object.keys(sizes));
  const words = h("p", { class: "soft" }, t("settings.offline.kept"));
  if (wanted.length === 0) return words;
  const bytes = wanted.reduce((sum, file) => sum + sizes[file], 0);
  words.textContent = t("settings.offline.text", { size: number(Math.ceil(bytes / 1e6)) });
  const button = h("button", { class: "button", type: "button", onclick: () => void fetchAll() }, icon("download"), t("settings.offline.fetch"));
  const fetchAll = async () => {
    button.disabled = true;
    await keep(wanted);
    const done = (await missing(wanted)).length === 0;
    words.textContent = t(done ? "settings.offline.kept" : "settings.offline.failed");
    button.disabled = false;
    button.hidden = done;
    announce(words.textContent);
  };
  return h("div", { class: "stack" }, words, button);
}
