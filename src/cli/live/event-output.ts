/** Where a live session writes its events: a file, line by line, or stdout when that is no terminal. */
import { openLineLog, outputError } from '../../sinks/index.js';
import { toJsonLine, type WireEvent } from '../../protocol/events.js';

export interface EventOutput {
  write(event: WireEvent): void;
  close(): void;
}

/** @param onReaderGone called when the reader of stdout closes the pipe (`| head`): the session may end. */
export function openEventOutput(out: string | undefined, onReaderGone: () => void): EventOutput {
  if (out !== undefined && out !== '-') {
    const log = openLineLog(out);
    return { write: (event) => log.write(toJsonLine(event)), close: () => log.close() };
  }
  if (out === undefined && process.stdout.isTTY) return { write: () => {}, close: () => {} };
  let gone = false;
  let failure: Error | undefined;
  const onError = (error: NodeJS.ErrnoException): void => {
    gone = true;
    if (error.code !== 'EPIPE') failure = outputError('stdout', error);
    onReaderGone();
  };
  process.stdout.on('error', onError);
  return {
    write(event) {
      if (!gone) process.stdout.write(toJsonLine(event));
    },
    close() {
      if (failure) throw failure;
    },
  };
}
