/** What the shell gives a program that Ctrl-C ended: 128 and the number of SIGINT. */
export const EXIT_INTERRUPTED = 130;

/** A signal that Ctrl-C and SIGTERM abort; the same one a second time ends the process as ever. */
export function interruption(): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const release = (): void => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  return { signal: stop.signal, release };
}
