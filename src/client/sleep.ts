import { setTimeout as wait } from 'node:timers/promises';

/** Waits wall milliseconds, or until the signal says stop. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal }).catch(() => {});
}
