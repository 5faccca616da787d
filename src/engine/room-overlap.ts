/**
 * Overlap in a room: how likely two voices speak at once, block by block, and who the second one is. Told by the frames
 * of each decoding; a later decoding knows more of what follows a block and replaces what was thought of it.
 */
import type { AsrDecodeOutput } from '../asr/asr-decode.js';
import type { Inference } from '../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { BLOCK_SAMPLES } from '../voices/blocks.js';
import {
  OVERLAP_CONTEXT_FRAMES,
  OVERLAP_FRAME_SAMPLES,
  OVERLAP_TAP,
  OVERLAP_WIDTH,
  twoAtOnce,
} from '../voices/two-at-once.js';

/**
 * Mean probability of a block from which two voices are credited. Raising it: fewer, surer overlaps. At 0.8, of 6 s of
 * overlap in real meetings 1.0 s is found and 0.2 s false (models/voice-overlap/README.md).
 */
const THRESHOLD = 0.8;
/** The same for a block beside such a block. */
const BESIDE_THRESHOLD = 0.5;
/** How far from an overlap its second voice must have spoken, seconds. */
const REACH_SEC = 15;
/** Newest sound that a decoding is asked about: the hop before it, and what that one could not see the end of. */
const NEW_SEC = 2.5;
const KEEP_SEC = 60;

export class RoomOverlap {
  private readonly blocks = new Map<number, number>();

  constructor(private readonly inference: Inference) {}

  /** Takes in a decoding of sound that began at absolute sample `from`. */
  async heard(decoded: AsrDecodeOutput, from: number): Promise<void> {
    const tap = decoded.taps[OVERLAP_TAP];
    if (!tap || tap.dims[2] !== OVERLAP_WIDTH) return;
    const frames = tap.data.length / OVERLAP_WIDTH;
    const wanted = Math.ceil((NEW_SEC * SAMPLE_RATE_HZ) / OVERLAP_FRAME_SAMPLES) + OVERLAP_CONTEXT_FRAMES;
    const first = Math.max(0, frames - wanted);
    const probabilities = await this.inference.call(
      twoAtOnce,
      Float32Array.from(tap.data.subarray(first * OVERLAP_WIDTH)),
    );
    // Frames that lack context on the left are known from before.
    const trusted = first === 0 ? 0 : OVERLAP_CONTEXT_FRAMES;
    const byBlock = new Map<number, number[]>();
    for (let i = trusted; i < probabilities.length; i += 1) {
      const sample = from + (first + i + 0.5) * OVERLAP_FRAME_SAMPLES;
      const block = Math.floor(sample / BLOCK_SAMPLES);
      byBlock.set(block, [...(byBlock.get(block) ?? []), probabilities[i]!]);
    }
    for (const [block, values] of byBlock) {
      this.blocks.set(block, values.reduce((sum, value) => sum + value, 0) / values.length);
    }
    this.forget(from + frames * OVERLAP_FRAME_SAMPLES);
  }

  /** Mean probability over `[start, end)`; undefined where nothing was decoded. */
  probability(start: number, end: number): number | undefined {
    const values: number[] = [];
    for (let block = Math.floor(start / BLOCK_SAMPLES); block * BLOCK_SAMPLES < end; block += 1) {
      const value = this.blocks.get(block);
      if (value !== undefined) values.push(value);
    }
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  }

  /**
   * The second voice of a span of one block, when two speak there: the nearest other voice before or after it.
   * @param voiceAt the voice at a sample
   */
  secondVoice(
    span: { readonly start: number; readonly end: number; readonly voice: number },
    voiceAt: (sample: number) => number | undefined,
  ): number | undefined {
    if (!this.isDouble(Math.floor(span.start / BLOCK_SAMPLES))) return undefined;
    const middle = (span.start + span.end) / 2;
    const steps = (REACH_SEC * SAMPLE_RATE_HZ) / BLOCK_SAMPLES;
    for (let step = 1; step <= steps; step += 1) {
      for (const sample of [middle - step * BLOCK_SAMPLES, middle + step * BLOCK_SAMPLES]) {
        const voice = voiceAt(sample);
        if (voice !== undefined && voice !== span.voice) return voice;
      }
    }
    return undefined;
  }

  private isDouble(block: number): boolean {
    const of = (index: number) => this.blocks.get(index) ?? 0;
    if (of(block) >= THRESHOLD) return true;
    return of(block) >= BESIDE_THRESHOLD && Math.max(of(block - 1), of(block + 1)) >= THRESHOLD;
  }

  private forget(sample: number): void {
    const oldest = (sample - KEEP_SEC * SAMPLE_RATE_HZ) / BLOCK_SAMPLES;
    for (const block of this.blocks.keys()) if (block < oldest) this.blocks.delete(block);
  }
}
