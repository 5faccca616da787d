/**
 * Whose voice it is, by level: a voice far below the caller's own is not the caller but an echo of the agent, a television or
 * somebody else in the room. Pure: one speech probability and one level for each frame in, `far` out. Used for the one speaker of
 * a stream (engine/session/voice-activity.ts).
 *
 * Theory of operation:
 * - A frame is as loud as the loudest of the last 0.3 s, so that the soft end of a word belongs to the word.
 * - The caller's level is the loudness of frames of speech. It rises within a second of louder speech and falls over eight
 *   seconds of softer speech. It is known after half a second of speech.
 * - A frame `FAR_DB` below the caller's level is far. It is no speech, and does not change the level.
 * - While the agent speaks, nothing is learned before the caller's level is known: what is heard first may be its echo.
 * - A caller who has become that quiet is taken for far until this has lasted for `FORGET_SEC` of speech. Then the level is
 *   learned anew.
 *
 * Numbers: chosen by hand on 2026-11-28 on the caller channels of 14 real calls, two agent channels and one made call: 43 of
 * 12 897 frames of speech are far at 22 dB, 31 at 24 dB, 17 at 26 dB; a reader 30 dB below the made
 * call is far all the time up to 24 dB. `npm run report:barge-in` has figures by level.
 */

/** A voice this far below the caller's level is not the caller, dB. Raising it: quieter callers are heard, and nearer others. */
const FAR_DB = 24;
/** Times in which the level follows louder and softer speech, seconds of speech. */
const RISE_SEC = 1;
const FALL_SEC = 8;
/** Speech before the level is known, seconds. */
const KNOWN_SEC = 0.5;
/** A frame is as loud as the loudest within this time, seconds. */
const HOLD_SEC = 0.3;
/** Speech far below the caller's level that makes it forgotten, seconds. Decided, not measured. */
const FORGET_SEC = 30;
/** Speech probability of frames whose level is learned: Silero's own threshold. */
const SPEECH = 0.5;
/** Power of digital silence: -120 dB. */
const LEAST_POWER = 1e-12;

export class CallerLevel {
  /** True while the agent is known to speak. */
  agentSpeaking = false;
  /** dB relative to full scale. */
  private levelDb = 0;
  private speechFrames = 0;
  private farFrames = 0;
  private readonly newest: number[] = [];
  private readonly holdFrames: number;

  /** @param frameSec length of a frame, in seconds */
  constructor(private readonly frameSec: number) {
    this.holdFrames = Math.max(1, Math.round(HOLD_SEC / frameSec));
  }

  /**
   * Takes the next frame.
   * @param probability that it is speech, 0..1
   * @param power mean square of its samples, 0..1
   * @returns true if it is too quiet to be the caller
   */
  isFar(probability: number, power: number): boolean {
    if (!this.isKnown && this.agentSpeaking) {
      this.newest.length = 0;
      return false;
    }
    this.newest.push(10 * Math.log10(Math.max(power, LEAST_POWER)));
    if (this.newest.length > this.holdFrames) this.newest.shift();
    const loudness = Math.max(...this.newest);
    const isSpeech = probability >= SPEECH;
    if (this.isKnown && loudness < this.levelDb - FAR_DB) {
      if (isSpeech) this.far();
      return true;
    }
    if (isSpeech) this.learn(loudness);
    return false;
  }

  private get isKnown(): boolean {
    return this.speechFrames * this.frameSec >= KNOWN_SEC;
  }

  private far(): void {
    this.farFrames += 1;
    if (this.farFrames * this.frameSec >= FORGET_SEC) this.speechFrames = 0;
  }

  private learn(loudness: number): void {
    if (this.speechFrames === 0) this.levelDb = loudness;
    this.speechFrames += 1;
    this.farFrames = 0;
    const spokenSec = this.speechFrames * this.frameSec;
    const followSec = loudness > this.levelDb ? Math.min(spokenSec, RISE_SEC) : FALL_SEC;
    this.levelDb += ((loudness - this.levelDb) * this.frameSec) / followSec;
  }
}
