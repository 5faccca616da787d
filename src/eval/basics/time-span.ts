/** A stretch of a recording, in seconds from its start. */
import { TurnwireError } from '../../protocol/errors.js';

export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * @param where file and line of the stretch, for the error.
 * @throws TurnwireError kind `source` when the stretch ends before it starts.
 */
export function timeSpan(start: number, end: number, where: string): TimeSpan {
  if (end >= start) return { start, end };
  const text = `${where}: it ends at ${end} s, before it starts at ${start} s`;
  throw new TurnwireError('source', 'bad_time', text);
}
