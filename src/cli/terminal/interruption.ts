/** Exit code of a program that Ctrl-C ended, by the shells' convention: 128 plus the number of SIGINT (2). */
export const EXIT_INTERRUPTED = 130;

/**
 * Signals of one kind within this time, in ms, count as one press of Ctrl-C: the terminal signals the command itself, and npm and
 * npx pass the same signal on. Chosen by hand; a larger value makes a person wait longer before a second Ctrl-C counts.
 */
export const SAME_PRESS_MS = 300;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `onStop` at the first Ctrl-C or SIGTERM. A later signal of the other kind ends the process at once; a later one of the
 * same kind does so after SAME_PRESS_MS.
 * @returns a function that stops listening, for a command that ended without a signal.
 */
export function onStopSignal(onStop: (signal: NodeJS.Signals) => void): () => void {
  let heard = false;
  const off = (): void => STOP_SIGNALS.forEach((signal) => process.off(signal, onSignal));
  const onSignal = (signal: NodeJS.Signals): void => {
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
 * An abort signal that the first Ctrl-C or SIGTERM aborts, and so does the closing of the terminal's window (SIGHUP): the session
 * ends properly, its log gets its last event, and the modes of the terminal are restored. SIGHUP alone never ends the process.
 */
export function interruption(): {
  readonly signal: AbortSignal;
  /** Aborts without a signal: for a key, or at the end of the command. */
  readonly stop: () => void;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const stopListening = onStopSignal(abort);
  process.on('SIGHUP', abort);
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
