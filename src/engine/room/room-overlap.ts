/**
 * Overlap in a room: how likely two voices speak at once, block by block, and who the second one is. Each
 * detection replaces the probabilities of its newest blocks, because it has more of the sound that follows them.
 */
import { mean } from '../../dsp/numeric.js';
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Segment } from '../../voices/diarizer/blocks.js';
import { OVERLAP_FRAME_SAMPLES, overlapNetwork } from '../../voices/overlap-network.js';
import type { AudioWindow } from '../session/audio-window.js';

/**
 * A block is overlapped if its mean probability of two voices is at least this. Raising it: fewer, surer overlaps. At 0.8, of 6 s
 * of overlap in real meetings 1.0 s is found and 0.2 s false (models/voice-overlap/README.md).
 */
const THRESHOLD = 0.8;
/** Lower threshold for a block next to an overlapped one (hysteresis). Chosen by hand. Raising it: shorter overlaps. */
const NEIGHBOUR_THRESHOLD = 0.5;
/** How far from an overlap its second voice must have spoken, seconds. Chosen by hand. Raising it: more second voices, less surely. */
const REACH_SEC = 15;
/**
 * Sound that one detection covers. On blocks of 0.25 s of rooms mixed from real voices (346 of two voices, 3 444 of one): AUC 0.92 with
 * 4 s, 0.90 with 2.9 s, 0.93 with 8 s in twice the time.
 */
const WINDOW_SAMPLES = 4 * SAMPLE_RATE_HZ;
/**
 * Newest part of a detection, in samples; only its result is used. It holds the last hop, the end that the previous detection did
 * not reach, and a pause.
 */
const NEW_SAMPLES = 2.5 * SAMPLE_RATE_HZ;
/** Shortest sound that the network takes. */
const MIN_WINDOW_SAMPLES = 0.1 * SAMPLE_RATE_HZ;
/** How far back blocks are remembered, seconds: as far as the diarizer's labels. */
const REMEMBERED_SEC = 60;

export class RoomOverlap {
  /** Mean probability of two voices, by block index. */
  private readonly blocks = new Map<number, number>();

  constructor(
    private readonly inference: Inference,
    private readonly audio: AudioWindow,
  ) {}

  /** Detects overlap in the newest sound, up to absolute `sample`. */
  async detect(sample: number): Promise<void> {
    const from = Math.max(0, sample - WINDOW_SAMPLES);
    const sound = this.audio.slice(from, sample);
    if (sound.length < MIN_WINDOW_SAMPLES) return;
    const probabilities = await this.inference.call(overlapNetwork, sound);
    // The oldest frames are left out: an earlier detection had more of the sound before them.
    const first = from === 0 ? 0 : Math.floor((WINDOW_SAMPLES - NEW_SAMPLES) / OVERLAP_FRAME_SAMPLES);
    const byBlock = new Map<number, number[]>();
    for (let i = first; i < probabilities.length; i += 1) {
      const block = Math.floor((from + (i + 0.5) * OVERLAP_FRAME_SAMPLES) / BLOCK_SAMPLES);
      byBlock.set(block, [...(byBlock.get(block) ?? []), probabilities[i]!]);
    }
    for (const [block, values] of byBlock) this.blocks.set(block, mean(values)!);
    this.forget(sample);
  }

  /** Mean probability of two voices over `[start, end)`; undefined if no detection has covered it. */
  probability(start: number, end: number): number | undefined {
    const values: number[] = [];
    for (let block = Math.floor(start / BLOCK_SAMPLES); block * BLOCK_SAMPLES < end; block += 1) {
      const value = this.blocks.get(block);
      if (value !== undefined) values.push(value);
    }
    return mean(values);
  }

  /**
   * The second voice of a segment that is one block long: the nearest other voice before or after it. Undefined if one person
   * speaks alone there.
   * @param voiceAt the voice at an absolute sample
   */
  secondVoice(segment: Segment, voiceAt: (sample: number) => number | undefined): number | undefined {
    if (!this.isOverlapped(Math.floor(segment.start / BLOCK_SAMPLES))) return undefined;
    const middle = (segment.start + segment.end) / 2;
    const steps = (REACH_SEC * SAMPLE_RATE_HZ) / BLOCK_SAMPLES;
    for (let step = 1; step <= steps; step += 1) {
      for (const sample of [middle - step * BLOCK_SAMPLES, middle + step * BLOCK_SAMPLES]) {
        const voice = voiceAt(sample);
        if (voice !== undefined && voice !== segment.voice) return voice;
      }
    }
    return undefined;
  }

  private isOverlapped(block: number): boolean {
    const of = (index: number) => this.blocks.get(index) ?? 0;
    if (of(block) >= THRESHOLD) return true;
    return of(block) >= NEIGHBOUR_THRESHOLD && Math.max(of(block - 1), of(block + 1)) >= THRESHOLD;
  }

  private forget(sample: number): void {
    const oldest = (sample - REMEMBERED_SEC * SAMPLE_RATE_HZ) / BLOCK_SAMPLES;
    for (const block of this.blocks.keys()) if (block < oldest) this.blocks.delete(block);
  }
}
