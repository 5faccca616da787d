/** What the shell gives a program that Ctrl-C ended: 128 and the number of SIGINT. */
export const EXIT_INTERRUPTED = 130;

/** A signal that Ctrl-C and SIGTERM abort; a second one, whichever it is, ends the process as ever. */
export function interruption(): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const release = (): void => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  const onSignal = (): void => {
    release();
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return { signal: stop.signal, release };
}
