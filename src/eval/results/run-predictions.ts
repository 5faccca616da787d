/** Makes the predictions table of a run, with the columns of the benchmark. Called by runs, calibration and tables. */
import type { Prediction } from '../sweep/counted-spans.js';
import type { RowResult } from './row-result.js';

/** @returns the predictions of all results. Results of several corpora have the corpus in their ids (`predictionIds`). */
export function predictionsOf(results: readonly RowResult[]): (Prediction & { language: string })[] {
  const idOf = predictionIds(results);
  return results.flatMap((result) =>
    (result.spans ?? []).flatMap(({ span_index, label, points }) =>
      points.map(([timestamp, silence_dur, p_eot]) => ({
        id: idOf(result),
        language: result.language,
        span_index,
        timestamp,
        silence_dur,
        p_eot,
        label,
      })),
    ),
  );
}

/** @returns the id of a result among these ones. The id of a row is unique within its corpus only. */
export function predictionIds(results: readonly RowResult[]): (result: RowResult) => string {
  const corpora = new Set(results.map(({ corpus }) => corpus));
  return ({ corpus, id }) => (corpora.size > 1 ? `${corpus}/${id}` : id);
}
