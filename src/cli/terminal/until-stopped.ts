/** Reads stdin until an abort signal, for `run`, `live` and `client`. */
import { unlessAborted } from '../../client/unless-aborted.js';

/** Ends at the signal even if the pipe stays open and nothing more comes from it. */
export async function* untilStopped(
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // Destroyed even if nobody reads any more: an open pipe would keep the process alive.
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
