/** Where a live session writes its events: a file, line by line, or stdout when that is no terminal. */
import { openEventLog, outputError, type EventLog } from '../../sinks/index.js';
import { toJsonLine } from '../../protocol/events.js';

/** @param onReaderGone called when the reader of stdout closes the pipe (`| head`): the session may end. */
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
