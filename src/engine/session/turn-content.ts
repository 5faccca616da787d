/**
 * Whether the current turn has anything in it that the agent can answer (docs/protocol.md, "Turns without an answer"). A
 * turn has nothing if its whole speech was classed `backchannel`, or if it is only a short sound without a word.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

/** A sound at least this long, in samples, is speech even if no word was recognised in it. Chosen by hand. */
const SHORT_SOUND_SAMPLES = 0.5 * SAMPLE_RATE_HZ;

export class TurnContent {
  /** Samples of speech in the turn so far. */
  speechSamples = 0;
  private runStart = 0;
  private longestRun = 0;
  /** True once some speech of the turn was not a backchannel. */
  private answerable = false;
  /** True while the newest speech over the agent has no class. */
  private unclassed = false;
  /** What `answerable` and `unclassed` were when the agent last stopped. */
  private beforeStop = { answerable: false, unclassed: false };

  newTurn(): void {
    this.speechSamples = 0;
    this.longestRun = 0;
    this.answerable = false;
    this.unclassed = false;
  }

  /** Speech begins at absolute `sample`. @param awaitsClass true if it is an onset over the agent that will get a class */
  speechStart(sample: number, awaitsClass: boolean): void {
    this.runStart = sample;
    if (awaitsClass) this.unclassed = true;
    else this.answerable = true;
  }

  speechEnd(sample: number): void {
    this.speechSamples += sample - this.runStart;
    this.longestRun = Math.max(this.longestRun, sample - this.runStart);
  }

  /** The newest speech over the agent got its class. */
  classed(bargein: 'claim' | 'backchannel'): void {
    this.unclassed = false;
    if (bargein === 'claim') this.answerable = true;
  }

  /** The agent stopped. Speech that goes on is for it, and an onset without a class will get none. */
  agentStopped(speaking: boolean): void {
    this.beforeStop = { answerable: this.answerable, unclassed: this.unclassed };
    if (speaking || this.unclassed) this.answerable = true;
    this.unclassed = false;
  }

  /** The agent's next utterance follows, and the speech over the last one goes on over it: the agent did not stop for it. */
  agentGoesOn(): void {
    this.answerable = this.beforeStop.answerable;
    this.unclassed = this.beforeStop.unclassed;
  }

  /** True if there is nothing to answer. @param words of the turn, '' if none; undefined if no recogniser runs */
  hasNoAnswer(words: string | undefined): boolean {
    if (!this.answerable && !this.unclassed) return true;
    return words === '' && this.longestRun < SHORT_SOUND_SAMPLES;
  }
}
