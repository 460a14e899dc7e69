// Reads a trace file line by line, away from the page: columns of numbers come back.

import { ColumnBuilder, buffers } from "./columns.js";

/** The page is told how far it is after so many bytes. */
const STEP = 4 << 20;

/** @param {File} file */
async function read(file) {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  const lines = new Lines();
  let [read, told] = [0, 0];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    read += value.length;
    lines.take(decoder.decode(value, { stream: true }));
    if (read - told >= STEP) {
      told = read;
      postMessage({ read });
    }
  }
  lines.take(`${decoder.decode()}\n`);
  return lines.done();
}

class Lines {
  #rest = "";
  #number = 0;
  /** @type {any} */ #head = null;
  /** @type {any} */ #result = null;
  /** @type {ColumnBuilder | null} */ #builder = null;

  /** @param {string} text */
  take(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      this.#number += 1;
      if (line.trim() !== "") this.#line(line);
    }
  }

  /** @param {string} line */
  #line(line) {
    const event = this.#parse(line);
    if (event.event === "search" && !this.#builder) {
      if (event.format !== 1) throw new Refusal("format", this.#number);
      this.#head = event;
      this.#builder = new ColumnBuilder(event.turn);
    } else if (!this.#builder) throw new Refusal("head", this.#number);
    else if (event.event === "result") this.#result = event;
    else if (["root", "enter", "leave", "simulation"].includes(event.event)) this.#builder.take(event);
    else throw new Refusal("line", this.#number);
  }

  /** @param {string} line */
  #parse(line) {
    try {
      return JSON.parse(line) ?? {};
    } catch {
      throw new Refusal(this.#builder ? "line" : "head", this.#number);
    }
  }

  done() {
    if (!this.#builder) throw new Refusal("head", 1);
    // A file without its last line is of a search that was broken off.
    return { head: this.#head, result: this.#result, columns: this.#builder.done() };
  }
}

/** What is wrong with a file, and where. */
class Refusal extends Error {
  /** @param {string} code @param {number} line */
  constructor(code, line) {
    super(code);
    this.line = line;
  }
}

addEventListener("message", async ({ data }) => {
  try {
    const found = await read(data);
    postMessage({ found }, { transfer: buffers(found.columns) });
  } catch (error) {
    postMessage({ refused: error instanceof Refusal ? error.message : "line", line: error instanceof Refusal ? error.line : 0 });
  }
});
