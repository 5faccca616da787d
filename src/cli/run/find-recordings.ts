/** Turns the files and folders of the command line into the list of recordings to run. */
import { isUtf8 } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AUDIO_EXTENSION } from '../../audio/index.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';

export interface FoundRecordings {
  readonly recordings: readonly string[];
  /** One error for each entry of the folders that cannot be read. The others can be run. */
  readonly unreadable: readonly TurnwireError[];
}

/**
 * Searches folders to any depth, links to folders included, each folder once. Recordings of one folder come in name order.
 * @throws TurnwireError kind `source` for a folder without audio.
 */
export async function findRecordings(inputs: readonly string[]): Promise<FoundRecordings> {
  const recordings: string[] = [];
  const unreadable: TurnwireError[] = [];
  for (const input of inputs) {
    if (input === '-' || !(await isFolder(input))) {
      recordings.push(input);
      continue;
    }
    const inside = await recordingsIn(input);
    if (inside.recordings.length + inside.unreadable.length === 0) {
      throw new TurnwireError('source', 'no_audio_in_folder', `${input} is a folder without audio files`);
    }
    // One by one: a folder may hold more files than a call can take as arguments.
    for (const recording of inside.recordings.sort()) recordings.push(recording);
    for (const error of inside.unreadable) unreadable.push(error);
  }
  return { recordings, unreadable };
}

/** Enters folders before links to folders, so that a recording has its own path if it has one inside `root`. */
async function recordingsIn(root: string): Promise<{ recordings: string[]; unreadable: TurnwireError[] }> {
  const recordings: string[] = [];
  const unreadable: TurnwireError[] = [];
  const folders = [root];
  const linked: string[] = [];
  const visited = new Set<string>();
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift() ?? linked.shift()) {
    try {
      const { dev, ino } = await stat(folder, { bigint: true });
      if (visited.has(`${dev}:${ino}`)) continue;
      visited.add(`${dev}:${ino}`);
      for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
        const file = path.join(folder, entry.name.toString());
        const isLinkedFolder = entry.isSymbolicLink() && (await isFolder(file));
        const isWanted = entry.isDirectory() || isLinkedFolder || AUDIO_EXTENSION.test(file);
        if (!isWanted) continue;
        const target = entry.isSymbolicLink() ? await stat(file).catch(() => undefined) : entry;
        if (!isUtf8(entry.name)) unreadable.push(notUtf8(file));
        else if (isLinkedFolder) linked.push(file);
        else if (entry.isDirectory()) folders.push(file);
        else if (target && !target.isFile())
          unreadable.push(skipped(file, 'it is not a plain file; name it on the command line to run it'));
        else recordings.push(file);
      }
    } catch (error) {
      unreadable.push(skipped(folder, messageOf(error)));
    }
  }
  return { recordings, unreadable };
}

const notUtf8 = (file: string): TurnwireError => skipped(file, 'its name is not UTF-8; rename it');

const skipped = (place: string, why: string): TurnwireError =>
  new TurnwireError('source', 'unreadable', `${place} is left out: ${why}`);

/** False also if nothing exists there; opening it reports that. */
async function isFolder(input: string): Promise<boolean> {
  return stat(input).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
