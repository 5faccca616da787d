/** Small numeric functions, one line of mathematics each. All sums run from the first value to the last. */

/** The probability that log-odds stand for: 0 gives 0.5. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Natural log-odds of a probability; infinite at 0 and 1. */
export function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** ln(e^a + e^b) without overflow: adds two probabilities that are given as logarithms. -Infinity stands for 0. */
export function logAddExp(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === -Infinity ? high : high + Math.log(Math.exp(a - high) + Math.exp(b - high));
}

/** @returns `value`, or the bound that it lies beyond. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Sum of the values; 0 if there are none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Arithmetic mean; undefined if there are no values. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}

/** Index of the largest value, the first of equals; -1 if there are no values. */
export function argMax(values: ArrayLike<number>): number {
  let best = values.length === 0 ? -1 : 0;
  for (let i = 1; i < values.length; i += 1) if (values[i]! > values[best]!) best = i;
  return best;
}

/** Weights scaled to a distribution that sums to 1. @param weights 0 or more, at least one above 0 */
export function normalise(weights: readonly number[]): number[] {
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

/** Cosine of the angle between two vectors of one length, -1..1; 0 if either is all zeros. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i += 1) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

/** The middle value; the mean of the two in the middle of an even number of values; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
