/**
 * Overlap in a room: how likely two voices speak at once, block by block, and who the second one is. What is heard later
 * knows more of what follows a block and replaces what was thought of it.
 */
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES } from '../../voices/diarizer/blocks.js';
import { OVERLAP_FRAME_SAMPLES, overlapNetwork } from '../../voices/overlap-network.js';
import type { AudioWindow } from '../session/audio-window.js';

/**
 * Mean probability of a block from which two voices are credited. Raising it: fewer, surer overlaps. At 0.8, of 6 s of
 * overlap in real meetings 1.0 s is found and 0.2 s false (models/voice-overlap/README.md).
 */
const THRESHOLD = 0.8;
/** The same for a block beside such a block. */
const BESIDE_THRESHOLD = 0.5;
/** How far from an overlap its second voice must have spoken, seconds. */
const REACH_SEC = 15;
/**
 * Sound that is listened to, of it the newest that is told anew: the hop before it, what that one could not see the end of,
 * and a pause. Blocks of 0.25 s of rooms mixed from real voices (346 of two, 3 444 of one): AUC 0.92, of 2.9 s 0.90, of 8 s
 * 0.93 in twice the time.
 */
const HEARD_SAMPLES = 4 * SAMPLE_RATE_HZ;
const NEW_SAMPLES = 2.5 * SAMPLE_RATE_HZ;
/** Less sound says nothing. */
const MIN_WINDOW_SAMPLES = 0.1 * SAMPLE_RATE_HZ;
const KEEP_SEC = 60;

export class RoomOverlap {
  private readonly blocks = new Map<number, number>();

  constructor(
    private readonly inference: Inference,
    private readonly audio: AudioWindow,
  ) {}

  /** Listens to the newest sound, up to absolute `sample`. */
  async hear(sample: number): Promise<void> {
    const from = Math.max(0, sample - HEARD_SAMPLES);
    const sound = this.audio.slice(from, sample);
    if (sound.length < MIN_WINDOW_SAMPLES) return;
    const probabilities = await this.inference.call(overlapNetwork, sound);
    // What came before is known, and its first frames lack context now.
    const told = from === 0 ? 0 : Math.floor((HEARD_SAMPLES - NEW_SAMPLES) / OVERLAP_FRAME_SAMPLES);
    const byBlock = new Map<number, number[]>();
    for (let i = told; i < probabilities.length; i += 1) {
      const block = Math.floor((from + (i + 0.5) * OVERLAP_FRAME_SAMPLES) / BLOCK_SAMPLES);
      byBlock.set(block, [...(byBlock.get(block) ?? []), probabilities[i]!]);
    }
    for (const [block, values] of byBlock) {
      this.blocks.set(block, values.reduce((sum, value) => sum + value, 0) / values.length);
    }
    this.forget(sample);
  }

  /** Mean probability over `[start, end)`; undefined where nobody listened. */
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
