/**
 * Reads a log while it is being written: its lines so far, then each new one. Ends when the writer is done, which shows in three
 * ways: the log's `session.summary` (seen by the caller), the end of stdin, or a file that was renamed or removed and has no more
 * to read (`serve --record` renames a log at the end of its session).
 */
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { untilStopped } from '../terminal/until-stopped.js';

/** Time between two looks at the file, in ms: less than the screen needs for a frame. */
const POLL_MS = 100;
const READ_BYTES = 1 << 16;
/** What `serve --record` calls the log of a session that is under way. */
const UNFINISHED = /\.partial\.jsonl$/;

/** @param onWait called once if the file does not exist yet. @param signal ends the reading. */
export async function* tailLines(
  file: string,
  signal: AbortSignal,
  onWait: () => void,
): AsyncGenerator<string> {
  const bytes = file === '-' ? untilStopped(process.stdin, signal) : growingFile(file, signal, onWait);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  // A writer that was killed leaves half a line.
  if (rest !== '' && !signal.aborted) yield rest;
}

/**
 * The log to follow: the file itself or, in a folder, the newest log of a session that is under way.
 * @throws TurnwireError kind `source` if no session of the folder is under way.
 */
export async function logToFollow(place: string): Promise<string> {
  if (place === '-' || !(await isFolder(place))) return place;
  const names = (await readdir(place)).filter((name) => UNFINISHED.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(place, name))).birthtimeMs })),
  );
  const newest = files.sort((a, b) => a.at - b.at).at(-1);
  if (newest) return path.join(place, newest.name);
  const text = `no session is being recorded in ${place}: no file in it ends in .partial.jsonl`;
  throw new TurnwireError('source', 'no_open_session', text);
}

async function* growingFile(
  file: string,
  signal: AbortSignal,
  onWait: () => void,
): AsyncGenerator<Uint8Array> {
  const handle = await openWhenThere(file, signal, onWait);
  if (!handle) return;
  try {
    let at = 0;
    while (!signal.aborted) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
      if (bytesRead > 0) {
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else {
        if (await isGone(file, handle)) return;
        await pause(signal);
      }
    }
  } finally {
    await handle.close();
  }
}

async function openWhenThere(
  file: string,
  signal: AbortSignal,
  onWait: () => void,
): Promise<FileHandle | undefined> {
  for (let waits = 0; !signal.aborted; waits++) {
    try {
      return await open(file, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw new TurnwireError('source', 'log_unreadable', `cannot read ${file}: ${messageOf(error)}`);
      }
      if (waits === 0) onWait();
      await pause(signal);
    }
  }
  return undefined;
}

/** True if the name leads to no file, or to another one, any more. */
async function isGone(file: string, handle: FileHandle): Promise<boolean> {
  const [named, opened] = [await stat(file).catch(() => undefined), await handle.stat()];
  return named === undefined || named.ino !== opened.ino || named.dev !== opened.dev;
}

const pause = (signal: AbortSignal): Promise<void> => sleep(POLL_MS, undefined, { signal }).catch(() => {});

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
