/**
 * Takes the agent's echo out of the caller's sound, if the agent's own sound is at hand. It changes the sound before an engine
 * hears it, as a browser or a gateway does, so that the same sound still gives the same log through every door. No I/O: two
 * channels of sound in, one out.
 *
 * Theory of operation, for each block of BLOCK_SAMPLES, while the agent has been heard within the longest delay:
 * - The delay of the echo is searched for: where the caller's sound follows the agent's best (echo-delay.ts).
 * - A filter of FILTER_SAMPLES from there on is fitted to all blocks so far that were echo and little else (least squares).
 * - If it explains nearly all of the block, the block is echo: the delay is known and the block joins what the filter is fitted to.
 * - From then on what the filter says of the agent's sound is subtracted. A frame in which little is left is silenced;
 *   the caller's own voice leaves much.
 * - Before an echo has been heard alone, every block stays as it is, to the bit.
 */
import { joinSamples, quantize, toFloat } from '../../audio/pcm.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { bestDelay } from './echo-delay.js';
import {
  BLOCK_SAMPLES,
  difference,
  filtered,
  fitted,
  heardFrom,
  HISTORY_SAMPLES,
  power,
  type Statistics,
} from './echo-filter.js';

/**
 * A block is echo if the filter leaves at most this fraction of its power, 0 to 1: 6 dB less. Raising it: callers are taken for
 * echo.
 */
const MOST_REST_OF_ECHO = 0.25;
/** If the filter leaves at most this fraction of the power, 0 to 1, its delay is right: 15 dB less. Chosen by hand. */
const MOST_REST_OF_KNOWN_DELAY = 0.03;
/** After so many blocks in a row from which the filter takes nothing, the delay is searched for again: 2 s. Chosen by hand. */
const BLOCKS_UNTIL_LOST = 8;
/**
 * Gain of a frame by the power of its rest divided by the power of its echo: 0 up to the first ratio, 1 from the second on, in
 * proportion between them. Chosen by hand.
 */
const SILENCED_BELOW = 0.15;
const KEPT_FROM = 0.6;
/**
 * Fraction of an echo's power that is assumed to be left a frame later, 0 to 1, in a room whose tail the filter does not reach: -10 dB in
 * 0.1 s. Chosen by hand.
 */
const ECHO_DECAY = 0.8;
/** Length of a frame, in samples: 10 ms. */
const FRAME_SAMPLES = SAMPLE_RATE_HZ / 100;
/** The agent is silent below this mean square of samples of -1..1: -70 dB of full scale. Chosen by hand. */
const SILENT_POWER = 1e-7;

export class EchoCanceller {
  /** Samples that do not fill a block yet. */
  private caller: Int16Array = new Int16Array(0);
  private agent: Int16Array = new Int16Array(0);
  /** The agent's newest HISTORY_SAMPLES before the block. */
  private history: Float32Array = new Float32Array(HISTORY_SAMPLES);
  /** The caller's block before this one. */
  private previous: Float32Array = new Float32Array(BLOCK_SAMPLES);
  /** Undefined until an echo has been heard alone. */
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
    for (; at + BLOCK_SAMPLES <= this.caller.length; at += BLOCK_SAMPLES)
      out.push(
        this.block(this.caller.subarray(at, at + BLOCK_SAMPLES), this.agent.subarray(at, at + BLOCK_SAMPLES)),
      );
    this.caller = this.caller.slice(at);
    this.agent = this.agent.slice(at);
    return joinSamples(out);
  }

  /** @returns the caller's last samples, as if silence followed */
  end(): Int16Array {
    const rest = this.caller.length;
    if (rest === 0) return new Int16Array(0);
    const silence = new Int16Array(BLOCK_SAMPLES - rest);
    return this.push(silence, silence).subarray(0, rest);
  }

  private block(samples: Int16Array, agentSamples: Int16Array): Int16Array {
    const caller = toFloat(samples);
    const reference = new Float32Array(HISTORY_SAMPLES + BLOCK_SAMPLES);
    reference.set(this.history);
    reference.set(toFloat(agentSamples), HISTORY_SAMPLES);
    const cleaned = power(reference) > SILENT_POWER ? this.cancel(caller, reference) : undefined;
    this.history = reference.slice(BLOCK_SAMPLES);
    this.previous = caller;
    return cleaned ? quantize(cleaned) : samples;
  }

  /** @returns undefined if the block stays as it is */
  private cancel(caller: Float32Array, reference: Float32Array): Float32Array | undefined {
    if (power(caller) === 0) return undefined;
    const known =
      this.delay === undefined ? undefined : fitted(caller, reference, this.delay, this.statistics);
    // The first delay may have been found in sound that was hardly an echo: another is tried unless it explains all.
    const delay =
      known && known.rest <= MOST_REST_OF_KNOWN_DELAY
        ? undefined
        : bestDelay(this.previous, caller, reference);
    const other = delay === undefined ? undefined : fitted(caller, reference, delay, undefined);
    const best = other && other.rest < (known?.rest ?? 1) ? other : known;
    if (best && best.rest <= MOST_REST_OF_ECHO) {
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
    if (this.lostBlocks >= BLOCKS_UNTIL_LOST)
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

/** The rest, silenced where it is small beside the echo. */
function restOf(caller: Float32Array, echo: Float32Array): Float32Array {
  const rest = difference(caller, echo);
  let held = 0;
  for (let at = 0; at < BLOCK_SAMPLES; at += FRAME_SAMPLES) {
    const frame = rest.subarray(at, at + FRAME_SAMPLES);
    held = Math.max(power(echo.subarray(at, at + FRAME_SAMPLES)), held * ECHO_DECAY);
    const ratio = power(frame) / Math.max(held, Number.MIN_VALUE);
    const gain = Math.min(1, Math.max(0, (ratio - SILENCED_BELOW) / (KEPT_FROM - SILENCED_BELOW)));
    for (let i = 0; i < frame.length; i += 1) frame[i]! *= gain;
  }
  return rest;
}
