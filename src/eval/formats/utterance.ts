/** The one shape every transcript and diarization format is read into. */
import { TurnwireError } from '../../protocol/errors.js';

/** A stretch of a recording; seconds in its own time. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

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

/** @throws TurnwireError kind `source` for a stretch that ends before it starts, with `where` it stands. */
export function timeSpan(start: number, end: number, where: string): TimeSpan {
  if (end >= start) return { start, end };
  const text = `${where}: it ends at ${end} s, before it starts at ${start} s`;
  throw new TurnwireError('source', 'bad_time', text);
}
