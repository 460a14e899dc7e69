/**
 * The line to a live game or tournament. It comes back by itself when it breaks, a little later each time; the first message after that is
 * the whole state, so nothing is lost.
 */

import { isLocal } from "./address.js";
import { localEnd } from "./api.js";
import { language } from "./i18n.js";

/** @typedef {"connecting" | "open" | "lost"} LineStatus */
/**
 * `send` says whether the message goes out: now, or when the line first opens.
 * @typedef {{send: (message: object) => boolean, close: () => void}} Line
 */

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
const PING_EVERY_MS = 20_000;
const SILENCE_MS = 45_000;

/**
 * @param {string} path of the connection
 * @param {{message: (message: any) => void, status: (status: LineStatus) => void}} listener
 * @returns {Line}
 */
export function openLine(path, { message, status }) {
  if (isLocal) return openLocalLine(path, { message, status });
  /** @type {WebSocket | null} */
  let socket = null;
  let [tries, closed, heard] = [0, false, 0];
  /** What was said before the line first opened: a quick hand need not wait for it. @type {string[] | null} */
  let early = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;

  const connect = () => {
    clearTimeout(retry);
    const address = new URL(path, location.href);
    address.searchParams.set("language", language());
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(address);
    socket = line;
    heard = Date.now();
    line.onopen = () => {
      status("open");
      for (const words of early ?? []) line.send(words);
      early = null;
    };
    line.onmessage = (event) => {
      [tries, heard] = [0, Date.now()];
      message(JSON.parse(event.data));
    };
    line.onclose = () => line === socket && again();
  };
  const lose = () => {
    early = null;
    status("lost");
  };
  const again = () => {
    socket = null;
    if (closed) return;
    lose();
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.75 + Math.random() / 2);
    tries += 1;
    clearTimeout(retry);
    retry = setTimeout(connect, wait);
  };
  /* A line can be dead without saying so: after a sleep, or when the network changed. */
  const pulse = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    if (socket && Date.now() - heard > SILENCE_MS) drop();
  }, PING_EVERY_MS);
  const drop = () => {
    const old = socket;
    again();
    old?.close();
  };
  const hurry = () => {
    if (!closed && socket?.readyState !== WebSocket.OPEN && socket?.readyState !== WebSocket.CONNECTING) connect();
  };
  /* The browser knows first that there is no network, and that there is one again: an old socket would stay silent for long. */
  const unplugged = () => !closed && lose();
  const plugged = () => {
    if (closed) return;
    const old = socket;
    tries = 0;
    lose();
    connect();
    old?.close();
  };
  const seen = () => document.visibilityState === "visible" && hurry();
  addEventListener("offline", unplugged);
  addEventListener("online", plugged);
  document.addEventListener("visibilitychange", seen);
  status("connecting");
  connect();

  return {
    send(what) {
      const words = JSON.stringify(what);
      if (socket?.readyState === WebSocket.OPEN) socket.send(words);
      else if (early) early.push(words);
      else return false;
      return true;
    },
    close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(pulse);
      removeEventListener("offline", unplugged);
      removeEventListener("online", plugged);
      document.removeEventListener("visibilitychange", seen);
      socket?.close();
    },
  };
}

/**
 * The line to the program in this browser, which does not break.
 * @param {string} path
 * @param {{message: (message: any) => void, status: (status: LineStatus) => void}} listener
 * @returns {Line}
 */
function openLocalLine(path, listener) {
  const line = localEnd().then((end) => end.openLine(path, listener));
  return {
    send(what) {
      void line.then((line) => line.send(what));
      return true;
    },
    close: () => void line.then((line) => line.close()),
  };
}
