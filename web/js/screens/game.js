/** The game screen: a live game, a game one watches, or the replay of a finished one. */
import { here, replaceAddress } from "../address.js";
import { announce } from "../announce.js";
import { api, gameInfo } from "../api.js";
import "../board/quevedo-board.js";
import { plural, t, text } from "../i18n.js";
import { changedState, ownCopy, wholeState } from "../live-change.js";
import { openLine } from "../live.js";
import { navigate } from "../main.js";
import { actionRow, MESSAGES, OFFERS } from "../panels/actions.js";
import { Analysis, hintMarks } from "../panels/analysis.js";
import { confirmDialog, moreDialog, shortcutsDialog } from "../panels/dialogs.js";
import { endPanel, endTitle } from "../panels/end.js";
import { aboutHead, gameFrame, toast } from "../panels/frame.js";
import { machinesPanel } from "../panels/machines.js";
import { indexOf, Model } from "../panels/model.js";
import { movesPanel, resultLine } from "../panels/moves.js";
import { askRematch, noticeStack } from "../panels/notices.js";
import { countdownText, playerBar, runsOut } from "../panels/players.js";
import { announceHint, announceMove } from "../panels/speak.js";
import { isTaken, walkByKey, walkByWheel } from "../replay.js";
import { play } from "../sound.js";

/** @typedef {import("../panels/model.js").GameState} GameState @typedef {import("../board/types.js").Mark} Mark */
/** @typedef {import("../board/quevedo-board.js").QuevedoBoard} QuevedoBoard */

/** A game that ended is looked at for a moment before the panel says so. */
const END_WAIT_MS = 700;
const HINT_MS = 6000;
const TICK_MS = 100;

class GameScreen {
  /** The state as it was heard last. @type {GameState | null} */ #told = null;
  /** The ply at which a move was sent and not yet answered. @type {number | null} */ #sentAt = null;
  #pending = { taps: /** @type {string[]} */ ([]), mayEnd: false, choices: /** @type {string[]} */ ([]) };
  /** @type {Mark[]} */ #hint = [];
  /** @type {Mark[]} */ #marks = [];
  /** @type {ReturnType<typeof setTimeout>[]} */ #timers = [];
  #shownPly = "";
  /** What was offered and not yet spoken of. @type {"draw" | "undo" | "help" | null} */ #offered = null;
  /** @type {import("../review/review.js").GameReview | null} */ #review = null;

  /** @param {HTMLElement} root @param {Model} model */
  constructor(root, model) {
    this.model = model;
    this.board = /** @type {QuevedoBoard} */ (document.createElement("quevedo-board"));
    const { shape, choices, sides, pieces } = model.info;
    Object.assign(this.board, { shape, choices, sides, kinds: pieces });
    this.line = openLine(`/api/games/${encodeURIComponent(model.state.id)}/live?changes=true`, {
      message: (message) => this.#message(message),
      status: (status) => this.#status(status),
    });
    const act = (/** @type {string} */ name, /** @type {object} */ more = {}) => void this.#act(name, more);
    this.bars = [playerBar(model, true), playerBar(model, false)];
    this.moves = movesPanel(model);
    this.notices = noticeStack(model, act);
    this.actions = actionRow(model, act);
    this.end = endPanel(model, act);
    this.machines = machinesPanel(model);
    this.analysis = new Analysis(model, {
      send: (message) => this.line.send(message),
      marks: (marks) => {
        this.#marks = marks;
        this.#showMarks();
      },
      askOpen: () => act("help"),
    });
    this.toast = toast();
    this.about = aboutHead(model);
    this.frame = gameFrame(model, this);
    root.append(this.frame.element);
    this.#listen();
    this.#update();
    if (model.finished && new URLSearchParams(here().search).has("review")) void this.#openReview();
  }

