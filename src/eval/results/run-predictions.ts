/** Makes the predictions table of a run, with the columns of the benchmark. Called by runs, calibration and tables. */
import type { Prediction } from '../sweep/counted-spans.js';
import type { RowResult } from './row-result.js';

export function predictionsOf(results: readonly RowResult[]): (Prediction & { language: string })[] {
  const corpora = new Set(results.map(({ corpus }) => corpus));
  return results.flatMap((result) =>
    (result.spans ?? []).flatMap(({ span_index, label, points }) =>
      points.map(([timestamp, silence_dur, p_eot]) => ({
        // An id is unique within its corpus only.
        id: corpora.size > 1 ? `${result.corpus}/${result.id}` : result.id,
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
