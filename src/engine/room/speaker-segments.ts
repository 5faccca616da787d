/** Speech with its speaker, each stretch given out once, when its label is frozen; twice if two people speak at once. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Segment } from '../../voices/diarizer/blocks.js';
import type { SpeechTimeline } from './speech-timeline.js';

/**
 * How far a segment reaches beyond what voice activity found: it notices a word after its onset and lets go before its end. On 90
 * rooms of `dev` voices this pad leaves 8.1 % of the speech missed, no pad 12.4 %, with false alarms under 0.1 % (22 November 2026,
 * `node training/voices/diarize.mjs`).
 */
export const PAD_SAMPLES = 0.1 * SAMPLE_RATE_HZ;

export class SpeakerSegments {
  /** Absolute sample before which all speech was given out. */
  private until = 0;

  constructor(private readonly timeline: SpeechTimeline) {}

  /**
   * The speech up to absolute `sample` that was not given out before.
   * @param frozen labelled blocks; speech in a block without a label takes the voice of `voiceAt`
   * @param secondVoiceOf the other voice of a block in which two people speak
   */
  take(
    sample: number,
    frozen: readonly Segment[],
    voiceAt: (sample: number) => number | undefined,
    secondVoiceOf: (segment: Segment) => number | undefined,
  ): Segment[] {
    const found: Segment[] = [];
    const byStart = new Map(frozen.map((segment) => [segment.start, segment]));
    for (; this.until < sample; this.until += BLOCK_SAMPLES) {
      const segment = byStart.get(this.until);
      const voices = [
        segment?.voice ?? voiceAt(this.until + BLOCK_SAMPLES / 2),
        segment && secondVoiceOf(segment),
      ];
      for (const part of this.timeline.partsOf(this.until, this.until + BLOCK_SAMPLES, PAD_SAMPLES)) {
        for (const voice of voices) if (voice !== undefined) found.push({ ...part, voice });
      }
    }
    return found;
  }
}
