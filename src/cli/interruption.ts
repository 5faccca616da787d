/** What the shell gives a program that Ctrl-C ended: 128 and the number of SIGINT. */
export const EXIT_INTERRUPTED = 130;

/** A signal that Ctrl-C and SIGTERM abort; a second one, whichever it is, ends the process as ever. */
export function interruption(): {
  readonly signal: AbortSignal;
  /** As the first of them does: for a key, or at the end. */
  readonly stop: () => void;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const release = (): void => void process.off('SIGINT', stop).off('SIGTERM', stop);
  const stop = (): void => {
    controller.abort();
    // Only once everybody has heard this one: ink ends the process where it finds itself alone with a signal.
    queueMicrotask(release);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: controller.signal, stop, release };
}
