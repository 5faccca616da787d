/** The one shape every transcript and diarization format is read into. */
import type { TimeSpan } from '../basics/time-span.js';

/** A stretch of one voice. */
export interface Utterance extends TimeSpan {
  /** Recording, where a file holds several. */
  readonly session: string;
  readonly speaker: string;
  /** Empty where the format has none (RTTM). */
  readonly text: string;
}

/** A stretch of the recording that counts in scoring. */
export interface ScoredRegion extends TimeSpan {
  readonly session: string;
}
