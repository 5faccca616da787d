/**
 * One number per span, and when a span's score passes a threshold, in the benchmark's two modes.
 * Source: eot-bench method, section 6. Called by policy-sweep.ts and summary.ts.
 */
import { TurnwireError } from '../../protocol/errors.js';
import type { CountedSpan } from './counted-spans.js';
import { METRIC_EPSILON } from '../basics/rounding.js';

/** `score_point`: one decision per span, at `atSec` of silence. `max`: any grid point may fire. */
export type ScoreMode = { readonly kind: 'score_point'; readonly atSec: number } | { readonly kind: 'max' };

/** What a span is ranked by. */
export interface SpanScore {
  readonly span: CountedSpan;
  /** Null when the span ended before the score point. */
  readonly score: number | null;
  /** Silence at which the score was taken, seconds. */
  readonly scoreTimeSec: number | null;
}

/** @throws TurnwireError kind `source` where a score is due at the score point and there is none. */
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
 * Silence at which each span's score passes `threshold` (strictly), `Infinity` where it never does.
 * In `max` mode an early crossing stays latched although the score falls again.
 */
export function firingTimes(scores: readonly SpanScore[], mode: ScoreMode, threshold: number): Float64Array {
  return Float64Array.from(scores, ({ span, score }) => {
    if (score === null || !(score > threshold)) return Infinity;
    if (mode.kind === 'score_point') return mode.atSec;
    return span.silenceSec[span.pEot.findIndex((p) => p > threshold)]!;
  });
}
