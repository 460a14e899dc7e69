/** Sounds, made on the spot: no file is loaded. */
import { prefs } from "./prefs.js";

/** @typedef {"move" | "capture" | "check" | "end" | "illegal" | "notice"} Sound */

/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page sound only after the visitor has touched it. @returns {AudioContext | null} */
function audio() {
  if (prefs.get("sound") === false || !("AudioContext" in globalThis)) return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * A piece of wood put on wood: a short burst of noise through a filter, and a low knock.
 * @param {AudioContext} ctx @param {number} at @param {number} pitch @param {number} loud
 * @returns {void}
 */
function knock(ctx, at, pitch, loud) {
  const length = Math.floor(ctx.sampleRate * 0.05);
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const noise = new AudioBufferSourceNode(ctx, { buffer });
  const filter = new BiquadFilterNode(ctx, { type: "bandpass", frequency: pitch * 6, Q: 1.2 });
  noise
    .connect(filter)
    .connect(new GainNode(ctx, { gain: loud * 0.7 }))
    .connect(ctx.destination);
  noise.start(at);
  tone(ctx, at, pitch, 0.09, loud, "sine");
}

/** @param {AudioContext} ctx @param {number} at @param {number} pitch @param {number} seconds @param {number} loud @param {OscillatorType} type @returns {void} */
function tone(ctx, at, pitch, seconds, loud, type) {
  const source = new OscillatorNode(ctx, { type, frequency: pitch });
  const gain = new GainNode(ctx, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(ctx.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** @type {Record<Sound, (ctx: AudioContext, at: number) => void>} */
const SOUNDS = {
  move: (ctx, at) => knock(ctx, at, 190, 0.35),
  capture(ctx, at) {
    knock(ctx, at, 150, 0.4);
    knock(ctx, at + 0.06, 240, 0.3);
  },
  check(ctx, at) {
    knock(ctx, at, 190, 0.35);
    tone(ctx, at + 0.05, 660, 0.25, 0.12, "triangle");
  },
  end(ctx, at) {
    [392, 494, 587, 784].forEach((pitch, i) => tone(ctx, at + i * 0.11, pitch, 0.5, 0.14, "triangle"));
  },
  illegal: (ctx, at) => tone(ctx, at, 110, 0.14, 0.12, "square"),
  notice(ctx, at) {
    tone(ctx, at, 523, 0.18, 0.12, "triangle");
    tone(ctx, at + 0.12, 659, 0.25, 0.12, "triangle");
  },
};

/** @param {Sound} sound @returns {void} */
export function play(sound) {
  const ctx = audio();
  if (ctx) SOUNDS[sound](ctx, ctx.currentTime + 0.01);
}
