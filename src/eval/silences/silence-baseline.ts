/**
 * What waiting for a fixed silence would do: the baseline every scorer has to beat.
 * Source: eot-bench method, section 8. Called by summary.ts and reports.
 */
import type { SilenceSpan } from '../sweep/prediction-grid.js';
import { scoredSpans } from '../sweep/prediction-grid.js';
import { DEFAULT_HOLD_BOUNDS, isCountedHold, type HoldBounds } from '../sweep/counted-spans.js';
import { firstAbove } from '../sweep/policy-sweep.js';
import { METRIC_EPSILON, round6 } from '../basics/rounding.js';

/** Waiting `delay` seconds: every end costs it, every longer hold is cut. */
export interface SilenceRow {
  readonly delay: number;
  readonly cutoff_rate: number;
  readonly mean_latency: number;
  readonly detect_rate: number;
  readonly timeout_rate: number;
  readonly f1: number;
}

/**
 * The baseline at given delays, e.g. those and the timeouts of a sweep.
 * @param holdSec lengths of the counted holds, one or more.
 */
export function silenceRows(
  holdSec: readonly number[],
  eotCount: number,
  delaysSec: readonly number[],
): SilenceRow[] {
  const sorted = Float64Array.from(holdSec).sort();
  return delaysSec.map((delay) => {
    const cut = sorted.length - firstAbove(sorted, delay + METRIC_EPSILON);
    const precision = eotCount / (eotCount + cut);
    return {
      delay,
      cutoff_rate: cut / sorted.length,
      mean_latency: delay,
      detect_rate: 1,
      timeout_rate: 0,
      f1: (2 * precision) / (precision + 1),
    };
  });
}

/** Silence-only figures on a grid of 10 ms, from 0.2 to 5 s. */
export interface SilenceBaseline {
  readonly rows: readonly SilenceRow[];
  readonly holdCount: number;
}

/** Hold lengths of corpus rows within bounds, seconds; the last span of a row is its end. */
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

/** The baseline at delays of 0.2 to 5 s in steps of 10 ms. */
export function fineSilenceBaseline(holdSec: readonly number[], eotCount: number): SilenceBaseline {
  const hundredths = Array.from({ length: 481 }, (_, i) => (i + 20) / 100);
  return { rows: silenceRows(holdSec, eotCount, hundredths), holdCount: holdSec.length };
}

/** Fewest cut-offs of any delay within `latencySec`; null below the shortest delay. */
export function cutoffAtLatency({ rows }: SilenceBaseline, latencySec: number): number | null {
  const within = rows.filter((row) => row.mean_latency <= latencySec + METRIC_EPSILON);
  return within.length === 0 ? null : Math.min(...within.map((row) => row.cutoff_rate));
}

/** Shortest delay that keeps to `cutoffBudget`, seconds; null when none does. */
export function latencyAtCutoff({ rows }: SilenceBaseline, cutoffBudget: number): number | null {
  return rows.find((row) => row.cutoff_rate <= cutoffBudget + METRIC_EPSILON)?.mean_latency ?? null;
}
