/** Stdin that a signal ends, for `run` and `live`. */

/** A pipe that nothing comes from any more must not keep the session from ending. */
export async function* untilStopped(
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let stop = (): void => {};
  const onAbort = (): void => {
    stop();
    // Also where nobody reads on: an open pipe would keep the process.
    stdin.destroy();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      // A race with one promise of the stop would keep what each of them came to: all of the sound.
      const next = await new Promise<IteratorResult<Uint8Array> | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        bytes.next().then(resolve, reject);
      });
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    stdin.destroy();
  }
}
