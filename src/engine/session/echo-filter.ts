/**
 * The filter that makes an echo of the agent's sound: fitted by least squares to blocks that were echo and little else. Used by
 * echo-canceller.ts, which decides which blocks those are. Pure; samples are -1..1.
 */
import { solveToeplitz } from '../../dsp/toeplitz.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { LONGEST_DELAY_SAMPLES } from './echo-delay.js';

/** Length of a block, in samples: 0.25 s. The sound leaves in such blocks. */
export const BLOCK_SAMPLES = SAMPLE_RATE_HZ / 4;
/**
 * Length of the filter, in samples: 50 ms, an echo and the beginning of its room. Chosen by hand. Raising it: longer rooms are followed,
 * at a higher cost.
 */
const FILTER_SAMPLES = 800;
/** Weight in the fit of each block against the one after it, 0 to 1. Chosen by hand: rooms change within seconds. */
const FORGETTING_FACTOR = 0.9;
/**
 * Added to the agent's power in the fit, as a fraction of it, so that the fit is stable. Chosen by hand: at 1e-3 an echo that began
 * within a block was fitted wrongly.
 */
const LOADING = 1e-2;
/** The agent's sound before a block that is kept, in samples: what the block may be an echo of, and the block before it. */
export const HISTORY_SAMPLES = LONGEST_DELAY_SAMPLES + FILTER_SAMPLES + BLOCK_SAMPLES;

/** Correlations that the filter is fitted to, `[FILTER_SAMPLES]` by lag. */
export interface Statistics {
  /** Of the agent's sound with itself. */
  readonly agent: Float64Array;
  /** Of the caller's sound with the agent's. */
  readonly cross: Float64Array;
}

/** A filter and what it makes of a block. */
export interface Fit {
  /** Samples between the agent's sound and its echo, as of `bestDelay`. */
  readonly delay: number;
  readonly statistics: Statistics;
  /** `[FILTER_SAMPLES]` weights of the agent's sound, the newest sample first. */
  readonly filter: Float64Array;
  /** What the filter says of the agent's sound. */
  readonly echo: Float32Array;
  /** Power of the block without this echo, divided by its power. */
  readonly rest: number;
}

/** Fits a filter to a block as an echo this late, and to the blocks before. */
export function fitted(
  caller: Float32Array,
  reference: Float32Array,
  delay: number,
  before: Statistics | undefined,
): Fit {
  const heard = heardFrom(reference, delay);
  const statistics = added(before, correlations(caller, heard));
  const filter = solveToeplitz(loaded(statistics.agent), statistics.cross);
  const echo = filtered(heard, filter);
  return { delay, statistics, filter, echo, rest: power(difference(caller, echo)) / power(caller) };
}

/** The agent's sound that a block so late may be an echo of, from FILTER_SAMPLES before it. */
export function heardFrom(reference: Float32Array, delay: number): Float32Array {
  return reference.subarray(
    HISTORY_SAMPLES - delay - FILTER_SAMPLES,
    HISTORY_SAMPLES - delay + BLOCK_SAMPLES,
  );
}

/** Correlations of a block with the sound `heard` that it may be an echo of, which begins FILTER_SAMPLES earlier. */
function correlations(caller: Float32Array, heard: Float32Array): Statistics {
  const [agent, cross] = [new Float64Array(FILTER_SAMPLES), new Float64Array(FILTER_SAMPLES)];
  for (let lag = 0; lag < FILTER_SAMPLES; lag += 1) {
    let [ofAgent, ofBoth] = [0, 0];
    for (let i = 0; i < BLOCK_SAMPLES; i += 1) {
      const earlier = heard[FILTER_SAMPLES + i - lag]!;
      ofAgent += heard[FILTER_SAMPLES + i]! * earlier;
      ofBoth += caller[i]! * earlier;
    }
    agent[lag] = ofAgent;
    cross[lag] = ofBoth;
  }
  return { agent, cross };
}

function added(before: Statistics | undefined, now: Statistics): Statistics {
  if (!before) return now;
  const sum = (a: Float64Array, b: Float64Array) => b.map((value, i) => value + FORGETTING_FACTOR * a[i]!);
  return { agent: sum(before.agent, now.agent), cross: sum(before.cross, now.cross) };
}

function loaded(agent: Float64Array): Float64Array {
  const all = agent.slice();
  all[0] = all[0]! * (1 + LOADING) + Number.MIN_VALUE;
  return all;
}

export function filtered(heard: Float32Array, filter: Float64Array): Float32Array {
  return Float32Array.from({ length: BLOCK_SAMPLES }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < FILTER_SAMPLES; k += 1) sum += filter[k]! * heard[FILTER_SAMPLES + i - k]!;
    return sum;
  });
}

/** `a - b`, sample by sample. */
export function difference(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value - b[i]!);
}

/** Mean square. */
export function power(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
}
