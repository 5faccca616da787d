/**
 * A corpus that fails to be made, or is stopped, leaves nothing behind that the next one would stumble over or take
 * for its own. Called by every importer and by `corpus build`.
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { diskFull, TurnwireError } from '../../protocol/errors.js';
import { makeOutputDir } from '../../sinks/index.js';

/**
 * Makes the folder, with `audio` in it, and does the work there; when that fails, what was begun is taken away, what
 * was there before stays.
 * @param stopped the work looks at it at each recording or oftener, and throws.
 * @throws TurnwireError kind `usage` where a corpus is already.
 */
export async function intoNewCorpus<T>(
  folder: string,
  making: 'import' | 'build',
  stopped: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const unmake = makeOutputDir(folder);
  if (existsSync(path.join(folder, 'rows.jsonl')))
    throw new TurnwireError(
      'usage',
      'corpus_exists',
      `${folder} holds a corpus already; ${making} into another folder`,
    );
  const before = new Set(await readdir(folder, { recursive: true }));
  makeOutputDir(path.join(folder, 'audio'));
  try {
    const corpus = await work();
    stopped?.throwIfAborted();
    return corpus;
  } catch (error) {
    const begun = (await readdir(folder, { recursive: true })).filter((name) => !before.has(name));
    for (const name of begun) await rm(path.join(folder, name), { recursive: true, force: true });
    await unmake();
    throw diskFull(folder, error) ?? error;
  }
}
