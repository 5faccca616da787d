/**
 * Measures every chosen recording that has no result yet, or whose files have changed since, several at a time.
 * Called by `turnwire eval`.
 */
import path from 'node:path';
import { unlessAborted } from '../../client/unless-aborted.js';
import { writeFileAtomic } from '../../sinks/index.js';
import type { Corpus } from '../corpora/open-corpus.js';
import type { CorpusRow } from '../corpora/corpus-format.js';
import { predictionsOf } from '../results/run-predictions.js';
import { rowFilesSha256 } from './row-files.js';
import type { RowResult } from '../results/row-result.js';
import { byCorpusAndId, type RunFolder } from '../results/run-folder.js';
import type { ChosenCorpus } from '../results/run-manifest.js';

export interface EvaluationProgress {
  /** Called when a recording gets its result. `resumed` of the `total` had one already. */
  onResult(result: RowResult, done: number, total: number, resumed: number): void;
}

/** Measures one recording, on this machine or another. A recording that fails gives a result that says why. */
export type MeasureRow = (corpus: Corpus, row: CorpusRow) => Promise<RowResult>;

interface Item {
  readonly corpus: Corpus;
  readonly row: CorpusRow;
}

/**
 * @param jobs recordings at the same time.
 * @param signal when aborted, the recordings under way are given up, and their errors with them.
 * @returns the results in order of corpus and recording. Some are missing if the signal was aborted.
 */
export async function runEvaluation(
  run: RunFolder,
  chosen: readonly ChosenCorpus[],
  measure: MeasureRow,
  jobs: number,
  progress: EvaluationProgress,
  signal: AbortSignal,
): Promise<RowResult[]> {
  const work: Item[] = chosen.flatMap(({ corpus, rows }) => rows.map((row) => ({ corpus, row })));
  const results: RowResult[] = [];
  const waiting: Item[] = [];
  for (const item of work) {
    const stored = await run.result(item.corpus.name, item.row.id);
    // A recording that failed is measured again: its fault may have been mended.
    if (stored !== null && stored.error === undefined && (await isOfTheseFiles(stored, item)))
      results.push(stored);
    else waiting.push(item);
  }
  const resumed = results.length;
  const worker = async (): Promise<void> => {
    try {
      for (let item = waiting.shift(); item !== undefined && !signal.aborted; item = waiting.shift()) {
        const filesSha256 = await rowFilesSha256(item.corpus, item.row);
        const measured = await unlessAborted(signal, measure(item.corpus, item.row));
        if (measured === undefined) return;
        const result = { ...measured, filesSha256 };
        await run.writeResult(result);
        results.push(result);
        progress.onResult(result, results.length, work.length, resumed);
      }
    } catch (error) {
      // This error ends the run. The other lanes finish the recordings they have begun.
      waiting.length = 0;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  results.sort(byCorpusAndId);
  if (results.length < work.length) return results;
  if (results.some(({ spans }) => spans !== undefined))
    await writeFileAtomic(
      path.join(run.folder, 'predictions.jsonl'),
      predictionsOf(results)
        .map((prediction) => `${JSON.stringify(prediction)}\n`)
        .join(''),
    );
  return results;
}

/** @returns true if the files are those of the result. A result of an older version has no hash and is kept. */
async function isOfTheseFiles({ filesSha256 }: RowResult, { corpus, row }: Item): Promise<boolean> {
  return filesSha256 === undefined || filesSha256 === (await rowFilesSha256(corpus, row));
}
