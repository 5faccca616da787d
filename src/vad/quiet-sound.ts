/**
 * Quiet sounds that count as speech while the agent speaks. A single word by telephone is often never as likely as Silero's
 * threshold: of 180 by speakers who are in no figure 17 were not heard. Such a sound is found at its end, so that whatever voice
 * activity hears by itself is heard as before. Pure. Used by policy.ts.
 */

/**
 * Probability from which a frame belongs to a quiet sound. Chosen on these 180 words: 7 of the 17 become claims, at 0.25 9, which
 * also lets 2 instead of 1 of 60 coughs by telephone claim. Raising it: fewer quiet words are heard.
 */
const QUIET_THRESHOLD = 0.3;
/** A frame less likely ends a quiet sound, and one must come before the next. Raising it: quiet words break in two. */
const QUIET_NEG_THRESHOLD = 0.2;

/** Frames `[startFrame, endFrame)`. */
export interface QuietSpan {
  readonly startFrame: number;
  readonly endFrame: number;
}

export class QuietSound {
  /** How many frames since `startFrame` are as likely as the threshold or likelier; 0 while there is no sound. */
  private count = 0;
  private startFrame = 0;
  private endFrame = 0;
  /** True after speech until the first frame of silence: the sound belongs to that speech. */
  private isTail = false;

  /** @param minFrames frames above the threshold that make a sound */
  constructor(private readonly minFrames: number) {}

  /** Speech has ended: what is heard up to the next silence is its tail. */
  afterSpeech(): void {
    this.count = 0;
    this.isTail = true;
  }

  /** Takes the next frame, while no speech goes on. @returns the quiet sound that ends with it, if one does */
  push(frame: number, probability: number): QuietSpan | undefined {
    if (probability < QUIET_NEG_THRESHOLD) return this.end();
    if (this.isTail || probability < QUIET_THRESHOLD) return undefined;
    if (this.count === 0) this.startFrame = frame;
    this.count += 1;
    this.endFrame = frame + 1;
    return undefined;
  }

  private end(): QuietSpan | undefined {
    const isSound = this.count >= this.minFrames;
    this.count = 0;
    this.isTail = false;
    return isSound ? { startFrame: this.startFrame, endFrame: this.endFrame } : undefined;
  }
}
