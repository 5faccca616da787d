/**
 * Takes the agent's echo out of the caller's sound, if the agent's own sound is at hand. It changes the sound before an engine
 * hears it, as a browser or a gateway does, so that the same sound still gives the same log through every door. No I/O: two
 * channels of sound in, one out.
 *
 * Theory of operation, for each block of BLOCK samples, while the agent has been heard within the longest delay:
 * - The delay of the echo is searched for: where the caller's sound follows the agent's best (echo-delay.ts).
 * - A filter of TAPS samples from there on is fitted to all blocks so far that were echo and little else (least squares).
 * - If it explains nearly all of the block, the block is echo: the delay is known and the block joins what the filter is fitted to.
 * - From then on what the filter says of the agent's sound is subtracted. A frame in which little is left is silenced;
 *   the caller's own voice leaves much.
 * - Before an echo has been heard alone, every block stays as it is, to the bit.
 */
import { joinSamples, quantize, toFloat } from '../../audio/pcm.js';
import { solveToeplitz } from '../../dsp/toeplitz.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { bestDelay, LONGEST_DELAY } from './echo-delay.js';

/** 0.25 s. The sound leaves in such blocks. */
const BLOCK = SAMPLE_RATE_HZ / 4;
/** Length of the filter: an echo and 50 ms of its room. Chosen by hand: more taps follow longer rooms and cost more. */
const TAPS = 800;
/** A block is echo if the filter leaves at most this fraction of its power, 6 dB less. Raising it takes callers for echo. */
const ECHO_REST = 0.25;
/** A filter that leaves no more than this has the right delay, 15 dB less. Chosen by hand. */
const CLEAR_REST = 0.03;
/** Weight of what was heard a block earlier, in the fit. Chosen by hand: rooms change within seconds. */
const REMEMBER = 0.9;
/**
 * Stabilises the fit: fraction of the agent's power. Chosen by hand: at 1e-3 an echo that began within a block was fitted wrongly.
 */
const LOADING = 1e-2;
/** Blocks in a row in which the filter takes nothing away before the delay is searched for again. Chosen by hand: 2 s. */
const LOST_BLOCKS = 8;
/** A frame whose rest is below this fraction of the echo in it is silenced; from RATIO_KEPT on it is kept. Chosen by hand. */
const RATIO_SILENCED = 0.15;
const RATIO_KEPT = 0.6;
/** What is left of the power of an echo a frame later, in a room whose tail the filter does not reach. Chosen by hand: -10 dB in 0.1 s. */
const HELD = 0.8;
/** 10 ms. */
const FRAME = SAMPLE_RATE_HZ / 100;
/** Mean square below which the agent is silent, -70 dBFS. */
const SILENT = 1e-7;
/** Agent's sound before a block: what it may be an echo of, and the block before it. */
const HISTORY = LONGEST_DELAY + TAPS + BLOCK;

/** Correlations that the filter is fitted to. */
interface Statistics {
  readonly agent: Float64Array;
  readonly cross: Float64Array;
}

interface Fit {
  readonly delay: number;
  readonly statistics: Statistics;
  readonly filter: Float64Array;
  /** What the filter says of the agent's sound. */
  readonly echo: Float32Array;
  /** Fraction of the block's power that is left when this echo is taken out. */
  readonly rest: number;
}

export class EchoCanceller {
  private caller: Int16Array = new Int16Array(0);
  private agent: Int16Array = new Int16Array(0);
  /** The agent's newest `HISTORY` samples before the block. */
  private history: Float32Array = new Float32Array(HISTORY);
  /** The caller's block before this one. */
  private previous: Float32Array = new Float32Array(BLOCK);
  private delay: number | undefined;
  private filter: Float64Array | undefined;
  private statistics: Statistics | undefined;
  private lostBlocks = 0;

  /** @param caller, agent the next PCM16 samples at 16 kHz, equally many. @returns the caller's samples of complete blocks */
  push(caller: Int16Array, agent: Int16Array): Int16Array {
    this.caller = joinSamples([this.caller, caller]);
    this.agent = joinSamples([this.agent, agent]);
    const out: Int16Array[] = [];
    let at = 0;
    for (; at + BLOCK <= this.caller.length; at += BLOCK)
      out.push(this.block(this.caller.subarray(at, at + BLOCK), this.agent.subarray(at, at + BLOCK)));
    this.caller = this.caller.slice(at);
    this.agent = this.agent.slice(at);
    return joinSamples(out);
  }

  /** @returns the caller's last samples, as if silence followed */
  end(): Int16Array {
    const rest = this.caller.length;
    if (rest === 0) return new Int16Array(0);
    const silence = new Int16Array(BLOCK - rest);
    return this.push(silence, silence).subarray(0, rest);
  }

  private block(samples: Int16Array, agentSamples: Int16Array): Int16Array {
    const caller = toFloat(samples);
    const reference = new Float32Array(HISTORY + BLOCK);
    reference.set(this.history);
    reference.set(toFloat(agentSamples), HISTORY);
    const cleaned = power(reference) > SILENT ? this.cancel(caller, reference) : undefined;
    this.history = reference.slice(BLOCK);
    this.previous = caller;
    return cleaned ? quantize(cleaned) : samples;
  }

