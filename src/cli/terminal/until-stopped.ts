/** Stdin that a signal ends, for `run`, `live` and `client`. */
import { unlessAborted } from '../../client/unless-aborted.js';

/** A pipe that nothing comes from any more must not keep the session from ending. */
export async function* untilStopped(
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // Also where nobody reads on: an open pipe would keep the process.
  const onAbort = (): void => void stdin.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = await unlessAborted(signal, bytes.next());
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    stdin.destroy();
  }
}
