/**
 * Tries every policy of a grid on every counted span: how often it cuts a pause, how long it waits.
 * Source: eot-bench method, sections 6 and 7. Called by summary.ts and by calibration.
 *
 * A policy is (threshold, action_delay a, timeout T); a span fires at f = max(a, fire(threshold)).
 * A hold of length d is cut when d > T, or when d > f. An end is detected when f <= T and costs f,
 * otherwise T. All comparisons carry 1e-9. Ties between policies are decided on raw doubles, so
 * latencies are added in numpy's order.
 */
import { firstAbove } from '../basics/first-above.js';
import type { SpanLabel } from '../silences/silence-spans.js';
import { pairwiseMean } from '../basics/pairwise-sum.js';
import type { PolicyGrid } from './policy-grid.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import { firingTimes, type ScoreMode, type SpanScore } from './score-mode.js';

/**
 * One policy and its figures, under the column names of the benchmark's tradeoff table. Seconds, and fractions 0..1.
 */
export interface PolicyRow {
  readonly threshold: number;
  readonly action_delay: number;
  readonly timeout: number;
  readonly cutoff_rate: number;
  readonly mean_latency: number;
  readonly timeout_rate: number;
  readonly detect_rate: number;
  readonly f1: number;
}

/**
 * @returns a row for each policy, ordered by threshold, delay and timeout. A timeout below the delay gives no row.
 * @param scores at least one hold and one end: every rate is a share of one of the two.
 * @param weightOf how much a hold counts in the cut-off rate; by default all count 1.
 * @param lateSec how long after the end of a hold the detector may still fire, seconds; the benchmark has none.
 */
export function sweepPolicies(
  scores: readonly SpanScore[],
  mode: ScoreMode,
  grid: PolicyGrid,
  weightOf: (hold: SpanScore) => number = () => 1,
  lateSec = 0,
): PolicyRow[] {
  const holds = byLabel(scores, 'hold').toSorted((a, b) => a.span.durationSec - b.span.durationSec);
  const weights = Float64Array.from(holds, weightOf);
  const upTo = runningSums(weights);
  const ends = byLabel(scores, 'eot');
  const holdSec = Float64Array.from(holds, ({ span }) => span.durationSec + lateSec);
  const rows: PolicyRow[] = [];
  for (const threshold of grid.thresholds) {
    const fired = weighFired(holdSec, firingTimes(holds, mode, threshold), weights);
    const endFireSec = firingTimes(ends, mode, threshold);
    for (const actionDelay of grid.actionDelays)
      for (const timeout of grid.timeouts) {
        if (timeout + METRIC_EPSILON < actionDelay) continue;
        const cut = weighCut(holdSec, upTo, fired, actionDelay, timeout);
        const end = endLatencies(endFireSec, actionDelay, timeout);
        rows.push({
          threshold,
          action_delay: actionDelay,
          timeout,
          cutoff_rate: cut / upTo.at(-1)!,
          mean_latency: end.meanLatency,
          timeout_rate: (ends.length - end.detected) / ends.length,
          detect_rate: end.detected / ends.length,
          f1: f1Score(end.detected, cut, ends.length - end.detected),
        });
      }
  }
  return rows;
}

function byLabel(scores: readonly SpanScore[], label: SpanLabel): SpanScore[] {
  return scores.filter(({ span }) => span.label === label);
}

/** Sums of the first 0, 1, 2 … values. Sums of ones are exact, so rates without weights are those of the benchmark. */
function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
}

/**
 * For holds in order of length, the weight of those among the first k that resumed after their score had fired:
 * `[holds + 1]`. Together with two binary searches it answers any (a, T) at once, because
 * d > max(a, fire) is d > a and d > fire.
 */
function weighFired(holdSec: Float64Array, fireSec: Float64Array, weights: Float64Array): Float64Array {
  return runningSums(weights.map((weight, i) => (holdSec[i]! > fireSec[i]! + METRIC_EPSILON ? weight : 0)));
}

/** @returns the weight of the holds that a policy cuts. */
function weighCut(
  holdSec: Float64Array,
  upTo: Float64Array,
  fired: Float64Array,
  actionDelay: number,
  timeout: number,
): number {
  const firstPastDelay = firstAbove(holdSec, actionDelay + METRIC_EPSILON);
  const firstPastTimeout = firstAbove(holdSec, timeout + METRIC_EPSILON);
  const cutByTimeout = upTo.at(-1)! - upTo[firstPastTimeout]!;
  const cutByScore = Math.max(0, fired[firstPastTimeout]! - fired[firstPastDelay]!);
  return cutByTimeout + cutByScore;
}

function endLatencies(
  fireSec: Float64Array,
  actionDelay: number,
  timeout: number,
): { detected: number; meanLatency: number } {
  const latency = new Float64Array(fireSec.length);
  let detected = 0;
  for (let i = 0; i < fireSec.length; i++) {
    const at = Math.max(actionDelay, fireSec[i]!);
    const isDetected = at <= timeout + METRIC_EPSILON;
    if (isDetected) detected++;
    latency[i] = isDetected ? at : timeout;
  }
  return { detected, meanLatency: pairwiseMean(latency) };
}

function f1Score(truePositive: number, falsePositive: number, falseNegative: number): number {
  if (truePositive === 0) return 0;
  const precision = truePositive / (truePositive + falsePositive);
  const recall = truePositive / (truePositive + falseNegative);
  return (2 * precision * recall) / (precision + recall);
}
