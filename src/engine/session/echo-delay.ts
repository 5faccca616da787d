/**
 * How late the agent's sound comes back in the caller's, by correlation of both at 4 kHz, with less weight on low tones so that a
 * vowel does not fit at every period of its pitch. Used by echo-canceller.ts.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

/** Longest delay of an echo, in samples: 1.1 s. Chosen by hand. */
export const LONGEST_DELAY_SAMPLES = Math.round(1.1 * SAMPLE_RATE_HZ);
/** Samples between two that are compared: at 4 kHz a delay is found well enough. */
const STEP_SAMPLES = 4;
/** Samples that are added up before others are left out. */
const SMOOTHED_SAMPLES = 8;
/** Fraction of the sample before that is subtracted, 0 to 1. At 1 it would be a first difference; it makes low tones softer. */
const LOW_TONES_TAKEN = 0.9;
/** Lowest correlation, 0 to 1, at which a filter is fitted. Chosen by hand: the filter decides whether it is an echo. */
const LEAST_CORRELATION = 0.15;
/** Samples by which the filter begins before the delay found, 3 ms: the first sound of a room may be softer than a later one. */
const LEAD_SAMPLES = 48;

/**
 * @param before, caller two blocks of the caller's sound, the newest last
 * @param reference the agent's sound up to the end of `caller`, at least LONGEST_DELAY_SAMPLES and one block longer than it
 * @returns samples, 0 to LONGEST_DELAY_SAMPLES, at which a filter of the echo begins; undefined if nothing fits
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
  for (let lag = 0; lag <= Math.min(offset, LONGEST_DELAY_SAMPLES / STEP_SAMPLES); lag += 1) {
    let sum = 0;
    for (let i = 0; i < heard.length; i += 1) sum += heard[i]! * said[offset - lag + i]!;
    const ofSaid = energies[offset - lag + heard.length]! - energies[offset - lag]!;
    const correlation = Math.abs(sum) / Math.sqrt(ofHeard * ofSaid + 1e-12);
    if (correlation > best) [best, bestAt] = [correlation, lag];
  }
  return bestAt < 0 ? undefined : Math.max(0, bestAt * STEP_SAMPLES - LEAD_SAMPLES);
}

/** Every fourth sample, smoothed, with low tones made softer. */
function thinned(samples: Float32Array): Float32Array {
  const count = Math.floor((samples.length - SMOOTHED_SAMPLES) / STEP_SAMPLES);
  const out = new Float32Array(count);
  let last = 0;
  // Counted from the end, so that both sounds are thinned at the same samples.
  const from = samples.length - SMOOTHED_SAMPLES - count * STEP_SAMPLES;
  for (let i = 0; i < count; i += 1) {
    let sum = 0;
    for (let k = 0; k < SMOOTHED_SAMPLES; k += 1) sum += samples[from + (i + 1) * STEP_SAMPLES + k]!;
    out[i] = sum - LOW_TONES_TAKEN * last;
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
