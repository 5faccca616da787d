/**
 * Writes the corpus.json of a folder: languages, splits and the sha256 of every file. Called by `corpus build`, the
 * importers, and `corpus seal` after rows were edited by hand.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeFileAtomic } from '../../sinks/index.js';
import type { CorpusManifest } from './corpus-format.js';
import { openCorpus } from './open-corpus.js';

export type CorpusFacts = Pick<CorpusManifest, 'name' | 'version' | 'licence' | 'synthetic' | 'made'>;

export async function sealCorpus(folder: string, facts: CorpusFacts): Promise<CorpusManifest> {
  const { rows } = await openCorpus(folder);
  const splits: Record<string, number> = {};
  for (const { split = 'all' } of rows) splits[split] = (splits[split] ?? 0) + 1;
  const manifest: CorpusManifest = {
    ...facts,
    languages: [...new Set(rows.map((row) => row.language))].sort(),
    splits,
    files: await fileHashes(folder),
  };
  await writeFileAtomic(path.join(folder, 'corpus.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** @returns sha256 by path (with `/`), sorted, without corpus.json and without the folder `except`. */
export async function fileHashes(folder: string, except?: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== 'corpus.json' && (except === undefined || !file.startsWith(`${except}/`)))
    .sort();
  const hashes: Record<string, string> = {};
  for (const file of files) hashes[file] = await sha256(path.join(folder, file));
  return hashes;
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
