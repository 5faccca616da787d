/**
 * Whose voice it is, by level: a voice far below the caller's own is not the caller but an echo of the agent, a television or
 * somebody else in the room. Pure: one speech probability and one level for each frame in, `far` out. Used for the one speaker of
 * a stream (engine/session/voice-activity.ts).
 *
 * Theory of operation:
 * - A frame is as loud as the loudest of the last 0.3 s, so that the soft end of a word belongs to the word.
 * - The caller's level is the loudness of frames of speech. It rises within a second of louder speech and falls over eight
 *   seconds of softer speech, but not by frames `FAINT_DB` below it. It is known after half a second of speech.
 * - A frame `FAR_DB` below the caller's level is far. It is no speech.
 * - While the agent speaks, nothing is learned before the caller's level is known: what is heard first may be its echo.
 * - A caller who has become faint or far stays so until this has lasted for `FORGET_SEC` of speech. Then the level is learned
 *   anew.
 *
 * Numbers: chosen by hand on 2026-11-29 on the caller channels of 14 real calls, alone and with another of them below. Of 9 614
 * frames of callers 27 are far at 24 dB, 56 at 20 dB, 97 at 18 dB, 190 at 16 dB. Of 80 s with another voice 20 dB below, 54 s,
 * 32 s, 22 s and 12 s are still heard. Of 187 stretches of callers' speech 3 have their peak more than 12 dB below the level, of
 * 34 stretches of the other voice at 20 dB 30, at 15 dB 15 of 25. `npm run report:barge-in` has figures by level.
 */

/** A voice this far below the caller's level is not the caller, dB. Raising it: quieter callers are heard, and nearer others. */
const FAR_DB = 18;
/**
 * Speech whose loudest frame is this far below the caller's level claims no floor, dB. Raising it: quieter callers may claim, and
 * nearer others.
 */
const FAINT_DB = 12;
/** Times in which the level follows louder and softer speech, seconds of speech. */
const RISE_SEC = 1;
const FALL_SEC = 8;
/** Speech before the level is known, seconds. */
const KNOWN_SEC = 0.5;
/** A frame is as loud as the loudest within this time, seconds. */
const HOLD_SEC = 0.3;
/** Faint or far speech that makes the caller's level forgotten, seconds. Decided, not measured. */
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
  private quietFrames = 0;
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
    this.newest.push(decibels(power));
    if (this.newest.length > this.holdFrames) this.newest.shift();
    const loudness = Math.max(...this.newest);
    const isSpeech = probability >= SPEECH;
    const belowDb = this.isKnown ? this.levelDb - loudness : 0;
    if (isSpeech) {
      if (belowDb > FAINT_DB) this.countQuiet();
      else this.learn(loudness);
    }
    return belowDb > FAR_DB;
  }

  /** @param power mean square of the samples of a frame, 0..1. @returns true if it is too quiet for the caller to claim the floor */
  isFaint(power: number): boolean {
    return this.isKnown && decibels(power) < this.levelDb - FAINT_DB;
  }

  private get isKnown(): boolean {
    return this.speechFrames * this.frameSec >= KNOWN_SEC;
  }

  private countQuiet(): void {
    this.quietFrames += 1;
    if (this.quietFrames * this.frameSec >= FORGET_SEC) this.speechFrames = 0;
  }

  private learn(loudness: number): void {
    if (this.speechFrames === 0) this.levelDb = loudness;
    this.speechFrames += 1;
    this.quietFrames = 0;
    const spokenSec = this.speechFrames * this.frameSec;
    const followSec = loudness > this.levelDb ? Math.min(spokenSec, RISE_SEC) : FALL_SEC;
    this.levelDb += ((loudness - this.levelDb) * this.frameSec) / followSec;
  }
}

function decibels(power: number): number {
  return 10 * Math.log10(Math.max(power, LEAST_POWER));
}
