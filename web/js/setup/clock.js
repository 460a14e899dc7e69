// Choosing a clock: none, a usual one, or one's own.

import { field, segments, showProblemAt } from "../controls.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { CLOCKS, CLOCK_LIMITS } from "./draft.js";

/** @typedef {import("./draft.js").ClockDraft} ClockDraft */

/**
 * @param {ClockDraft} clock
 * @param {{ changed: () => void, checked: (part: string, problem: string | null) => void }} around
 * @returns {HTMLElement}
 */
export function clockSection(clock, around) {
  const own = h("div", { class: "own-clock" });
  const redraw = () => {
    around.checked("clock", null);
    fill(own, clock.choice === "custom" ? ownClock(clock, around) : null);
  };
  const presets = CLOCKS.map((preset) => ({ value: preset, label: preset }));
  const choice = segments({
    legend: t("setup.clock"),
    hidden: true,
    hint: t("setup.clock.hint"),
    options: [
      { value: "none", label: t("setup.clock.none") },
      ...presets,
      { value: "custom", label: t("setup.clock.custom") },
    ],
    value: clock.choice,
    onchange: (value) => {
      clock.choice = value;
      redraw();
      around.changed();
    },
  });
  redraw();
  return h(
    "section",
    { "aria-labelledby": "clock-title" },
    h("h2", { id: "clock-title" }, t("setup.clock")),
    choice,
    own,
  );
}

/**
 * @param {ClockDraft} clock
 * @param {{ changed: () => void, checked: (part: string, problem: string | null) => void }} around
 */
function ownClock(clock, { changed, checked }) {
  const problem = h("p", { class: "problem" });
  /** @param {"minutes" | "increment"} name */
  const numberField = (name) => {
    const [least, most] = CLOCK_LIMITS[name];
    const input = h("input", {
      class: "input",
      type: "number",
      inputmode: "decimal",
      min: least,
      max: most,
      step: "any",
      value: String(clock[name]),
    });
    input.addEventListener("input", () => {
      clock[name] = input.valueAsNumber;
      checkAll();
      changed();
    });
    return input;
  };
  const inputs = { minutes: numberField("minutes"), increment: numberField("increment") };
  const checkAll = () => {
    const wrong = (/** @type {"minutes" | "increment"} */ name) => {
      const [least, most] = CLOCK_LIMITS[name];
      return !(clock[name] >= /** @type {number} */ (least) && clock[name] <= /** @type {number} */ (most));
    };
    const bad = wrong("minutes") ? inputs.minutes : wrong("increment") ? inputs.increment : null;
    showProblemAt(bad ? (bad === inputs.minutes ? inputs.increment : inputs.minutes) : inputs.minutes, problem, "");
    if (bad) showProblemAt(bad, problem, t("setup.clock.bad"));
    checked("clock", bad ? t("setup.clock.bad") : null);
  };
  const fields = h(
    "div",
    { class: "pair" },
    field(t("setup.clock.minutes"), inputs.minutes),
    field(t("setup.clock.increment"), inputs.increment),
  );
  checkAll();
  return [fields, problem];
}
