/**
 * Takes one score of each span, and finds when a span passes a threshold, in the two modes of the benchmark.
 * Source: eot-bench method, section 6. Called by policy-sweep.ts and summary.ts.
 */
import { TurnwireError } from '../../protocol/errors.js';
import type { CountedSpan } from './counted-spans.js';
import { METRIC_EPSILON } from '../basics/rounding.js';

/** `score_point`: one decision for each span, at `atSec` of silence. `max`: the score may fire at any grid point. */
export type ScoreMode = { readonly kind: 'score_point'; readonly atSec: number } | { readonly kind: 'max' };

/** The score that a span is ranked by. */
export interface SpanScore {
  readonly span: CountedSpan;
  /** Null if the span ended before the score point. */
  readonly score: number | null;
  /** Silence at which the score was taken, in seconds. */
  readonly scoreTimeSec: number | null;
}

/** @throws TurnwireError kind `source` if an end has no score at the score point. */
export function scoreSpan(span: CountedSpan, mode: ScoreMode): SpanScore {
  return mode.kind === 'max' ? maxScore(span) : pointScore(span, mode.atSec);
}

function maxScore(span: CountedSpan): SpanScore {
  let best = 0;
  for (let i = 1; i < span.pEot.length; i++) if (span.pEot[i]! > span.pEot[best]!) best = i;
  return { span, score: span.pEot[best]!, scoreTimeSec: span.silenceSec[best]! };
}

function pointScore(span: CountedSpan, atSec: number): SpanScore {
  const index = span.silenceSec.findIndex((silence) => silence >= atSec - METRIC_EPSILON);
  if (index === -1) {
    if (span.label === 'hold') return { span, score: null, scoreTimeSec: null };
    throw missingScore(span, atSec, `ends at ${span.durationSec} s`);
  }
  const silence = span.silenceSec[index]!;
  if (Math.abs(silence - atSec) > METRIC_EPSILON + 1e-5 * atSec)
    throw missingScore(span, atSec, `has its next score at ${silence} s`);
  return { span, score: span.pEot[index]!, scoreTimeSec: atSec };
}

function missingScore(span: CountedSpan, atSec: number, why: string): TurnwireError {
  return new TurnwireError(
    'source',
    'missing_score',
    `${span.id} span ${span.span_index} (${span.label}) has no score at ${atSec} s of silence: it ${why}`,
  );
}

/**
 * @returns for each span the silence, in seconds, at which its score passes `threshold` (strictly); `Infinity` if it never
 * does. In `max` mode the first crossing counts, even if the score falls again.
 */
export function firingTimes(scores: readonly SpanScore[], mode: ScoreMode, threshold: number): Float64Array {
  return Float64Array.from(scores, ({ span, score }) => {
    if (score === null || !(score > threshold)) return Infinity;
    if (mode.kind === 'score_point') return mode.atSec;
    return span.silenceSec[span.pEot.findIndex((p) => p > threshold)]!;
  });
}
