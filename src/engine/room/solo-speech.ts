/**
 * What each voice says while nobody else speaks, handed out block by block, once each and in order: the sound that a voice's
 * language is identified on. It does not wait for words, because speech in another language than the decoded one may give no word
 * for a long time.
 */
import { BLOCK_SAMPLES, type Segment } from '../../voices/diarizer/blocks.js';
import type { SpeechTimeline } from './speech-timeline.js';

/** A block that has waited this long for its voice is given up: 32 s, the length of the audio that the room remembers. */
const PATIENCE_SAMPLES = 128 * BLOCK_SAMPLES;

export class SoloSpeech {
  /** Absolute sample up to which sound was handed out or passed over. */
  until = 0;

  constructor(private readonly timeline: Pick<SpeechTimeline, 'speechIn'>) {}

  /**
   * The next blocks up to absolute `sample`; stops at the first block of speech whose voice is unknown.
   * @param voiceAt the voice at an absolute sample, undefined if unknown
   * @param isShared true if somebody else speaks in the segment too
   */
  take(
    sample: number,
    voiceAt: (sample: number) => number | undefined,
    isShared: (segment: Segment) => boolean,
  ): Segment[] {
    const found: Segment[] = [];
    this.until = Math.max(this.until, Math.floor(sample / BLOCK_SAMPLES) * BLOCK_SAMPLES - PATIENCE_SAMPLES);
    for (; this.until + BLOCK_SAMPLES <= sample; this.until += BLOCK_SAMPLES) {
      const [start, end] = [this.until, this.until + BLOCK_SAMPLES];
      if (this.timeline.speechIn(start, end) < BLOCK_SAMPLES / 2) continue;
      const voice = voiceAt(start + BLOCK_SAMPLES / 2);
      if (voice === undefined) return found;
      if (!isShared({ start, end, voice })) found.push({ start, end, voice });
    }
    return found;
  }
}
