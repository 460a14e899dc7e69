// The program in a worker of its own.

import { controlled } from "./offline.js";

/** The program, compiled once for all workers. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @returns {Promise<WebAssembly.Module>} */
function module() {
  compiled ??= load().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

/**
 * Folders of files are served as they are: the program lies there compressed. On the first visit the service worker fetches it; whoever does not
 * wait for it has the program sent twice.
 */
async function load() {
  await controlled;
  const answer = await fetch(new URL("../../engine/quevedo.wasm.gz", import.meta.url));
  if (!answer.ok) throw new Error(`the program cannot be fetched: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // Some servers unpack it on the way.
  if (bytes[0] === 0) return WebAssembly.compile(bytes);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

/** A worker with the program. It does one thing after the other. */
export class Program {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #last = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void, take: (event: any) => void }>} */
  #waiting = new Map();

  constructor() {
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.number);
      if (!waiting) return;
      if ("event" in data) return waiting.take(data.event);
      this.#waiting.delete(data.number);
      if ("error" in data) waiting.reject(new Error(data.error));
      else waiting.resolve(data.answer);
    };
    module().then(
      (compiled) => this.#worker.postMessage({ module: compiled, files: new URL("../../engine/", import.meta.url).href }),
      (error) => this.#fail(error),
    );
    this.#worker.onerror = (event) => this.#fail(new Error(event.message));
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /**
   * @param {object} wanted
   * @param {(event: any) => void} [take] what is found before the end
   * @returns {Promise<any>}
   */
  call(wanted, take = () => {}) {
    this.#last += 1;
    const number = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject, take });
      this.#worker.postMessage({ number, wanted });
    });
  }

  /** Ends it, whatever it does. */
  end() {
    this.#worker.terminate();
  }
}
