/**
 * How late the agent's sound comes back in the caller's, by correlation of both at 4 kHz, with less weight on low tones so that a
 * vowel does not fit at every period of its pitch. Used by echo-canceller.ts.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

/** Longest delay of an echo, 1.1 s. */
export const LONGEST_DELAY = Math.round(1.1 * SAMPLE_RATE_HZ);
/** Every fourth sample is enough to find a delay. */
const STEP = 4;
/** Smoothing before samples are left out, in samples. */
const SMOOTH = 8;
/** Fraction of the sample before that is taken away: what a first difference takes of low tones, and a little less. */
const LESS_LOW = 0.9;
/** Lowest correlation that is worth fitting a filter. Chosen by hand: the filter decides whether it is an echo. */
const LEAST_CORRELATION = 0.15;
/** The filter begins this many samples before the delay, 3 ms: the first sound of a room may be softer than a later one. */
const BEFORE = 48;

/**
 * @param before, caller two blocks of the caller's sound, the newest last
 * @param reference the agent's sound up to the end of `caller`, at least LONGEST_DELAY and one block longer than it
 * @returns samples, 0 to LONGEST_DELAY, at which a filter of the echo begins; undefined if nothing fits
 */
export function bestDelay(
  before: Float32Array,
  caller: Float32Array,
  reference: Float32Array,
): number | undefined {
  const both = new Float32Array(before.length + caller.length);
  both.set(before);
  both.set(caller, before.length);
  const [heard, said] = [thinned(both), thinned(reference)];
  const offset = said.length - heard.length;
  const energies = energySums(said);
  const ofHeard = energySums(heard)[heard.length]!;
  if (ofHeard === 0) return undefined;
  let [best, bestAt] = [LEAST_CORRELATION, -1];
  for (let lag = 0; lag <= Math.min(offset, LONGEST_DELAY / STEP); lag += 1) {
    let sum = 0;
    for (let i = 0; i < heard.length; i += 1) sum += heard[i]! * said[offset - lag + i]!;
    const ofSaid = energies[offset - lag + heard.length]! - energies[offset - lag]!;
    const correlation = Math.abs(sum) / Math.sqrt(ofHeard * ofSaid + 1e-12);
    if (correlation > best) [best, bestAt] = [correlation, lag];
  }
  return bestAt < 0 ? undefined : Math.max(0, bestAt * STEP - BEFORE);
}

/** Smoothed, every STEP-th sample, low tones made softer. */
function thinned(samples: Float32Array): Float32Array {
  const count = Math.floor((samples.length - SMOOTH) / STEP);
  const out = new Float32Array(count);
  let last = 0;
  // Counted from the end, so that both sounds are thinned at the same samples.
  const from = samples.length - SMOOTH - count * STEP;
  for (let i = 0; i < count; i += 1) {
    let sum = 0;
    for (let k = 0; k < SMOOTH; k += 1) sum += samples[from + (i + 1) * STEP + k]!;
    out[i] = sum - LESS_LOW * last;
    last = sum;
  }
  return out;
}

/** `[n + 1]` energy of the samples before each one. */
function energySums(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (let i = 0; i < samples.length; i += 1) sums[i + 1] = sums[i]! + samples[i]! * samples[i]!;
  return sums;
}
