/**
 * Who speaks when in a room: prints of the newest speech go to the diarizer, its sound tells where two speak at once. Until
 * a label is settled it may change; settled speech is credited to its voices, and what a voice says alone goes to its
 * language. Called by RoomTranscript, which says when to listen and when to settle.
 */
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Span } from '../../voices/diarizer/blocks.js';
import type { DiarizerOptions } from '../../voices/diarizer/diarizer-options.js';
import type { VoiceEmbedder } from '../../voices/embedder/embedder.js';
import { OnlineDiarizer } from '../../voices/diarizer/online-diarizer.js';
import type { AudioWindow } from '../session/audio-window.js';
import type { RoomLanguages } from './room-languages.js';
import type { VoiceSeconds } from './floor.js';
import { RoomOverlap } from './room-overlap.js';
import { SoloSpeech } from './solo-speech.js';
import type { SpeechTimeline } from './speech-timeline.js';
import { VoiceCredits } from './speaker-segments.js';

/** Most labels stand after this long: then the sound speaks for its voice's language, words or no words. */
const LABELLED_SAMPLES = 1.25 * SAMPLE_RATE_HZ;
/** After this long a sound that fits nobody is no new voice's. */
const UNTOLD_SAMPLES = 2.5 * SAMPLE_RATE_HZ;

export interface RoomVoicesDeps {
  readonly audio: AudioWindow;
  readonly timeline: SpeechTimeline;
  readonly inference: Inference;
  readonly embedder: VoiceEmbedder;
  readonly languages: Pick<RoomLanguages, 'addSolo'>;
  readonly diarizer: DiarizerOptions;
  /** Told of every stretch of speech once its voice is settled. */
  readonly onVoice?: (span: Span) => void;
}

export class RoomVoices {
  private lastHeard = 0;
  private readonly diarizer: OnlineDiarizer;
  private readonly overlap: RoomOverlap;
  private readonly credits: VoiceCredits | undefined;
  private readonly solo: SoloSpeech;

  constructor(private readonly deps: RoomVoicesDeps) {
    const { onVoice, timeline } = deps;
    this.diarizer = new OnlineDiarizer(deps.embedder, deps.diarizer);
    this.overlap = new RoomOverlap(deps.inference, deps.audio);
    this.credits = onVoice && new VoiceCredits(timeline, this.at, onVoice);
    this.solo = new SoloSpeech({
      timeline,
      voiceAt: (sample) => this.at(sample) ?? (this.isLongHeard(sample) ? this.only : undefined),
      isShared: (span) => this.overlap.secondVoice(span, this.at) !== undefined,
      onSolo: (voice, start, end) => deps.languages.addSolo(voice, deps.audio.slice(start, end), start),
    });
  }

  /** The voice at an absolute sample, undefined while none fits. */
  readonly at = (sample: number): number | undefined => this.diarizer.voiceAt(sample);

  /** The voice of a word: the one at its middle. */
  of(word: { readonly start: number; readonly end: number }): number | undefined {
    return this.at((word.start + word.end) / 2);
  }

  /** Who speaks in `[from, to)`; nobody while but one voice is known: whoever has just begun to speak still has its label. */
  secondsIn(from: number, to: number): VoiceSeconds {
    const seconds = new Map<number, number>();
    if (this.only !== undefined) return seconds;
    for (let at = from; at < to; at += BLOCK_SAMPLES) {
      const end = Math.min(to, at + BLOCK_SAMPLES);
      const voice = this.at((at + end) / 2);
      const speech = this.deps.timeline.speechIn(at, end) / SAMPLE_RATE_HZ;
      if (voice !== undefined) seconds.set(voice, (seconds.get(voice) ?? 0) + speech);
    }
    return seconds;
  }

  /** The voice, as long as there is but one. */
  get only(): number | undefined {
    return this.diarizer.voices.only;
  }

  get count(): number {
    return this.diarizer.voices.size;
  }

  /** Start of the current voice's uninterrupted speech, absolute sample; undefined before any. */
  get lastChange(): number | undefined {
    return this.diarizer.lastChange;
  }

  /** Absolute sample up to which solo speech was handed to the languages. */
  get soloUntil(): number {
    return this.solo.until;
  }

  /** Absolute sample up to which was listened, or since which somebody speaks. */
  get heardUntil(): number {
    return this.lastHeard;
  }

  speechStart(sample: number): void {
    this.lastHeard = Math.max(this.lastHeard, sample);
  }

  /** Listens up to absolute `sample`: for two at once, and for the print of the last stretch of speech. */
  async hear(sample: number, lastSpeechSample: number): Promise<void> {
    this.lastHeard = sample;
    const { embedder, timeline, audio, inference } = this.deps;
    const end = Math.min(sample, lastSpeechSample);
    const start = Math.max(timeline.stretchStart, end - embedder.windowSec * SAMPLE_RATE_HZ);
    if (end - start >= embedder.minSec * SAMPLE_RATE_HZ) {
      const print = await embedder.embed(audio.slice(start, end), inference);
      this.diarizer.addWindow(start, end, { overlap: this.overlap.probability(start, end), ...print });
    }
    await this.overlap.hear(sample);
  }

  /** Hands on the solo speech whose labels most likely stand, with absolute `sample` as now. */
  tellLabelled(sample: number): void {
    this.solo.tell(sample - LABELLED_SAMPLES);
  }

  /** Labels before absolute `sample` stand from now on. */
  settle(sample: number): void {
    const spans = this.diarizer.fix(sample);
    const second = new Map(spans.map((span) => [span, this.overlap.secondVoice(span, this.at)]));
    this.credits?.tell(sample, spans, second);
    this.solo.tell(sample);
  }

  /** True where a voice that is new would have been told by now. */
  private isLongHeard(sample: number): boolean {
    return this.lastHeard - sample > UNTOLD_SAMPLES;
  }
}
