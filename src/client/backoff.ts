/** Waiting times between attempts: exponential, with jitter, so that refused clients do not all come back at once. */
export interface Backoff {
  /** How many attempts follow the first. */
  readonly retries: number;
  /** Longest wait before the second attempt, in ms; it doubles with each attempt. */
  readonly firstMs: number;
  /** Longest wait before any attempt, in ms. */
  readonly maxMs: number;
}

/** Chosen by hand: the waits add up to 16 to 32 s. */
export const DEFAULT_BACKOFF: Backoff = { retries: 6, firstMs: 500, maxMs: 30_000 };

/** @param attempt 0 before the first retry. @param random 0..1. @returns the wait in ms. */
export function backoffMs({ firstMs, maxMs }: Backoff, attempt: number, random = Math.random()): number {
  // At least half of the longest wait, so that a retry never comes at once.
  return Math.min(maxMs, firstMs * 2 ** attempt) * (0.5 + random / 2);
}
