/** A signal that Ctrl-C and SIGTERM abort once; the second one ends the process as ever. */
export function interruption(): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const onSignal = (): void => {
    release();
    stop.abort();
  };
  const release = (): void => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return { signal: stop.signal, release };
}
