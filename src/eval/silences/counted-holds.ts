/**
 * Which pauses inside turns count in cut-off rates. Called by the sweep, the corpus statistics and the turn metrics.
 * Source: eot-bench method, section 5.
 */
import { METRIC_EPSILON, round6 } from '../basics/rounding.js';
import { scoredSpans, type SilenceSpan } from './silence-spans.js';

/** A pause is counted when its length, in seconds, lies within these bounds (inclusive). */
export interface HoldBounds {
  readonly minHoldSec: number;
  readonly maxHoldSec: number;
}

/** The bounds of the benchmark. */
export const DEFAULT_HOLD_BOUNDS = { minHoldSec: 0.2, maxHoldSec: 5 } as const satisfies HoldBounds;

/** @param durationSec length of a pause inside a turn. */
export function isCountedHold(durationSec: number, bounds: HoldBounds = DEFAULT_HOLD_BOUNDS): boolean {
  return (
    durationSec >= bounds.minHoldSec - METRIC_EPSILON && durationSec <= bounds.maxHoldSec + METRIC_EPSILON
  );
}

/** @returns the lengths of the counted pauses of corpus rows, in seconds. The last silence of a row is its end. */
export function holdDurations(
  rows: readonly { readonly silence_spans: readonly SilenceSpan[] }[],
  bounds: HoldBounds = DEFAULT_HOLD_BOUNDS,
): number[] {
  return rows
    .flatMap(({ silence_spans }) => scoredSpans(silence_spans))
    .filter(({ label }) => label === 'hold')
    .map(({ start, end }) => round6(end - start))
    .filter((duration) => isCountedHold(duration, bounds));
}
