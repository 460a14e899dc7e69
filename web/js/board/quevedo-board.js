/**
 * `<quevedo-board>`: a board of any shape. It gets the pieces and the tree of taps of the legal moves, lets a person tap or
 * drag along that tree, shows each step at once, and says `quevedo-move` with the taps of the whole move. The shown move stays
 * until the next `board` comes, or `cancel()` takes it back.
 *
 * Events: `quevedo-move` {taps}; `quevedo-pending` {taps, mayEnd, choices} whenever the taps so far change; `quevedo-illegal`;
 * `quevedo-premove` {taps} whenever a move is entered or given up ahead of the turn (`allowPremove`).
 */
import { text } from "../i18n.js";
import { prefs } from "../prefs.js";
import { BoardProperties } from "./board-properties.js";
import { askChoice } from "./choice.js";
import { listenToPointers } from "./pointer.js";
import { Premove } from "./premove.js";
import { Scene } from "./scene.js";
import { follow, mayEnd, nextTaps } from "./taps.js";

export class QuevedoBoard extends BoardProperties {
  /** The place whose press chose it just now: the release there is no second tap. @type {number | null} */
  #fresh = null;
  #scene = new Scene();
  /** @type {(() => void) | null} */ #closeChoice = null;
  /** @type {(() => void)[]} */ #leave = [];
  /** Arrows and circles of the right button. @type {import("./types.js").Mark[]} */ #sketches = [];
  /** What is entered ahead of the turn; null where that is not allowed. @type {Premove | null} */ #premove = null;
  /** Where several moves are shown at once, pieces do not walk: their ways would be made up. */
  still = false;
  /** Whether a board that is only looked at has letters and numbers. */
  labelled = false;

