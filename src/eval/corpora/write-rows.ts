/**
 * Writes rows.jsonl and the sealed corpus.json of a new corpus.
 * Called by the importers and by `corpus build`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TurnwireError } from '../../protocol/errors.js';
import type { CorpusManifest, CorpusRow } from './corpus-format.js';
import { requireUniqueIds } from './open-corpus.js';
import { sealCorpus, type CorpusFacts } from './seal-corpus.js';

export async function writeRows(
  folder: string,
  rows: readonly CorpusRow[],
  facts: CorpusFacts,
): Promise<CorpusManifest> {
  requireUniqueIds(rows, facts.name);
  await writeFile(path.join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return sealCorpus(folder, facts);
}

/**
 * Like `writeRows`, for an import.
 * @param setAside how often something gave no row, for each reason.
 * @throws TurnwireError kind `source` if the recordings gave no row.
 */
export async function writeImportedRows(
  folder: string,
  rows: readonly CorpusRow[],
  facts: CorpusFacts,
  setAside: Readonly<Record<string, number>> = {},
): Promise<CorpusManifest> {
  if (rows.length > 0) return writeRows(folder, rows, facts);
  const reasons = Object.entries(setAside).filter(([, count]) => count > 0);
  const why = reasons.map(([reason, count]) => `${reason} (${count})`).join('; ');
  throw new TurnwireError(
    'source',
    'nothing_imported',
    `${facts.name}: nothing could be imported${why && `; set aside: ${why}`}`,
  );
}
