// The program itself, in its worker: JSON in and out through the memory of the module.

/** @typedef {{ memory: WebAssembly.Memory, reserve: (length: number) => number, handle: () => number, answer: () => number }} Exports */

const text = new TextEncoder();
const words = new TextDecoder();

/** @type {Exports | null} */
let program = null;
/** What came before the program. @type {MessageEvent[]} */
let early = [];
let number = 0;
let files = "";
/** The file that was opened last. @type {Uint8Array} */
let opened = new Uint8Array();

/** @param {number} at @param {number} length */
const read = (at, length) => words.decode(bytes(at, length));

/** @param {number} at @param {number} length */
const bytes = (at, length) => new Uint8Array(/** @type {Exports} */ (program).memory.buffer, at >>> 0, length);

/** The program asks for a file in the middle of its work, so it waits here. @param {string} path @returns {Uint8Array | null} */
function fetchNow(path) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(path, files), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

const host = {
  clock: () => performance.timeOrigin + performance.now(),
  /** @param {number} at @param {number} length */
  open_file(at, length) {
    const found = fetchNow(read(at, length));
    if (!found) return -1;
    opened = found;
    return opened.length;
  },
  /** @param {number} to */
  copy_file(to) {
    bytes(to, opened.length).set(opened);
    opened = new Uint8Array();
  },
  /** @param {number} at @param {number} length */
  event: (at, length) => postMessage({ number, event: JSON.parse(read(at, length)) }),
  /** @param {number} at @param {number} length */
  log: (at, length) => console.error(read(at, length)),
};

/** @param {object} wanted */
function call(wanted) {
  const { reserve, handle, answer } = /** @type {Exports} */ (program);
  const sent = text.encode(JSON.stringify(wanted));
  const at = reserve(sent.length);
  bytes(at, sent.length).set(sent);
  const length = handle();
  return JSON.parse(read(answer(), length));
}

/** @param {MessageEvent} message */
function work({ data }) {
  number = data.number;
  try {
    postMessage({ number, answer: call(data.wanted) });
  } catch (error) {
    postMessage({ number, error: String(error) });
  }
}

onmessage = async (message) => {
  if (!message.data.module) {
    if (program) work(message);
    else early.push(message);
    return;
  }
  files = message.data.files;
  const instance = await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (message.data.module), { host });
  program = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  call({ type: "start", seed: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) });
  const waiting = early;
  early = [];
  waiting.forEach(work);
};
