/** Speech with its speaker, each stretch given out once, when its label is frozen; twice if two people speak at once. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Segment } from '../../voices/diarizer/blocks.js';
import { SEGMENTATION_FRAME_SAMPLES } from '../../voices/segmentation-network.js';
import type { SpeechTimeline } from './speech-timeline.js';

/**
 * How far a segment reaches beyond what voice activity found: it notices a word after its onset and lets go before its end. On 90
 * rooms of `dev` voices this pad leaves 8.1 % of the speech missed, no pad 12.4 %, with false alarms under 0.1 % (22 November 2026,
 * `node training/voices/diarize.mjs`).
 */
export const PAD_SAMPLES = 0.1 * SAMPLE_RATE_HZ;
/** Quiet speech counts up to this far from speech that voice activity found. Chosen by hand. Raising it: more false speech. */
const QUIET_REACH_SAMPLES = 2 * SAMPLE_RATE_HZ;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What hears quiet speech. */
export interface QuietSpeech {
  /** True if somebody speaks at an absolute sample. */
  hasSpeechAt(sample: number): boolean;
}

export class SpeakerSegments {
  /** Absolute sample before which all speech was given out. */
  private until = 0;

  constructor(
    private readonly timeline: SpeechTimeline,
    private readonly quiet: QuietSpeech,
  ) {}

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
      for (const part of this.partsOf(this.until, this.until + BLOCK_SAMPLES)) {
        for (const voice of voices) if (voice !== undefined) found.push({ ...part, voice });
      }
    }
    return found;
  }

  /** The parts of `[from, to)` with speech: what voice activity found, and quiet speech that leads up to it or away from it. */
  private partsOf(from: number, to: number): Span[] {
    const loud = this.timeline.partsOf(from, to, PAD_SAMPLES);
    const gaps = [...loud, { start: to, end: to }].map(({ start }, i) => ({
      start: loud[i - 1]?.end ?? from,
      end: start,
    }));
    const quiet = gaps.flatMap(({ start, end }) => this.quietPartsOf(start, end));
    return joined([...loud, ...quiet].sort((a, b) => a.start - b.start));
  }

  private quietPartsOf(from: number, to: number): Span[] {
    const found: Span[] = [];
    for (let start = from; start < to; start += SEGMENTATION_FRAME_SAMPLES) {
      const end = Math.min(to, start + SEGMENTATION_FRAME_SAMPLES);
      if (this.leadsToLoud((start + end) / 2)) found.push({ start, end });
    }
    return found;
  }

  /** True if speech goes on without a gap from this sample, in either direction, to speech that voice activity found. */
  private leadsToLoud(sample: number): boolean {
    return [-SEGMENTATION_FRAME_SAMPLES, SEGMENTATION_FRAME_SAMPLES].some((step) => {
      for (let at = sample; Math.abs(at - sample) <= QUIET_REACH_SAMPLES && at >= 0; at += step) {
        if (this.timeline.speechIn(at, at + 1) > 0) return true;
        if (!this.quiet.hasSpeechAt(at)) return false;
      }
      return false;
    });
  }
}

/** The same spans, those that touch as one. @param spans in order, without overlap */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { start, end } of spans) {
    const last = found.at(-1);
    if (last?.end === start) found.splice(-1, 1, { start: last.start, end });
    else found.push({ start, end });
  }
  return found;
}
