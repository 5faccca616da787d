/** Stdin that a signal ends, for `run` and `live`. */

/** A pipe that nothing comes from any more must not keep the session from ending. */
export async function* untilStopped(
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const stopped = new Promise<undefined>((resolve) =>
    signal.addEventListener(
      'abort',
      () => {
        resolve(undefined);
        // Also where nobody reads on: an open pipe would keep the process.
        stdin.destroy();
      },
      { once: true },
    ),
  );
  try {
    while (!signal.aborted) {
      const next = await Promise.race([bytes.next(), stopped]);
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    stdin.destroy();
  }
}
