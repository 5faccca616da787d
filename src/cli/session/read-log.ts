/** Reads an event log and checks it line by line, for `replay` and `view`. */
import { readFile } from 'node:fs/promises';
import { buffer as bytesOf } from 'node:stream/consumers';
import { checkLog, type CheckedLog } from '../../protocol/check-log.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { utf8Text } from '../../protocol/utf8-text.js';

export const nameOfLog = (file: string): string => (file === '-' ? 'stdin' : file);

/** @throws TurnwireError kind `source` if the file cannot be read; lines that are no events are violations in the result. */
export async function readLog(file: string): Promise<CheckedLog> {
  try {
    return checkLog(utf8Text(file === '-' ? await bytesOf(process.stdin) : await readFile(file)));
  } catch (error) {
    throw new TurnwireError(
      'source',
      'log_unreadable',
      `cannot read ${nameOfLog(file)}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** @throws TurnwireError kind `source` if no line is an event. */
export function refuseEmptyLog(file: string, log: CheckedLog): void {
  if (log.events.length > 0) return;
  throw new TurnwireError(
    'source',
    'no_events',
    `${nameOfLog(file)} holds no event of this protocol; its first line: ${log.violations[0]?.message ?? 'none'}`,
  );
}
