/** What the shell gives a program that Ctrl-C ended: 128 and the number of SIGINT. */
export const EXIT_INTERRUPTED = 130;

/** npm and npx hand on what the terminal has sent to the command itself: so soon after the first it is the same Ctrl-C. */
export const SAME_PRESS_MS = 300;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `onStop` at the first Ctrl-C or SIGTERM. A later one ends the process as ever: one of the other kind at once, one of
 * the same kind once it can be no echo of the first.
 * @returns what stops listening where no signal came.
 */
export function onStopSignal(onStop: (signal: string) => void): () => void {
  let heard = false;
  const off = (): void => STOP_SIGNALS.forEach((signal) => process.off(signal, onSignal));
  const onSignal = (signal: string): void => {
    if (heard) return;
    heard = true;
    for (const other of STOP_SIGNALS) if (other !== signal) process.off(other, onSignal);
    setTimeout(off, SAME_PRESS_MS).unref();
    onStop(signal);
  };
  STOP_SIGNALS.forEach((signal) => process.on(signal, onSignal));
  return () => {
    if (!heard) off();
  };
}

/**
 * A signal that the first Ctrl-C or SIGTERM aborts.
 * @param hasScreen true: so does a window that was closed (SIGHUP), however often that is told, so that what was begun ends
 * properly; the terminal is put back.
 */
export function interruption(hasScreen = false): {
  readonly signal: AbortSignal;
  /** As the first of them does: for a key, or at the end. */
  readonly stop: () => void;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const stopListening = onStopSignal(abort);
  if (hasScreen) process.on('SIGHUP', abort);
  const stop = (): void => {
    abort();
    stopListening();
  };
  const release = (): void => {
    stopListening();
    process.off('SIGHUP', abort);
  };
  return { signal: controller.signal, stop, release };
}
