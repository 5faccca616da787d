/** The one shape every transcript and diarization format is read into. */

/** A stretch of one voice; seconds in the recording's time. */
export interface Utterance {
  /** Recording, where a file holds several. */
  readonly session: string;
  readonly speaker: string;
  readonly start: number;
  readonly end: number;
  /** Empty where the format has none (RTTM). */
  readonly text: string;
}

/** A stretch of the recording that counts in scoring. */
export interface ScoredRegion {
  readonly session: string;
  readonly start: number;
  readonly end: number;
}
