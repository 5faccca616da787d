/**
 * Voice activity from frame probabilities: two thresholds (hysteresis) and two minimum lengths. Used for the one speaker of
 * a stream and for a room as a whole. Option names are Silero's.
 */
import { QuietSound } from './quiet-sound.js';

export interface VadOptions {
  /** Probability from which a frame is speech, 0..1. Raising it: more quiet speech is missed, less noise counts as speech. */
  readonly threshold: number;
  /** Probability below which a frame inside speech is silence, 0..1. Raising it: pauses are found sooner, words may break. */
  readonly negThreshold: number;
  /** Length of speech before it counts, in ms. Raising it: fewer clicks count as speech, onsets come later. */
  readonly minSpeechMs: number;
  /** Length of silence before speech counts as ended, in ms. Raising it: later `vad.end`, and fewer words broken in two. */
  readonly minSilenceMs: number;
}

/**
 * The thresholds are Silero's own. The lengths are chosen by hand: speech must last two frames (64 ms) and silence three
 * (96 ms). Shorter ones let clicks in and break words, longer ones make every event later.
 */
export const DEFAULT_VAD_OPTIONS = {
  threshold: 0.5,
  negThreshold: 0.35,
  minSpeechMs: 64,
  minSilenceMs: 96,
} as const satisfies VadOptions;

export type VadChange =
  /** `isQuiet`: of a quiet sound (quiet-sound.ts), which is over already. */
  | { readonly kind: 'start'; readonly atFrame: number; readonly isQuiet: boolean }
  /** `atFrame`: the first frame of silence. */
  | { readonly kind: 'end'; readonly atFrame: number };

/**
 * Frames that may be the first of speech, at most. More of them in a row without a start of speech are a sound that the model is
 * not sure of. Chosen by hand: a frame more than minSpeechMs, and no more than fit between two steps of 0.1 s, so that such a
 * sound holds up one step.
 */
const MOST_FIRST_FRAMES = 3;

export class VadPolicy {
  /** Frames taken so far. */
  frames = 0;
  speaking = false;
  /** One past the last frame of speech; 0 before any. */
  lastSpeechFrame = 0;
  private runStart = 0;
  private run = 0;
  /** Frames in a row, up to the newest, that are not silence. */
  private soundFrames = 0;
  private readonly quiet: QuietSound;
  private readonly minSpeechFrames: number;
  private readonly minSilenceFrames: number;

  /** @param frameMs length of one frame, in ms */
  constructor(
    private readonly options: VadOptions,
    frameMs: number,
  ) {
    this.minSpeechFrames = Math.max(1, Math.round(options.minSpeechMs / frameMs));
    this.minSilenceFrames = Math.max(1, Math.round(options.minSilenceMs / frameMs));
    this.quiet = new QuietSound(this.minSpeechFrames);
  }

  /** True while nobody speaks, if the newest frames may be the beginning of speech. The next frames decide it. */
  get mayBegin(): boolean {
    return !this.speaking && this.soundFrames > 0 && this.soundFrames <= MOST_FIRST_FRAMES;
  }

  /**
   * Takes the next frame's probability.
   * @param quietCounts true if a quiet sound is speech; its start comes after its end
   * @returns the change that comes with it, if any
   */
  push(probability: number, quietCounts = false): VadChange | undefined {
    const frame = this.frames;
    this.frames += 1;
    this.soundFrames = probability < this.options.negThreshold ? 0 : this.soundFrames + 1;
    if (this.speaking) return this.whileSpeaking(frame, probability);
    const sound = this.quiet.push(frame, probability);
    const change = this.whileQuiet(frame, probability);
    return !change && sound && quietCounts ? this.start(sound.startFrame, sound.endFrame, true) : change;
  }

  private whileSpeaking(frame: number, probability: number): VadChange | undefined {
    if (probability >= this.options.negThreshold) {
      this.lastSpeechFrame = frame + 1;
      return undefined;
    }
    if (frame + 1 - this.lastSpeechFrame < this.minSilenceFrames) return undefined;
    this.speaking = false;
    this.run = 0;
    this.quiet.afterSpeech();
    return { kind: 'end', atFrame: this.lastSpeechFrame };
  }

  private whileQuiet(frame: number, probability: number): VadChange | undefined {
    if (probability < this.options.threshold) {
      // A dip inside the first frames of an onset breaks it only if the probability falls below the lower threshold.
      if (probability < this.options.negThreshold) this.run = 0;
      return undefined;
    }
    if (this.run === 0) this.runStart = frame;
    this.run += 1;
    if (this.run < this.minSpeechFrames) return undefined;
    return this.start(this.runStart, frame + 1);
  }

  private start(atFrame: number, lastSpeechFrame: number, isQuiet = false): VadChange {
    this.speaking = true;
    this.lastSpeechFrame = lastSpeechFrame;
    return { kind: 'start', atFrame, isQuiet };
  }
}
