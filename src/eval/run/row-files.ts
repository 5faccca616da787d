/**
 * What a row is measured on beside its labels, by content: a result holds for these very files. A recording or a
 * reference that was changed since is measured again. Called by run-evaluation.ts.
 */
import { createHash } from 'node:crypto';
import type { CorpusRow } from '../corpora/corpus-format.js';
import { sha256 } from '../corpora/seal-corpus.js';
import type { RowCorpus } from './row-plan.js';

/** @returns undefined where a file cannot be read: measuring the row says why. */
export async function rowFilesSha256(corpus: RowCorpus, row: CorpusRow): Promise<string | undefined> {
  const { audio, rttm, stm, seglst, uem } = row;
  const hash = createHash('sha256');
  try {
    for (const file of [audio, rttm, stm, seglst, uem])
      if (file !== undefined) hash.update(await sha256(corpus.file(file)));
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
