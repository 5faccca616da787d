/**
 * The silences of a turn, and which of them the eot-bench method scores. Called by the corpus tools, the runner and the
 * sweep. Source: eot-bench method, section 2.
 */
import { GRID_EPSILON } from '../basics/rounding.js';
import type { TimeSpan } from '../basics/time-span.js';

/** A silence inside or after a turn, in seconds from the start of the turn's audio. */
export type SilenceSpan = TimeSpan;

/** `eot`: the silence after the last word of a turn. `hold`: a pause inside a turn. */
export type SpanLabel = 'hold' | 'eot';

/** A scored silence. `span_index` is its position among all silences of the row, scored or not. */
export interface ScoredSpan extends SilenceSpan {
  readonly span_index: number;
  readonly label: SpanLabel;
}

/** Shortest silence that is scored, in seconds. The benchmark fixes it. */
const MIN_SILENCE_SPAN_SEC = 0.1;

/** Labels the silences of one turn by position (the last one is `eot`), then drops those under 0.1 s. */
export function scoredSpans(spans: readonly SilenceSpan[]): ScoredSpan[] {
  return spans
    .map(({ start, end }, span_index): ScoredSpan => {
      const label = span_index === spans.length - 1 ? 'eot' : 'hold';
      return { span_index, label, start, end };
    })
    .filter(({ start, end }) => end - start >= MIN_SILENCE_SPAN_SEC - GRID_EPSILON);
}
