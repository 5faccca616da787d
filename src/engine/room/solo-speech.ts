/**
 * What each voice says on its own, handed out block by block and once each, in order: the sound that tells its language.
 * It does not wait for words: speech in another language than the one decoded gives none for long.
 */
import { BLOCK_SAMPLES } from '../../voices/diarizer/blocks.js';
import type { SpeechTimeline } from './speech-timeline.js';

/** A block may wait this long for its voice, samples; what has waited longer is given up. */
const PATIENCE_SAMPLES = 128 * BLOCK_SAMPLES;

export interface SoloSpeechDeps {
  readonly timeline: Pick<SpeechTimeline, 'speechIn'>;
  /** The voice at an absolute sample, undefined while none fits. */
  readonly voiceAt: (sample: number) => number | undefined;
  /** True where somebody else speaks too. */
  readonly isShared: (span: { start: number; end: number; voice: number }) => boolean;
  readonly onSolo: (voice: number, start: number, end: number) => void;
}

export class SoloSpeech {
  /** Sound before this absolute sample was handed out. */
  until = 0;

  constructor(private readonly deps: SoloSpeechDeps) {}

  /** Hands out the blocks up to absolute `sample`, as far as their voices are known. */
  tell(sample: number): void {
    const { timeline, voiceAt, isShared, onSolo } = this.deps;
    this.until = Math.max(this.until, Math.floor(sample / BLOCK_SAMPLES) * BLOCK_SAMPLES - PATIENCE_SAMPLES);
    for (; this.until + BLOCK_SAMPLES <= sample; this.until += BLOCK_SAMPLES) {
      const span = { start: this.until, end: this.until + BLOCK_SAMPLES };
      if (timeline.speechIn(span.start, span.end) < BLOCK_SAMPLES / 2) continue;
      const voice = voiceAt(span.start + BLOCK_SAMPLES / 2);
      if (voice === undefined) return;
      if (!isShared({ ...span, voice })) onSolo(voice, span.start, span.end);
    }
  }
}
