/** Waiting times between attempts: exponential, with full jitter so that refused clients do not come back together. */
export interface Backoff {
  /** Attempts after the first. */
  readonly retries: number;
  /** Longest first wait, milliseconds; doubles with each attempt. */
  readonly firstMs: number;
  /** Longest wait of any attempt, milliseconds. */
  readonly maxMs: number;
}

export const DEFAULT_BACKOFF: Backoff = { retries: 6, firstMs: 500, maxMs: 30_000 };

/** @param attempt 0 before the first retry. @param random 0..1. */
export function backoffMs({ firstMs, maxMs }: Backoff, attempt: number, random = Math.random()): number {
  // At least half the span, so that a retry never comes at once.
  return Math.min(maxMs, firstMs * 2 ** attempt) * (0.5 + random / 2);
}
