/** Files and folders of the command line, as the list of recordings to run. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AUDIO_EXTENSION } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';

/** Folders are searched to any depth, in name order. @throws TurnwireError kind `source` for a folder without audio. */
export async function findRecordings(inputs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const input of inputs) {
    if (input === '-' || !(await isFolder(input))) {
      found.push(input);
      continue;
    }
    const inside = (await readdir(input, { recursive: true }))
      .filter((name) => AUDIO_EXTENSION.test(name))
      .sort();
    if (inside.length === 0) {
      throw new TurnwireError('source', 'no_audio_in_folder', `${input} is a folder without audio files`);
    }
    found.push(...inside.map((name) => path.join(input, name)));
  }
  return found;
}

/** False for what does not exist: opening it will say so. */
async function isFolder(input: string): Promise<boolean> {
  return stat(input).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
