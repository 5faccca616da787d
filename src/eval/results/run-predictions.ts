/** The predictions table of a run, in the benchmark's columns; input of `turnwire sweep`. */
import type { Prediction } from '../sweep/counted-spans.js';
import type { RowResult } from './row-result.js';

export function predictionsOf(results: readonly RowResult[]): (Prediction & { language: string })[] {
  const corpora = new Set(results.map(({ corpus }) => corpus));
  return results.flatMap((result) =>
    (result.spans ?? []).flatMap(({ span_index, label, points }) =>
      points.map(([timestamp, silence_dur, p_eot]) => ({
        // Ids are unique in a corpus only.
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
