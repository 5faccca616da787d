import { setTimeout as wait } from 'node:timers/promises';

/** Waits `ms` of wall time, or until the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal }).catch(() => {});
}