  /** @returns {void} */
  #listen() {
    this.model.addEventListener("change", () => this.#update());
    this.board.addEventListener("quevedo-move", (event) =>
      this.#played(/** @type {CustomEvent} */ (event).detail.taps),
    );
    this.board.addEventListener("quevedo-illegal", () => play("illegal"));
    this.board.addEventListener("quevedo-pending", (event) => {
      this.#pending = /** @type {CustomEvent} */ (event).detail;
      this.#hint = [];
      this.#showMarks();
      this.model.taps = this.#pending.taps.length;
      this.#showActions();
      for (const bar of this.bars) bar.update();
      if (this.#pending.mayEnd) announce(t("board.may_end"));
      else if (this.#pending.taps.length > 0) announce(plural("board.targets", this.board.targetCount));
    });
    this.board.addEventListener("quevedo-premove", (event) => this.#premoved(/** @type {CustomEvent} */ (event).detail.taps));
    this.ticking = setInterval(() => this.bars.forEach((bar) => bar.tick()), TICK_MS);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
    walkByWheel(this.board, this.model);
    this.seen = () => this.#title();
    document.addEventListener("visibilitychange", this.seen);
  }

  /** Arrows walk through the game wherever they have no other meaning. @param {KeyboardEvent} event @returns {void} */
  #key(event) {
    if (isTaken(event)) return;
    if (event.key === "f") void this.#act("flip", {});
    else if (event.key === "?") shortcutsDialog();
    else if (event.key === "Escape") return this.board.stepBack();
    else if (!walkByKey(this.model, event.key)) return;
    event.preventDefault();
  }

  /* Showing */

  /** @returns {void} */
  #update() {
    this.#showBoard();
    for (const bar of this.bars) bar.update();
    this.moves.update();
    this.notices.update();
    this.#showActions();
    this.analysis.update();
    this.#review?.update();
    this.machines.update();
    this.frame.update();
    this.#keepPly();
    this.about.update();
    this.#title();
  }

  /** @returns {void} */
  #showActions() {
    this.actions.update({ ...this.#pending, choices: this.board.openChoices, premove: this.board.premove });
  }

  /** The address says which position is looked at, so that a link leads there. @returns {void} */
  #keepPly() {
    if (!this.frame.element.isConnected) return;
    const { pathname, search } = here();
    const query = new URLSearchParams(search);
    if (this.model.atEnd) query.delete("ply");
    else query.set("ply", String(this.model.ply));
    replaceAddress(query.size > 0 ? `${pathname}?${query}` : pathname);
  }

  /** Who looks at another tab sees there that it is their turn. @returns {void} */
  #title() {
    const { state } = this.model;
    const mine = state.status === "running" && state.seats[indexOf(state.turn)].mine;
    document.title = `${mine && document.hidden ? "● " : ""}${this.frame.heading()} · Quevedo`;
  }

  /** @returns {void} */
  #showBoard() {
    const { model, board } = this;
    const { state } = model;
    board.flipped = model.boardFlipped;
    if (this.#review?.holdsBoard()) {
      this.#shownPly = "";
      return;
    }
    if (this.#sentAt !== null && this.#sentAt === state.moves.length && model.atEnd && !model.finished) return;
    const shown = JSON.stringify([model.ply, state.moves[model.ply - 1]?.taps, model.atEnd]);
    const sent = this.#sentAt !== null;
    this.#sentAt = null;
    if (shown !== this.#shownPly || sent) {
      board.board = model.board();
      board.lastMove = state.moves[model.ply - 1]?.taps ?? [];
      this.#hint = [];
    }
    this.#shownPly = shown;
    board.legal = model.atEnd && state.can.move ? state.legal : null;
    this.#playPremove();
    board.allowPremove(model.premoves);
    board.label = t("board.label", { game: text(model.info.name), side: text(model.info.sides[indexOf(state.turn)]) });
    this.#showMarks();
  }

  /** @returns {void} */
  #showMarks() {
    if (this.#review?.holdsBoard()) return;
    this.board.marks = this.#hint.length > 0 ? this.#hint : this.#marks;
  }

  /* Acting */

  /** @param {string[]} taps @returns {void} */
  #played(taps) {
    if (this.#review?.takeMove(taps)) return;
    this.#sentAt = this.model.plies;
    play("move");
    if (this.line.send({ type: "play", ply: this.model.plies, taps })) return;
    this.#takeBack();
    this.toast.say(t("game.not_sent"));
  }

