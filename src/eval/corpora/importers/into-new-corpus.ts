/** An import that fails leaves nothing behind that the next one would stumble over. Called by every importer. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeOutputDir } from '../../../sinks/index.js';
import { newCorpusFolder } from '../write-rows.js';

/** Makes the folder and does the work in it; when that fails, what was begun is taken away, what was there before stays. */
export async function intoNewCorpus<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unmake = makeOutputDir(folder);
  const before = await readdir(folder);
  newCorpusFolder(folder);
  try {
    return await work();
  } catch (error) {
    const begun = (await readdir(folder)).filter((name) => !before.includes(name));
    for (const name of begun) await rm(path.join(folder, name), { recursive: true });
    await unmake();
    throw error;
  }
}
