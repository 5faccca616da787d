/** Where a live session writes its events: a file, line by line, or stdout if that is no terminal. */
import { openEventLog, outputError, type EventLog } from '../../sinks/index.js';
import { toJsonLine } from '../../protocol/events.js';

/** @param onReaderGone called when stdout's reader closes the pipe (`| head`), so that the session can end. */
export function openEventOutput(out: string | undefined, onReaderGone: () => void): EventLog {
  if (out !== undefined && out !== '-') return openEventLog(out);
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
