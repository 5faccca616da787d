/**
 * The silence-only baseline: what a fixed wait would do to the same turns. Every scorer has to beat it.
 * Called by the sweep, the corpus statistics and reports. Source: eot-bench method, section 8.
 */
import { firstAbove } from '../basics/first-above.js';
import { METRIC_EPSILON } from '../basics/rounding.js';

/** What a wait of `delay` seconds does: each end costs the delay, each pause longer than it is cut. */
export interface SilenceRow {
  readonly delay: number;
  readonly cutoff_rate: number;
  readonly mean_latency: number;
  readonly detect_rate: number;
  readonly timeout_rate: number;
  /** F1 of the ends, a cut pause counting as a false one, 0..1. */
  readonly f1: number;
}

/**
 * The baseline at given delays, such as those and the timeouts of a sweep.
 * @param holdSec lengths of the counted pauses in seconds, one or more.
 * @param eotCount number of turn ends.
 * @returns a row for each delay, in the order given.
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

/** The baseline at delays of 0.2 to 5 s in steps of 10 ms. */
export interface SilenceBaseline {
  readonly rows: readonly SilenceRow[];
  readonly holdCount: number;
}

/** @param holdSec lengths of the counted pauses in seconds, one or more. @param eotCount number of turn ends. */
export function fineSilenceBaseline(holdSec: readonly number[], eotCount: number): SilenceBaseline {
  const hundredths = Array.from({ length: 481 }, (_, i) => (i + 20) / 100);
  return { rows: silenceRows(holdSec, eotCount, hundredths), holdCount: holdSec.length };
}

/** Lowest cut-off rate of any delay within `latencySec`; null when even the shortest delay is longer. */
export function cutoffAtLatency({ rows }: SilenceBaseline, latencySec: number): number | null {
  const within = rows.filter((row) => row.mean_latency <= latencySec + METRIC_EPSILON);
  return within.length === 0 ? null : Math.min(...within.map((row) => row.cutoff_rate));
}

/** Shortest delay whose cut-off rate stays within `cutoffBudget`, in seconds; null when no delay's does. */
export function latencyAtCutoff({ rows }: SilenceBaseline, cutoffBudget: number): number | null {
  return rows.find((row) => row.cutoff_rate <= cutoffBudget + METRIC_EPSILON)?.mean_latency ?? null;
}

/** The four baseline figures of a table: latencies in seconds, rates as fractions 0..1. */
export interface SilenceOnlyFigures {
  readonly latencyAt10pctSec: number | null;
  readonly latencyAt5pctSec: number | null;
  readonly cutoffAt300ms: number | null;
  readonly cutoffAt600ms: number | null;
}

/** @param holdSec lengths of the counted pauses in seconds, one or more. @param turns number of turn ends. */
export function silenceOnlyFigures(holdSec: readonly number[], turns: number): SilenceOnlyFigures {
  const baseline = fineSilenceBaseline(holdSec, turns);
  return {
    latencyAt10pctSec: latencyAtCutoff(baseline, 0.1),
    latencyAt5pctSec: latencyAtCutoff(baseline, 0.05),
    cutoffAt300ms: cutoffAtLatency(baseline, 0.3),
    cutoffAt600ms: cutoffAtLatency(baseline, 0.6),
  };
}
