/** What every importer ends with: rows.jsonl and a sealed corpus.json in a new folder. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TurnwireError } from '../../../protocol/errors.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import { sealCorpus, type CorpusFacts } from '../seal-corpus.js';

/** Makes the folder an importer writes into; one that holds a corpus is left alone. */
export async function newCorpusFolder(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'rows.jsonl')))
    throw new TurnwireError(
      'usage',
      'corpus_exists',
      `${folder} holds a corpus already; import into another folder`,
    );
  await mkdir(path.join(folder, 'audio'), { recursive: true });
}

export async function writeRows(
  folder: string,
  rows: readonly CorpusRow[],
  facts: CorpusFacts,
): Promise<CorpusManifest> {
  if (rows.length === 0)
    throw new TurnwireError('source', 'nothing_imported', `${facts.name}: nothing could be imported`);
  await writeFile(path.join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return sealCorpus(folder, facts);
}