  /** A move was entered ahead of the turn, or given up. @param {string[]} taps @returns {void} */
  #premoved(taps) {
    this.#showActions();
    if (taps.length > 0) announce(t("game.premove_is", { taps: taps.join(" ") }));
  }

  /** The turn has come: the move that was entered ahead is played, if it is one now. @returns {void} */
  #playPremove() {
    const { board } = this;
    const taps = board.premove.join(" ");
    if (!taps || !board.legal || board.playPremove()) return;
    play("illegal");
    this.toast.say(t("game.premove_gone", { taps }));
  }

  /** @returns {void} */
  #takeBack() {
    this.#sentAt = null;
    this.board.cancel();
  }

  /** @param {string} name @param {object} more @returns {Promise<void>} */
  async #act(name, more) {
    const { model } = this;
    if (name.startsWith("choose:")) this.board.choose(name.slice(7));
    else if (name === "cancel") this.board.cancel();
    else if (name === "premove-cancel") this.board.dropPremove();
    else if (name === "step-back") this.board.stepBack();
    else if (name === "finish") this.board.finish();
    else if (name === "flip") {
      model.turned = !model.turned;
      model.changed();
    } else if (name === "more") moreDialog(model, (what, data) => void this.#act(what, data ?? {}));
    else if (name === "join" || name === "delay") this.#send({ type: name, ...more });
    else if (name === "resign") {
      if (await confirmDialog(t("game.resign_sure"), t("game.resign"))) this.#send({ type: "resign" });
    } else if (name === "analyse") {
      this.analysis.set(true);
      this.frame.tab("analysis");
    } else if (name === "review") await this.#openReview();
    else if (name === "home") await navigate("/");
    else if (name === "new") await navigate(`/new/${model.info.id}`);
    else if (name === "play-on")
      await navigate(`/new/${model.info.id}?position=${encodeURIComponent(await model.position())}`);
    else if (name === "board") await navigate(await boardAddress(model));
    else if (name === "rematch") await askRematch(model).then(navigate, (error) => this.toast.say(error.message));
    else if (
      name === "draw" &&
      model.state.seats.every((seat) => seat.mine) &&
      !(await confirmDialog(t("game.draw_sure"), t("game.draw")))
    )
      return;
    else if (MESSAGES[name]) {
      const own = { draw: "draw", takeback: "undo", help: "help" };
      this.#offered = /** @type {any} */ (own)[name] ?? this.#offered;
      this.#send(MESSAGES[name]);
    }
  }

  /** The review is a part of its own, loaded when it is asked for. @returns {Promise<void>} */
  async #openReview() {
    if (!this.#review) {
      const { GameReview, prepare } = await import("../review/review.js");
      await prepare();
      this.#review ??= new GameReview(this.model, {
        board: this.board,
        moves: this.moves.element,
        tab: (name) => this.frame.tab(name),
        redraw: () => this.#showBoard(),
        quiet: () => this.analysis.set(false),
      });
      this.frame.addPanel("review", "target", t("review.title"), this.#review.element);
    }
    this.frame.tab("review");
    await this.#review.start();
  }

  /** @param {object} message @returns {void} */
  #send(message) {
    if (!this.line.send(message)) this.toast.say(t("game.not_sent"));
  }

  /* Hearing */

  /** @param {import("../live.js").LineStatus} status @returns {void} */
  #status(status) {
    const was = this.model.online;
    this.model.online = status !== "lost";
    if (status === "lost") this.analysis?.forget();
    if (was === this.model.online) return;
    if (!this.model.online && this.#sentAt !== null) this.#takeBack();
    this.model.changed();
  }

  /** @param {any} message @returns {void} */
  #message(message) {
    const { places } = this.model.info.shape;
    if (message.type === "state") this.#heard(wholeState(message.state, places));
    else if (message.type === "change" && this.#told) this.#heard(changedState(this.#told, message, places));
    else if (message.type === "thinking") {
      this.model.thinking = message;
      this.bars.forEach((bar) => bar.update());
      this.machines.update();
    } else if (message.type === "hint") this.#showHint(message.thought);
    else if (message.type === "analysis") this.analysis.take(message);
    else if (message.type === "error") this.#refused(message);
    else if (message.type === "machine_failed") this.toast.say(message.message);
  }

  /** The next change is one of this state, whatever the model makes of it. @param {GameState} state @returns {void} */
  #heard(state) {
    this.#told = state;
    this.#state(ownCopy(state));
  }

  /** @param {GameState} state @returns {void} */
  #state(state) {
    const offer = this.model.offer;
    const { before, grown } = this.model.take(state);
    if (grown) announceMove(this.model, before);
    if (before.status !== "finished" && state.status === "finished") this.#announceEnd();
    if (grown && runsOut(state.board) && state.board.countdown) this.#warn(countdownText(state.board.countdown));
    if (this.model.offer && this.model.offer !== offer) {
      play("notice");
      announce(t(OFFERS[this.model.offer]), { urgent: true });
    }
    if (before.help_closed && !state.help_closed && state.status === "running") this.toast.say(t("game.help_opened"));
    this.#hearAnswer(before, state);
    if (before.status === "waiting" && state.status === "running") {
      play("notice");
      announce(t("game.begins"));
    }
  }

  /** What became of the visitor's own offer. @param {GameState} before @param {GameState} state @returns {void} */
  #hearAnswer(before, state) {
    const kind = this.#offered;
    if (!kind) return;
    const name = /** @type {"draw_offer"} */ (`${kind}_offer`);
    if (state[name] !== null || before[name] === null) return;
    this.#offered = null;
    const agreed = { draw: false, undo: state.moves.length !== before.moves.length, help: !state.help_closed };
    if (state.status === "finished" || agreed[kind]) return;
    this.toast.say(t(kind === "draw" ? "game.declined" : `game.refused.${kind}`));
  }

  /** A count is about to run out. @param {string} words @returns {void} */
  #warn(words) {
    this.toast.say(words);
    play("notice");
  }

  /** The places of the pieces that decided the game. @returns {string} */
  #decidedAt() {
    const { board } = this.model.state;
    const decided = (board.decisive ?? []).filter(({ place }) => board.pieces[place]);
    const places = decided.map(({ place }) => this.model.info.shape.places[place].name).join(", ");
    return places ? ` ${t("game.decided_at", { places })}` : "";
  }

  /** @returns {void} */
  #announceEnd() {
    announce(`${endTitle(this.model)}. ${resultLine(this.model)}.${this.#decidedAt()}`, { urgent: true });
    this.#timers.push(
      setTimeout(() => {
        play("end");
        this.end.show();
      }, END_WAIT_MS),
    );
  }

  /** @param {import("../panels/model.js").Thought} thought @returns {void} */
  #showHint(thought) {
    const taps = thought.taps[0] ?? [];
    this.board.cancel();
    this.#hint = hintMarks(this.model, taps);
    this.#showMarks();
    announceHint(this.model, taps);
    this.#timers.push(
      setTimeout(() => {
        this.#hint = [];
        this.#showMarks();
      }, HINT_MS),
    );
  }

  /** @param {{message: string}} message @returns {void} */
  #refused({ message }) {
    if (this.#sentAt !== null) {
      this.#takeBack();
      play("illegal");
    }
    this.toast.say(message);
  }

  /** @returns {void} */
  leave() {
    this.line.close();
    this.toast.stop();
    this.analysis.stop();
    this.#review?.leave();
    clearInterval(this.ticking);
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.keys) removeEventListener("keydown", this.keys);
    if (this.seen) document.removeEventListener("visibilitychange", this.seen);
    for (const dialog of document.querySelectorAll("dialog.sheet")) dialog.remove();
  }
}

/** The analysis board with the moves of the game, at the position that is looked at. @param {Model} model @returns {Promise<string>} */
async function boardAddress(model) {
  const tree = model.state.moves.map((move) => move.text).join(" ");
  const at = Array(model.ply).fill(0).join(".");
  return `/analysis/${model.info.id}?${new URLSearchParams({ position: await model.position(0), tree, at })}`;
}

/** @param {HTMLElement} root @param {Record<string, string>} params @returns {Promise<() => void>} */
export async function show(root, { id }) {
  const state = await api.get(`/api/games/${encodeURIComponent(id)}`);
  const model = new Model(await gameInfo(state.game), state);
  const ply = new URLSearchParams(here().search).get("ply");
  if (ply !== null && /^\d+$/.test(ply)) await model.look(Number(ply)).catch(() => {});
  const screen = new GameScreen(root, model);
  return () => screen.leave();
}
