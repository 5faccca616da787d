/**
 * What is awaited again and again, beside one signal. A race with one promise of the abort would keep at that promise what
 * every race came to: each piece of sound. Called for pieces of sound and for what is sent of them.
 */

/** @returns undefined as soon as the signal is aborted; what the work comes to after that is nobody's. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const give = (): void => resolve(undefined);
    const release = (): void => signal.removeEventListener('abort', give);
    signal.addEventListener('abort', give);
    work.then(resolve, reject).finally(release);
    if (signal.aborted) give();
  });
}
