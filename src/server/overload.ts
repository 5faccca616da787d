/**
 * Which sessions a server closes when it cannot serve all of them in real time: the newest ones, so many that the others can be
 * served. All sessions fall behind together, because work is shared fairly; closing each of them would cut off every caller.
 */
import type { FlowControl } from './flow-control.js';

interface ServedSession {
  readonly connectedMs: number;
  /** Undefined once the session is over. */
  readonly openFlow: Pick<FlowControl, 'pace' | 'restartPace'> | undefined;
}

/**
 * The sessions to close now: none until one session has been slower than real time for longer than `graceMs`. Those that stay are
 * measured anew.
 */
export function sessionsBeyond<T extends ServedSession>(
  sessions: Iterable<T>,
  wallNowMs: number,
  graceMs: number,
): T[] {
  const late = [...sessions].flatMap((session) => {
    const pace = session.openFlow?.pace(wallNowMs);
    return pace && pace.audioSecPerSec < 1 ? [{ session, pace }] : [];
  });
  if (!late.some(({ pace }) => pace.wallMs > graceMs)) return [];
  // Rounded up: fewer sessions are served a little faster, and a session too many goes after another grace.
  const audioSecPerSec = late.reduce((sum, { pace }) => sum + pace.audioSecPerSec, 0);
  const served = Math.min(Math.ceil(audioSecPerSec), late.length - 1);
  late.sort((a, b) => a.session.connectedMs - b.session.connectedMs);
  for (const { session } of late.slice(0, served)) session.openFlow?.restartPace(wallNowMs);
  return late.slice(served).map(({ session }) => session);
}
