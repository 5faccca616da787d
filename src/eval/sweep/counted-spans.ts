/**
 * Groups a table of predictions into the spans that the metrics count.
 * Source: eot-bench method, section 5. Called by `sweep` in summary.ts.
 */
import { DEFAULT_HOLD_BOUNDS, isCountedHold, type HoldBounds } from '../silences/counted-holds.js';
import type { SpanLabel } from '../silences/silence-spans.js';
import { TurnwireError } from '../../protocol/errors.js';

/** One row of a predictions table under the column names of the benchmark. Times in seconds, `p_eot` 0..1. */
export interface Prediction {
  readonly id: string;
  readonly span_index: number;
  readonly timestamp?: number;
  readonly silence_dur: number;
  readonly p_eot: number;
  readonly label: SpanLabel;
}

/** A span with its scores in order of silence. */
export interface CountedSpan {
  readonly id: string;
  readonly span_index: number;
  readonly label: SpanLabel;
  /** Longest silence that was scored, in seconds. */
  readonly durationSec: number;
  readonly silenceSec: Float64Array;
  readonly pEot: Float64Array;
}

/**
 * @returns every eot span, and the hold spans within `bounds`, ordered by id and index.
 * @throws TurnwireError kind `source` for a span with two labels, or when no eot or no hold span is left.
 */
export function countedSpans(
  predictions: Iterable<Prediction>,
  bounds: HoldBounds = DEFAULT_HOLD_BOUNDS,
): CountedSpan[] {
  const spans = [...groupBySpan(predictions).values()].map(toSpan);
  const counted = spans.filter(
    ({ label, durationSec }) => label === 'eot' || isCountedHold(durationSec, bounds),
  );
  requireBoth(counted, bounds);
  return counted.sort((a, b) => compareIds(a.id, b.id) || a.span_index - b.span_index);
}

function groupBySpan(predictions: Iterable<Prediction>): Map<string, Prediction[]> {
  const groups = new Map<string, Prediction[]>();
  for (const prediction of predictions) {
    const key = `${prediction.span_index} ${prediction.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [prediction]);
    else group.push(prediction);
  }
  return groups;
}

function toSpan(rows: Prediction[]): CountedSpan {
  const { id, span_index, label } = rows[0]!;
  if (rows.some((row) => row.label !== label))
    throw new TurnwireError(
      'source',
      'label_conflict',
      `predictions of ${id} span ${span_index} are labelled both hold and eot; give each span one label`,
    );
  const ordered = rows.toSorted((a, b) => a.silence_dur - b.silence_dur);
  const silenceSec = Float64Array.from(ordered, (row) => row.silence_dur);
  const pEot = Float64Array.from(ordered, (row) => row.p_eot);
  return { id, span_index, label, durationSec: silenceSec.at(-1)!, silenceSec, pEot };
}

function requireBoth(spans: CountedSpan[], { minHoldSec, maxHoldSec }: HoldBounds): void {
  for (const label of ['hold', 'eot'] as const)
    if (!spans.some((span) => span.label === label))
      throw new TurnwireError(
        'source',
        'no_spans',
        label === 'eot'
          ? 'the predictions hold no eot span; a rate over none is undefined'
          : `the predictions hold no hold span of ${minHoldSec} to ${maxHoldSec} s; a rate over none is undefined`,
      );
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
