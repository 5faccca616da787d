/** Who is credited with which stretch of speech, told once it is settled: both voices where two speak at once. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Span } from '../../voices/diarizer/blocks.js';
import type { SpeechTimeline } from './speech-timeline.js';

/**
 * Voice activity is sure of a word only after its onset and lets go of it before its end. With this much on either side
 * 8.1 % of the speech in 90 rooms of `dev` voices is missed, 12.4 % without; false alarms stay under 0.1 %.
 */
export const PAD_SAMPLES = 0.1 * SAMPLE_RATE_HZ;

export class VoiceCredits {
  /** Speech before this sample was told. */
  private toldUntil = 0;

  constructor(
    private readonly timeline: SpeechTimeline,
    private readonly voiceAt: (sample: number) => number | undefined,
    private readonly onVoice: (span: Span) => void,
  ) {}

  /**
   * Tells every stretch of speech up to `sample` once; one too short for a print has its neighbour's voice.
   * @param second the other voice of a span in which two speak
   */
  tell(sample: number, spans: readonly Span[], second: ReadonlyMap<Span, number | undefined>): void {
    const known = new Map(spans.map((span) => [span.start, span]));
    for (; this.toldUntil < sample; this.toldUntil += BLOCK_SAMPLES) {
      const span = known.get(this.toldUntil);
      const middle = this.toldUntil + BLOCK_SAMPLES / 2;
      const voices = [span?.voice ?? this.voiceAt(middle), span && second.get(span)];
      for (const part of this.timeline.partsOf(this.toldUntil, this.toldUntil + BLOCK_SAMPLES, PAD_SAMPLES)) {
        for (const voice of voices) if (voice !== undefined) this.onVoice({ ...part, voice });
      }
    }
  }
}
