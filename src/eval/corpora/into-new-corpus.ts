/**
 * Makes a corpus as a whole or not at all: its files lie in a part folder until they are complete. If the work fails, is
 * stopped or is killed, no half corpus remains. Called by every importer and by `corpus build`.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { diskFull, TurnwireError } from '../../protocol/errors.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';
import { readJson } from '../files/json-lines.js';
import { corpusManifestSchema } from './corpus-format.js';
import { fileHashes } from './seal-corpus.js';

/** The part folder lies inside the corpus folder, which may be a mounted disk in a folder that cannot be written. */
export const PART_FOLDER = '.corpus.part';

/**
 * Makes the folder and runs `work` in its part folder, which becomes the corpus when the work is done and is deleted when
 * it fails. Files that were in the folder before stay and belong to the corpus.
 * @param stopped `work` checks it at least once a recording and throws.
 * @param work makes a whole corpus in the folder that it is given, which holds an empty `audio`.
 * @throws TurnwireError kind `usage` if the folder holds a corpus already.
 */
export async function intoNewCorpus<T>(
  folder: string,
  making: 'import' | 'build',
  stopped: AbortSignal | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const unmake = makeOutputDir(folder);
  if (existsSync(path.join(folder, 'rows.jsonl')))
    throw new TurnwireError(
      'usage',
      'corpus_exists',
      `${folder} holds a corpus already; ${making} into another folder`,
    );
  const part = path.join(folder, PART_FOLDER);
  // A killed import may have left a part folder.
  await rm(part, { recursive: true, force: true });
  makeOutputDir(path.join(part, 'audio'));
  try {
    const made = await work(part);
    stopped?.throwIfAborted();
    await complete(part, folder);
    return made;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    await unmake();
    throw diskFull(folder, error) ?? error;
  }
}

/** Moves the files into the folder. rows.jsonl comes last: from then on the folder is a corpus. */
async function complete(part: string, folder: string): Promise<void> {
  await addFilesBeside(part, folder);
  await moveInto(part, folder, 'rows.jsonl');
  await rename(path.join(part, 'rows.jsonl'), path.join(folder, 'rows.jsonl'));
  await rm(part, { recursive: true });
}

async function addFilesBeside(part: string, folder: string): Promise<void> {
  const beside = await fileHashes(folder, PART_FOLDER);
  if (Object.keys(beside).length === 0) return;
  const file = path.join(part, 'corpus.json');
  const manifest = await readJson(file, corpusManifestSchema);
  const files = Object.entries({ ...beside, ...manifest.files }).sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFileAtomic(
    file,
    `${JSON.stringify({ ...manifest, files: Object.fromEntries(files) }, null, 2)}\n`,
  );
}

async function moveInto(from: string, to: string, except: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === except) continue;
    if (entry.isDirectory() && existsSync(target)) await moveInto(source, target, '');
    else await rename(source, target);
  }
}
