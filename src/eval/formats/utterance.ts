/** The shape that every transcript and diarization format is read into. */
import type { TimeSpan } from '../basics/time-span.js';

/** A stretch of speech by one voice, in seconds of its recording. */
export interface Utterance extends TimeSpan {
  /** Name of the recording: a file may hold several. */
  readonly session: string;
  readonly speaker: string;
  /** Empty if the format holds no words (RTTM). */
  readonly text: string;
}

/** A stretch of a recording: one that alone is scored (UEM), or one that is not (`readUnscored`). */
export interface Region extends TimeSpan {
  readonly session: string;
}
