/** What bargein-tracker.ts keeps of the agent's speech and of speech over it. */
import type { OnsetWordReader } from './onset-words.js';

/** Speech over the agent that has no class yet. */
export interface Onset {
  readonly tSec: number;
  /** Absolute sample at which the speech begins that is judged. */
  sample: number;
  readonly utteranceId: string | undefined;
  words: OnsetWordReader;
  /** True while nothing but a quiet sound (vad/quiet-sound.ts) was heard of it. */
  isQuiet: boolean;
  /** True while all of its speech is too quiet for the caller to claim the floor. */
  isFaint: boolean;
  ended: boolean;
}

/** Speech that goes on after it was classed `backchannel`. */
export interface GoingOn {
  /** Absolute sample at which it began, after its last pause. */
  readonly sample: number;
  readonly utteranceId: string | undefined;
  readonly words: OnsetWordReader;
  /** Absolute sample from which its words are read next. */
  readAtSample: number;
  ended: boolean;
}

/** The agent is speaking. */
export interface AgentTurn {
  readonly utteranceId: string | undefined;
  /** Absolute sample at which it began. */
  readonly sinceSample: number;
}

/** What the end of the agent's utterance dropped. */
export interface Dropped {
  /** Absolute sample of that end. */
  readonly sample: number;
  readonly onset: Onset | undefined;
  readonly goingOn: GoingOn | undefined;
}
