/** How keys and the wheel walk through the moves of a game, the same on every screen with a replay. */

/** What is walked through. @typedef {{ply: number, plies: number, look: (ply: number) => Promise<void>}} Replay */

/** Wheels and track pads turn faster than people read. */
const WHEEL_MS = 60;

/** Whether a key is meant for what has the focus, or for the browser, and not for the screen. @param {KeyboardEvent} event @returns {boolean} */
export function isTaken(event) {
  const target = /** @type {Element} */ (event.target);
  const typed = target.closest?.("input:not([type=checkbox]), select, textarea, dialog");
  return event.ctrlKey || event.metaKey || event.altKey || Boolean(typed);
}

/** Walks where a key leads. @param {Replay} replay @param {string} key @returns {boolean} whether it leads anywhere */
export function walkByKey(replay, key) {
  const [back, on] = [replay.ply - 1, replay.ply + 1];
  /** @type {Record<string, number>} */
  const goals = { ArrowLeft: back, ArrowRight: on, PageUp: back, PageDown: on, Home: 0, End: replay.plies };
  if (!(key in goals)) return false;
  void replay.look(goals[key]);
  return true;
}

/** Where the board fills the width of the window, the wheel over it scrolls the page. */
const WIDE = matchMedia("(min-width: 60rem)");

/** The wheel over the board walks; at both ends of the moves, and on narrow windows, it scrolls the page. @param {HTMLElement} board @param {Replay} replay @returns {void} */
export function walkByWheel(board, replay) {
  let wheeled = 0;
  const turn = (/** @type {WheelEvent} */ event) => {
    const goal = Math.max(0, Math.min(replay.plies, replay.ply + Math.sign(event.deltaY)));
    if (event.ctrlKey || goal === replay.ply || (scrolls() && !WIDE.matches)) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < WHEEL_MS) return;
    wheeled = event.timeStamp;
    void replay.look(goal);
  };
  board.addEventListener("wheel", turn, { passive: false });
}

/** Whether the page is longer than the window. @returns {boolean} */
function scrolls() {
  const page = document.documentElement;
  return page.scrollHeight > page.clientHeight + 1;
}