  constructor() {
    super();
    listenToPointers(this.#scene.svg, {
      geometry: () => this.#scene.geometry,
      press: (place) => this.#press(place),
      tap: (place) => this.#tap(place),
      lift: (place) => this.#scene.pieces.lift(place),
      drop: (from, to) => this.#drop(from, to),
      sketch: (from, to) => this.#sketch(from, to),
      clean: () => this.#setSketches([]),
    });
    this.#scene.grid.followFocus(this);
    this.#scene.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @returns {void} */
  connectedCallback() {
    if (!this.#scene.svg.parentNode) this.append(this.#scene.svg);
    const again = () => this.later(true);
    this.#leave = ["coordinates", "pieces"].map((name) => prefs.on(name, again));
    this.later(true);
  }

  /** @returns {void} */
  disconnectedCallback() {
    for (const leave of this.#leave) leave?.();
  }

  /** The taps so far. @returns {string[]} */
  get taps() {
    return [...this._taps];
  }

  /** How many taps may follow. @returns {number} */
  get targetCount() {
    return nextTaps(this._sent ? null : follow(this._legal, this._taps)).length;
  }

  /** Whether the taps so far are a whole move, although others may follow. @returns {boolean} */
  get mayFinish() {
    return !this._sent && this._taps.length > 0 && mayEnd(follow(this._legal, this._taps));
  }

  /** The taps that may follow and are no places. @returns {string[]} */
  get openChoices() {
    const places = new Set(this.shape?.places.map((place) => place.tap));
    return nextTaps(this._sent ? null : follow(this._legal, this._taps)).filter((tap) => !places.has(tap));
  }

  /** Takes the taps so far, or the move that was said, back. @returns {void} */
  cancel() {
    if (this._taps.length === 0) return;
    const at = this.#chosen();
    this.reset();
    this.later();
    if (this.contains(document.activeElement) && at !== null) this.#scene.grid.focus(at);
  }

  /** Lets the next move be entered while there are no legal ones; null ends that, and drops it. @param {import("./premove.js").PremoveRules | null} rules @returns {void} */
  allowPremove(rules) {
    if (JSON.stringify(rules) === JSON.stringify(this.#premove?.rules ?? null)) return;
    if (!rules) this.dropPremove();
    this.#premove = rules && new Premove(rules);
    this.later();
  }

  /** The taps of the move that was entered ahead. @returns {string[]} */
  get premove() {
    return this.#premove?.taps ?? [];
  }

  /** Gives up the move that was entered ahead. @returns {void} */
  dropPremove() {
    if (this.premove.length > 0) this.#changePremove((premove) => (premove.taps = []));
  }

  /** Makes the move that was entered ahead, as far as it is legal now. @returns {boolean} whether it begins a legal move */
  playPremove() {
    const taps = this.premove;
    this.dropPremove();
    if (this._sent || !follow(this._legal, taps)) return false;
    this.reset();
    for (const tap of taps) this.#push(tap);
    return true;
  }

  /** @param {(premove: Premove) => void} change @returns {void} */
  #changePremove(change) {
    if (!this.#premove) return;
    change(this.#premove);
    this.later();
    this.dispatchEvent(new CustomEvent("quevedo-premove", { bubbles: true, detail: { taps: [...this.premove] } }));
  }

  /** Whether taps belong to a move ahead of the turn. @returns {boolean} */
  get #isAhead() {
    return this.#premove !== null && !this._legal && this._interactive && !this._sent;
  }

  /** Takes the last tap back; the ones before stay. @returns {void} */
  stepBack() {
    if (this.#isAhead) return this.dropPremove();
    if (this._sent || this._taps.length < 2) return this.cancel();
    this.#closeChoice?.();
    this.#closeChoice = null;
    this._taps.pop();
    this.#fresh = null;
    this.#pending();
    this.draw();
  }

  /** Says that the move ends with the taps so far. @returns {void} */
  finish() {
    if (!this._sent && mayEnd(follow(this._legal, this._taps))) this.#say();
  }

  /** Makes a tap that is no place, as `pass`. @param {string} tap @returns {void} */
  choose(tap) {
    if (this.openChoices.includes(tap)) this.#push(tap);
  }

  /** Keeps the arrow keys on the board after a click: for screens without a replay. @returns {void} */
  keepArrows() {
    this.#scene.grid.ownsArrows = true;
  }

  /** Puts the keyboard's focus on the board. @override @param {FocusOptions} [_how] @returns {void} */
  focus(_how) {
    this.#scene.grid.focus();
  }

  /* Taps */

  /** @param {number} place @returns {"drag" | "tap" | "none"} */
  #press(place) {
    if (!this._interactive || this._sent) return "none";
    if (!this._legal) return this.#isAhead && this.#premove?.owns(this._board?.pieces[place]) ? "drag" : "tap";
    this.#scene.grid.remember(place);
    const tap = this.#tapOf(place);
    const shown = this.#scene.shownPieces(this.#view())[place];
    if (this._taps.length > 0 && place === this.#chosen()) return "drag";
    if (follow(this._legal, this._taps)?.next?.[tap]) {
      if (this._taps.length > 0 || !shown) return "tap";
      this.#push(tap);
      this.#fresh = place;
      return "drag";
    }
    if (!this._legal.next[tap] || !shown || this._taps.length > 1) return "tap";
    this.reset();
    this.#push(tap);
    this.#fresh = place;
    return "drag";
  }

  /** @param {number | null} place @returns {void} */
  #tap(place) {
    const fresh = this.#fresh;
    this.#fresh = null;
    if (!this._interactive || this._sent || (place !== null && place === fresh)) return;
    if (place === null) return this.stepBack();
    const tap = this.#tapOf(place);
    if (this.#isAhead) return this.#changePremove((premove) => premove.touch(tap, this._board?.pieces[place] ?? null));
    const node = follow(this._legal, this._taps);
    if (node?.next?.[tap]) return this.#push(tap);
    if (this._taps.length > 0 && mayEnd(node) && this._taps.at(-1) === tap) return this.#say();
    if (this._taps.length > 1) return this.stepBack();
    const another = this._taps[0] !== tap && this._legal?.next[tap];
    const had = this._taps.length > 0;
    this.cancel();
    if (another) this.#push(tap);
    else if (!had && this._legal) this.dispatchEvent(new CustomEvent("quevedo-illegal", { bubbles: true }));
  }

  /** @param {number} from @param {number | null} to @returns {void} */
  #drop(from, to) {
    this.#fresh = null;
    const tap = to === null ? null : this.#tapOf(to);
    if (this.#isAhead) this.#changePremove((premove) => tap !== null && premove.drag(this.#tapOf(from), tap));
    else if (tap !== null && !this._sent && follow(this._legal, this._taps)?.next?.[tap]) this.#push(tap);
    else this.dispatchEvent(new CustomEvent("quevedo-illegal", { bubbles: true }));
    this.draw();
    this.#scene.pieces.lift(this.#chosen() ?? from)?.(null);
    this.#scene.pieces.settle();
  }

  /** Draws an arrow or a circle, or takes the same one away. @param {number} from @param {number} to @returns {void} */
  #sketch(from, to) {
    const name = (/** @type {number} */ place) => this._shape?.places[place].name ?? "";
    /** @type {import("./types.js").Mark} */
    const mark = from === to ? { kind: "circle", place: name(to) } : { kind: "arrow", from: name(from), to: name(to), value: 0.6 };
    const words = JSON.stringify(mark);
    const others = this.#sketches.filter((one) => JSON.stringify(one) !== words);
    this.#setSketches(others.length < this.#sketches.length ? others : [...others, mark]);
  }

  /** @param {import("./types.js").Mark[]} sketches @returns {void} */
  #setSketches(sketches) {
    if (sketches.length === 0 && this.#sketches.length === 0) return;
    this.#sketches = sketches;
    this.later();
  }

  /** @param {string} tap @returns {void} */
  #push(tap) {
    this._taps.push(tap);
    const node = follow(this._legal, this._taps);
    const next = nextTaps(node);
    if (next.length === 0) return this.#say();
    if (!mayEnd(node) && next.every((key) => !this.#scene.geometry?.byTap.has(key))) this.#ask(next);
    this.#pending();
    this.draw();
  }

  /** @param {string[]} taps @returns {void} */
  #ask(taps) {
    const before = this.#scene.shownPieces(this.#view());
    /** The piece that a choice puts on the board. @param {string} tap */
    const pieceOf = (tap) => {
      const after = this.#scene.shownPieces({ ...this.#view(), taps: [...this._taps, tap] });
      return after.find((piece, place) => piece && piece.kind !== before[place]?.kind) ?? null;
    };
    const order = Object.keys(this.choices);
    const sorted = [...taps].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    this.#closeChoice = askChoice(this, {
      options: sorted.map((tap) => ({ tap, words: text(this.choices[tap]) || tap, piece: pieceOf(tap) })),
      choose: (tap) => {
        this.#closeChoice?.();
        this.#push(tap);
      },
      cancel: () => this.stepBack(),
    });
  }

  /** @returns {void} */
  #say() {
    this._sent = true;
    this.#pending();
    this.draw();
    this.dispatchEvent(new CustomEvent("quevedo-move", { bubbles: true, detail: { taps: [...this._taps] } }));
  }

  /** @returns {void} */
  #pending() {
    const node = this._sent ? null : follow(this._legal, this._taps);
    const detail = {
      taps: this._sent ? [] : [...this._taps],
      mayEnd: this._taps.length > 0 && mayEnd(node),
      choices: this.openChoices,
    };
    this.dispatchEvent(new CustomEvent("quevedo-pending", { bubbles: true, detail }));
  }

