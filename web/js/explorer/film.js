// The search as a film: play, pause, step, back, speed. Time is a number of events.

import { fill, h, icon } from "../dom.js";
import { number, t } from "../i18n.js";

/** Events a second. */
const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000];

export class Film {
  time = 0;
  length = 0;
  playing = false;
  #speed = 5;
  #frame = 0;
  #last = 0;
  #part = 0;

  /** @param {{ onchange: (how: { stepped: boolean }) => void }} how */
  constructor({ onchange }) {
    this.onchange = onchange;
    const key = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: "button icon-button", type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
    this.playKey = key("play", t("explore.play"), () => (this.playing ? this.pause() : this.play()));
    this.playKey.classList.add("primary");
    this.range = h("input", { type: "range", class: "range", min: 0, max: 0, step: 1, "aria-label": t("explore.time") });
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    this.shown = h("output", { class: "explore-time" });
    const speed = h("input", { type: "range", class: "range", min: 0, max: SPEEDS.length - 1, step: 1 });
    speed.value = String(SPEEDS.indexOf(this.#speed));
    const said = h("output", null);
    const setSpeed = () => {
      this.#speed = SPEEDS[Number(speed.value)] ?? 5;
      said.textContent = t("explore.speed.value", { n: number(this.#speed) });
    };
    speed.addEventListener("input", setSpeed);
    setSpeed();
    this.element = h(
      "div",
      { class: "explore-film card", role: "group", "aria-label": t("explore.film") },
      h(
        "div",
        { class: "explore-keys" },
        key("skip-back", t("explore.first"), () => this.go(0)),
        key("chevron-left", t("explore.back"), () => this.go(this.time - 1)),
        this.playKey,
        key("step-forward", t("explore.step"), () => this.go(this.time + 1)),
        key("skip-forward", t("explore.last"), () => this.go(this.length)),
      ),
      h("div", { class: "explore-where" }, this.range, this.shown),
      h("label", { class: "explore-speed" }, h("span", null, t("explore.speed")), speed, said),
    );
  }

  /** @param {number} length @param {number} time */
  load(length, time) {
    this.pause();
    this.length = length;
    this.range.max = String(length);
    this.#set(time, false);
  }

  /** @param {number} time */
  go(time) {
    this.pause();
    this.#set(time, true);
  }

  /** @param {number} time @param {boolean} stepped */
  #set(time, stepped) {
    this.time = Math.max(0, Math.min(this.length, time));
    this.range.value = String(this.time);
    this.shown.textContent = `${number(this.time)} / ${number(this.length)}`;
    this.range.setAttribute("aria-valuetext", this.shown.textContent);
    this.onchange({ stepped });
  }

  play() {
    if (this.time >= this.length) this.#set(0, false);
    this.playing = true;
    this.#showKey();
    this.#last = performance.now();
    this.#part = 0;
    const tick = (/** @type {number} */ now) => {
      if (!this.playing) return;
      this.#part += ((now - this.#last) / 1000) * this.#speed;
      this.#last = now;
      const steps = Math.floor(this.#part);
      this.#part -= steps;
      if (steps > 0) this.#set(this.time + steps, false);
      if (this.time >= this.length) return this.pause();
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    this.#showKey();
  }

  #showKey() {
    const label = t(this.playing ? "explore.pause" : "explore.play");
    this.playKey.setAttribute("aria-label", label);
    this.playKey.title = label;
    fill(this.playKey, icon(this.playing ? "pause" : "play"));
  }
}
