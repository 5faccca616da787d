/**
 * Files that commands write. Whole files are written atomically, so that a reader never sees half of one. Logs are written line by
 * line, so that a crash, Ctrl-C or SIGKILL loses no event. Each failure becomes one sentence.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { open, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diskFull, messageOf, TurnwireError } from '../protocol/errors.js';
import { toJsonLine, type WireEvent } from '../protocol/events.js';

/** Writes a file beside the target, flushes it to the disk, then renames it. A device or a pipe is written directly. */
export async function writeFileAtomic(file: string, contents: string | Uint8Array): Promise<void> {
  const target = await stat(file).catch(() => undefined);
  if (target && !target.isFile() && !target.isDirectory()) {
    return writeFile(file, contents).catch((error: unknown) => {
      throw outputError(file, error);
    });
  }
  const partial = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(4).toString('hex')}.part`,
  );
  try {
    const handle = await open(partial, 'wx');
    try {
      await handle.writeFile(contents);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw outputError(file, error);
  }
}

export interface EventLog {
  write(event: WireEvent): void;
  close(): void;
}

/** A log of JSON lines. The place is checked now; when `write` returns, the operating system has the event. */
export function openEventLog(file: string): EventLog {
  const lines = checkedLineLog(file);
  return { write: (event) => lines.write(toJsonLine(event)), close: () => lines.close() };
}

export interface LineLog {
  /** @param line the text with its line break. */
  write(line: string): void;
  close(): void;
}

/** Refuses a place that cannot be written at once; the file is opened at its first line. */
export function checkedLineLog(file: string): LineLog {
  refuseUnwritable(file);
  return lineLogAtFirst(file);
}

/** Opens, and so empties, the file at its first line: a session that never begins leaves an older file as it is. */
export function lineLogAtFirst(file: string): LineLog {
  let log: LineLog | undefined;
  return { write: (line) => (log ??= openLineLog(file)).write(line), close: () => log?.close() };
}

function openLineLog(file: string): LineLog {
  const guarded = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw outputError(file, error);
    }
  };
  const descriptor = guarded(() => openSync(file, 'w'));
  let closed = false;
  return {
    write(line) {
      const bytes = Buffer.from(line);
      guarded(() => {
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
      });
    },
    close() {
      if (closed) return;
      closed = true;
      guarded(() => closeSync(descriptor));
    },
  };
}

/** Checks without opening, which would make the file or end a pipe for its reader. @throws TurnwireError */
export function refuseUnwritable(file: string): void {
  try {
    const info = statSync(file, { throwIfNoEntry: false });
    if (info?.isDirectory() || file.endsWith(path.sep)) throw Object.assign(new Error(), { code: 'EISDIR' });
    const asked = info ? file : path.join(path.dirname(file), path.sep);
    accessSync(asked, info ? constants.W_OK : constants.W_OK | constants.X_OK);
  } catch (error) {
    throw outputError(file, error);
  }
}

/**
 * Makes an output directory and its missing parents.
 * @returns a function that removes the directories it made, as far as they are empty.
 */
export function makeOutputDir(dir: string): () => Promise<void> {
  const made: string[] = [];
  const { root } = path.parse(path.resolve(dir));
  for (let at = path.resolve(dir); at !== root && !existsSync(at); at = path.dirname(at)) made.push(at);
  try {
    // One by one: Node's recursive mkdir does not return if a parent refuses folders, as /proc does.
    for (const at of made.toReversed()) makeFolder(at);
    if (!statSync(dir).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
  } catch (error) {
    throw outputError(dir, error);
  }
  return async () => {
    // A directory that is not empty stays, and so do its parents.
    for (const at of made) await rmdir(at).catch(() => {});
  };
}

/** Makes one folder; it is no error if another command has just made it. */
function makeFolder(dir: string): void {
  try {
    mkdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'its directory does not exist; create it first',
  ENOTDIR: 'a part of the path is a file, not a directory',
  EEXIST: 'it is a file where a folder is needed',
  EISDIR: 'it is a directory; name a file',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
};

/** Turns the system's error about an output file into the sentence that the user sees. */
export function outputError(file: string, error: unknown): TurnwireError {
  if (error instanceof TurnwireError) return error;
  const full = diskFull(file, error);
  if (full) return full;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = REASONS[code] ?? messageOf(error);
  return new TurnwireError('usage', 'output_not_writable', `${file} cannot be written: ${reason}.`, {
    cause: error,
  });
}