  /** @override @returns {void} */
  reset() {
    const had = this._taps.length > 0;
    [this._taps, this._sent, this.#fresh] = [[], false, null];
    this.#sketches = [];
    this.#closeChoice?.();
    this.#closeChoice = null;
    if (had) this.#pending();
  }

  /** @param {KeyboardEvent} event @returns {void} */
  #key(event) {
    if (event.key === "Escape" && this._taps.length + this.premove.length > 0) this.stepBack();
    else if (event.key === "Enter" || event.key === " ") this.#tap(this.#scene.grid.current);
    else if (!this.#scene.grid.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} place @returns {string} */
  #tapOf(place) {
    return this._shape?.places[place].tap ?? "";
  }

  /* Drawing */

  /** @override @returns {void} */
  draw() {
    if (!this._shape || !this._board || !this.isConnected) return;
    const fresh = this._rebuild;
    if (fresh) {
      const { width, height } = this.#scene.build(this._shape, {
        flipped: this._flipped,
        interactive: this._interactive,
        labelled: this._interactive || this.labelled,
      });
      this.style.aspectRatio = `${width} / ${height}`;
      this.dataset.kind = this._shape.kind;
      this._rebuild = false;
    }
    this.#scene.draw(this.#view(), !fresh && this.#animated());
    this.classList.toggle("qb-live", (this._interactive && this._legal !== null && !this._sent) || this.#isAhead);
  }

  /** @returns {import("./scene.js").View} */
  #view() {
    return {
      board: this._board ?? { pieces: [], alerts: [] },
      legal: this._legal,
      taps: this._taps,
      sent: this._sent,
      lastMove: this._lastMove,
      marks: [...this._marks, ...this.#sketches],
      premove: this.#isAhead ? this.premove : [],
      sides: this.sides,
      kinds: this.kinds,
      interactive: this._interactive,
      label: this._label,
    };
  }

  /** @returns {number | null} */
  #chosen() {
    return this.#scene.chosen(this.#view());
  }

  /** @returns {boolean} */
  #animated() {
    const wanted = prefs.get("animation") !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    return wanted && !this.still && !document.hidden;
  }
}

customElements.define("quevedo-board", QuevedoBoard);