  /** @returns undefined if the block stays as it is */
  private cancel(caller: Float32Array, reference: Float32Array): Float32Array | undefined {
    if (power(caller) === 0) return undefined;
    const known =
      this.delay === undefined ? undefined : fitted(caller, reference, this.delay, this.statistics);
    // The first delay may have been found in sound that was hardly an echo: another is tried unless it explains all.
    const delay = known && known.rest <= CLEAR_REST ? undefined : bestDelay(this.previous, caller, reference);
    const other = delay === undefined ? undefined : fitted(caller, reference, delay, undefined);
    const best = other && other.rest < (known?.rest ?? 1) ? other : known;
    if (best && best.rest <= ECHO_REST) {
      [this.delay, this.filter, this.statistics, this.lostBlocks] = [
        best.delay,
        best.filter,
        best.statistics,
        0,
      ];
      return restOf(caller, best.echo);
    }
    if (this.delay === undefined || !this.filter) return undefined;
    return this.withKnownFilter(caller, filtered(heardFrom(reference, this.delay), this.filter));
  }

  /** The caller speaks over the echo, or its path has changed. */
  private withKnownFilter(caller: Float32Array, echo: Float32Array): Float32Array | undefined {
    if (power(difference(caller, echo)) < power(caller)) {
      this.lostBlocks = 0;
      return restOf(caller, echo);
    }
    this.lostBlocks += 1;
    if (this.lostBlocks >= LOST_BLOCKS)
      [this.delay, this.filter, this.statistics] = [undefined, undefined, undefined];
    return undefined;
  }
}

/**
 * Pairs of the caller's and the agent's samples, equally long, with the caller's echo of the agent taken out. As many samples
 * come out as go in.
 */
export async function* cancelEcho(
  chunks: AsyncIterable<readonly Int16Array[]>,
): AsyncGenerator<readonly Int16Array[]> {
  const canceller = new EchoCanceller();
  let waiting: Int16Array = new Int16Array(0);
  for await (const [caller, agent] of chunks) {
    waiting = joinSamples([waiting, agent!]);
    const cleaned = canceller.push(caller!, agent!);
    if (cleaned.length === 0) continue;
    yield [cleaned, waiting.subarray(0, cleaned.length)];
    waiting = waiting.slice(cleaned.length);
  }
  if (waiting.length > 0) yield [canceller.end(), waiting];
}

/** Fits a filter to a block as an echo this late, and to the blocks before. */
function fitted(
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

/** The agent's sound that a block so late may be an echo of, from `TAPS` samples before it. */
function heardFrom(reference: Float32Array, delay: number): Float32Array {
  return reference.subarray(HISTORY - delay - TAPS, HISTORY - delay + BLOCK);
}

/** Correlations of a block with the sound `heard` that it may be an echo of, which begins `TAPS` samples earlier. */
function correlations(caller: Float32Array, heard: Float32Array): Statistics {
  const [agent, cross] = [new Float64Array(TAPS), new Float64Array(TAPS)];
  for (let lag = 0; lag < TAPS; lag += 1) {
    let [ofAgent, ofBoth] = [0, 0];
    for (let i = 0; i < BLOCK; i += 1) {
      const earlier = heard[TAPS + i - lag]!;
      ofAgent += heard[TAPS + i]! * earlier;
      ofBoth += caller[i]! * earlier;
    }
    agent[lag] = ofAgent;
    cross[lag] = ofBoth;
  }
  return { agent, cross };
}

function added(before: Statistics | undefined, now: Statistics): Statistics {
  if (!before) return now;
  const sum = (a: Float64Array, b: Float64Array) => b.map((value, i) => value + REMEMBER * a[i]!);
  return { agent: sum(before.agent, now.agent), cross: sum(before.cross, now.cross) };
}

function loaded(agent: Float64Array): Float64Array {
  const all = agent.slice();
  all[0] = all[0]! * (1 + LOADING) + Number.MIN_VALUE;
  return all;
}

function filtered(heard: Float32Array, filter: Float64Array): Float32Array {
  return Float32Array.from({ length: BLOCK }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < TAPS; k += 1) sum += filter[k]! * heard[TAPS + i - k]!;
    return sum;
  });
}

/** The rest, silenced where it is small beside the echo. */
function restOf(caller: Float32Array, echo: Float32Array): Float32Array {
  const rest = difference(caller, echo);
  let held = 0;
  for (let at = 0; at < BLOCK; at += FRAME) {
    const frame = rest.subarray(at, at + FRAME);
    held = Math.max(power(echo.subarray(at, at + FRAME)), held * HELD);
    const ratio = power(frame) / Math.max(held, Number.MIN_VALUE);
    const gain = Math.min(1, Math.max(0, (ratio - RATIO_SILENCED) / (RATIO_KEPT - RATIO_SILENCED)));
    for (let i = 0; i < frame.length; i += 1) frame[i]! *= gain;
  }
  return rest;
}

function difference(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value - b[i]!);
}

/** Mean square. */
function power(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
}
