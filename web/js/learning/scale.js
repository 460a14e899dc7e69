// From numbers to places on a plot.

/**
 * Round numbers between two ends, about as many as wanted.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 * @param {number} [least] the smallest step: 1 for what is counted
 * @returns {number[]}
 */
export function ticks(low, high, wanted, least = 0) {
  const rough = Math.max((high - low) / wanted, least, Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Few digits: a sum of steps is 0.15000000000000002 otherwise.
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/**
 * The ends of some numbers with a little room around them, never the same.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function reach(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.06 || Math.abs(high) * 0.05 || 1;
  return [low - room, high + room];
}

/**
 * @param {[number, number]} from the ends of the numbers
 * @param {[number, number]} to their places
 * @returns {(value: number) => number}
 */
export function scale([low, high], [start, end]) {
  return (value) => Math.round((start + ((value - low) / (high - low || 1)) * (end - start)) * 10) / 10;
}
