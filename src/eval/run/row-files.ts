/**
 * Hashes the files that a row is measured on. A result holds for these files: if the recording or a reference changes, the
 * row is measured again. Called by run-evaluation.ts and the queue.
 */
import { createHash } from 'node:crypto';
import type { CorpusRow } from '../corpora/corpus-format.js';
import { sha256 } from '../corpora/seal-corpus.js';
import type { RowCorpus } from './row-plan.js';

/**
 * @returns one sha256 over the recording and its references; undefined if a file cannot be read (measuring the row says
 * why).
 */
export async function rowFilesSha256(corpus: RowCorpus, row: CorpusRow): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for (const file of filesOf(row)) hash.update(await sha256(corpus.file(file)));
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

/** @returns the sha256 of each file by its name in the row; null if it cannot be read. */
export async function rowFiles(
  corpus: Pick<RowCorpus, 'file'>,
  row: CorpusRow,
): Promise<Record<string, string | null>> {
  const hashOf = async (file: string): Promise<string | null> => sha256(corpus.file(file));
  return Object.fromEntries(
    await Promise.all(
      filesOf(row).map(async (file) => [file, await hashOf(file).catch(() => null)] as const),
    ),
  );
}

function filesOf({ audio, rttm, stm, seglst, uem }: CorpusRow): string[] {
  return [audio, rttm, stm, seglst, uem].filter((file) => file !== undefined);
}
