/** How long a service may stay silent before the client gives up. */
import { TurnwireError } from '../protocol/errors.js';

/** Each value is in wall ms. */
export interface Patience {
  /** Longest wait for the answer to `session.start`. */
  readonly startMs: number;
  /** Longest time without an event after `session.end`. A service that got its audio faster than real time needs a while to finish. */
  readonly endMs: number;
  /** Like `endMs`, for a session that was ended early; shorter, because a person waits for it. */
  readonly stopMs: number;
}

/** Chosen by hand. */
export const DEFAULT_PATIENCE: Patience = { startMs: 15_000, endMs: 60_000, stopMs: 10_000 };

/** Error code of a session that was stopped before the service had begun it, or before the service had ended it. */
export const STOPPED = 'stopped';

export const stopped = (what: string): TurnwireError => new TurnwireError('refused', STOPPED, what);

export function neverStarted(url: string, waitedMs: number): TurnwireError {
  return new TurnwireError(
    'source',
    'service_silent',
    `${url} took the connection and did not answer session.start within ${seconds(waitedMs)}: see that the address is that of a /v2 service and that it is not stuck`,
  );
}

export function neverClosed(url: string, waitedMs: number): TurnwireError {
  return new TurnwireError(
    'protocol',
    'service_silent',
    `${url} neither sent an event nor closed within ${seconds(waitedMs)} of session.end: what came until then is kept; see whether the service is stuck, then send the recording again`,
  );
}

const seconds = (ms: number): string => `${ms / 1000} s`;
