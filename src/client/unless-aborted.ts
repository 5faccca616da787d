/**
 * Awaits a promise or an abort, whichever comes first. `Promise.race` with one long-lived promise of the abort would leak: that
 * promise would hold the result of every race, which is each piece of sound. Called for reading and for sending sound.
 */

/** @returns the result of the work, or undefined as soon as the signal is aborted; a later result or error is ignored. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const give = (): void => resolve(undefined);
    const release = (): void => signal.removeEventListener('abort', give);
    signal.addEventListener('abort', give);
    work.then(resolve, reject).finally(release);
    if (signal.aborted) give();
  });
}
