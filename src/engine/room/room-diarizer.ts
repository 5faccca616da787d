/**
 * Who speaks when in a room. Embeddings of the newest speech go to the diarizer, and a segmentation network hears where two people
 * speak at once. A label may change until it is frozen. Frozen speech is given out with its voices, and what one voice says alone is
 * given out for its language. RoomTranscript calls it and says when to diarize and when to freeze.
 */
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { BLOCK_SAMPLES, type Segment } from '../../voices/diarizer/blocks.js';
import type { DiarizerOptions } from '../../voices/diarizer/diarizer-options.js';
import { OnlineDiarizer } from '../../voices/diarizer/online-diarizer.js';
import type { VoiceEmbedder } from '../../voices/embedder/embedder.js';
import type { AudioWindow } from '../session/audio-window.js';
import type { VoiceSeconds } from './floor.js';
import { RoomSegmentation } from './room-segmentation.js';
import { SoloSpeech } from './solo-speech.js';
import { SpeakerSegments } from './speaker-segments.js';
import type { SpeechTimeline } from './speech-timeline.js';

/**
 * A label this old most likely no longer changes, so its sound counts for its voice's language before it is frozen. A block's
 * label is frozen 0.95 s after its sound (median; 90 % within 1.55 s; models/voice-lstm/README.md); 1.25 s lies between. Chosen
 * by hand. Raising it: purer sound, later languages.
 */
const LABELLED_SAMPLES = 1.25 * SAMPLE_RATE_HZ;
/**
 * Age from which sound that fits no voice is not a new voice's, so that it counts for the only known one. Chosen by hand: a new
 * voice is opened from 1.5 s of speech (DEFAULT_DIARIZER_OPTIONS) and its label stands a second later.
 */
const NO_NEW_VOICE_SAMPLES = 2.5 * SAMPLE_RATE_HZ;

/** The sound of a room: samples and where speech is in them. */
export interface RoomSound {
  readonly audio: AudioWindow;
  readonly timeline: SpeechTimeline;
}

export class RoomDiarizer {
  private lastDiarized = 0;
  private readonly diarizer: OnlineDiarizer;
  private readonly segmentation: RoomSegmentation;
  private readonly segments: SpeakerSegments;
  private readonly solo: SoloSpeech;

  constructor(
    private readonly sound: RoomSound,
    private readonly inference: Inference,
    private readonly embedder: VoiceEmbedder,
    options: DiarizerOptions,
  ) {
    this.diarizer = new OnlineDiarizer(embedder, options);
    this.segmentation = new RoomSegmentation(inference, sound.audio);
    this.segments = new SpeakerSegments(sound.timeline, this.segmentation);
    this.solo = new SoloSpeech(sound.timeline);
  }

  /** The voice at an absolute sample; undefined while no known voice fits. */
  readonly voiceAt = (sample: number): number | undefined => this.diarizer.voiceAt(sample);

  /** The voice of a word: the one at its middle. */
  voiceOf(word: { readonly start: number; readonly end: number }): number | undefined {
    return this.voiceAt((word.start + word.end) / 2);
  }

  /**
   * Seconds of speech of each voice in `[from, to)`. Empty while only one voice is known, because somebody who has just begun to
   * speak still has that voice's label.
   */
  secondsIn(from: number, to: number): VoiceSeconds {
    const seconds = new Map<number, number>();
    if (this.only !== undefined) return seconds;
    for (let at = from; at < to; at += BLOCK_SAMPLES) {
      const end = Math.min(to, at + BLOCK_SAMPLES);
      const voice = this.voiceAt((at + end) / 2);
      const speech = this.sound.timeline.speechIn(at, end) / SAMPLE_RATE_HZ;
      if (voice !== undefined) seconds.set(voice, (seconds.get(voice) ?? 0) + speech);
    }
    return seconds;
  }

  /** The only voice; undefined if there is none or more than one. */
  get only(): number | undefined {
    return this.diarizer.voices.only;
  }

  /** Number of voices known. */
  get count(): number {
    return this.diarizer.voices.size;
  }

  /** Absolute sample at which the current voice's uninterrupted speech begins; undefined before any. */
  get lastChange(): number | undefined {
    return this.diarizer.lastChange;
  }

  /** Absolute sample up to which solo speech was given out. */
  get soloUntil(): number {
    return this.solo.until;
  }

  /** Absolute sample up to which sound is diarized; if speech began later, the sample at which it began. */
  get diarizedUntil(): number {
    return this.lastDiarized;
  }

  speechStart(sample: number): void {
    this.lastDiarized = Math.max(this.lastDiarized, sample);
  }

  /** Diarizes up to absolute `sample`: detects who speaks, and embeds the end of the last stretch of speech. */
  async diarize(sample: number, lastSpeechSample: number): Promise<void> {
    this.lastDiarized = sample;
    const { embedder, inference } = this;
    const { timeline, audio } = this.sound;
    const end = Math.min(sample, lastSpeechSample);
    const start = Math.max(timeline.stretchStart, end - embedder.windowSec * SAMPLE_RATE_HZ);
    await this.segmentation.detect(sample);
    if (end - start >= embedder.minSec * SAMPLE_RATE_HZ) {
      const embedding = await embedder.embed(audio.slice(start, end), inference);
      const overlap = this.segmentation.overlapIn(start, end);
      this.diarizer.addWindow(start, end, { overlap, ...embedding });
    }
  }

  /** Solo speech whose labels most likely stand at absolute `sample`, each part given out once. */
  takeLikelySolo(sample: number): Segment[] {
    return this.takeSolo(sample - LABELLED_SAMPLES);
  }

  /**
   * Freezes the labels before absolute `sample`.
   * @returns what was not given out before: all speech with its voices, and the solo speech.
   */
  freeze(sample: number): { segments: Segment[]; solo: Segment[] } {
    const frozen = this.diarizer.freeze(sample);
    const segments = this.segments.take(sample, frozen, this.voiceAt, (one) => this.secondVoiceOf(one));
    return { segments, solo: this.takeSolo(sample) };
  }

  /** The two voices that speak at once in the block at absolute `sample`; undefined if fewer speak there, or if one is unknown. */
  pairAt(sample: number): readonly [number, number] | undefined {
    const start = Math.floor(sample / BLOCK_SAMPLES) * BLOCK_SAMPLES;
    return this.segmentation.pairIn(start, start + BLOCK_SAMPLES, this.voiceAt);
  }

  /** Embedding of all that is known of a voice, of unit length; undefined if that is too little. */
  vectorOf(voice: number): Float32Array | undefined {
    return this.diarizer.voices.vectorOf(voice);
  }

  private takeSolo(sample: number): Segment[] {
    const voiceAt = (at: number) =>
      this.voiceAt(at) ?? (this.isTooOldForNewVoice(at) ? this.only : undefined);
    return this.solo.take(sample, voiceAt, (segment) => this.secondVoiceOf(segment) !== undefined);
  }

  private secondVoiceOf(segment: Segment): number | undefined {
    return this.segmentation.secondVoice(segment, this.voiceAt);
  }

  private isTooOldForNewVoice(sample: number): boolean {
    return this.lastDiarized - sample > NO_NEW_VOICE_SAMPLES;
  }
}
