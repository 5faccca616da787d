/**
 * Selects policies of a sweep: operating points, report points, the Pareto frontier.
 * Source: eot-bench method, section 8. Called by summary.ts, calibration and reports.
 */
import { pairwiseMean } from '../basics/pairwise-sum.js';
import type { PolicyRow } from './policy-sweep.js';
import { METRIC_EPSILON } from '../basics/rounding.js';

type SortKey = (row: PolicyRow) => number;

const latency: SortKey = (row) => row.mean_latency;
const cutoff: SortKey = (row) => row.cutoff_rate;
const actionDelay: SortKey = (row) => row.action_delay;
const timeout: SortKey = (row) => row.timeout;
const lowestThreshold: SortKey = (row) => row.threshold;
const highestThreshold: SortKey = (row) => -row.threshold;

const OPERATING_POINT_ORDER: readonly SortKey[] = [
  ...[latency, cutoff, (row: PolicyRow) => row.timeout_rate],
  ...[timeout, actionDelay, lowestThreshold],
];

/** Orders policies from fast to slow; ties go as in summary.json. */
export function byOperatingPoint(a: PolicyRow, b: PolicyRow): number {
  return compareBy(OPERATING_POINT_ORDER, a, b);
}

/** The fastest policy within a cut-off budget; ties go as in summary.json. Null if no policy is within it. */
export function operatingPoint(rows: readonly PolicyRow[], cutoffBudget: number): PolicyRow | null {
  return best(
    rows.filter((row) => row.cutoff_rate <= cutoffBudget + METRIC_EPSILON),
    OPERATING_POINT_ORDER,
  );
}

/** Like `operatingPoint`, but ties go as in report.md: to the highest threshold. */
export function reportPointAtCutoff(rows: readonly PolicyRow[], cutoffBudget: number): PolicyRow | null {
  return best(
    rows.filter((row) => row.cutoff_rate <= cutoffBudget + METRIC_EPSILON),
    [latency, cutoff, highestThreshold, actionDelay, timeout],
  );
}

/** The policy with the fewest cut-offs within a latency budget, in seconds; ties go as in report.md. */
export function reportPointAtLatency(rows: readonly PolicyRow[], latencyBudgetSec: number): PolicyRow | null {
  return best(
    rows.filter((row) => row.mean_latency <= latencyBudgetSec + METRIC_EPSILON),
    [cutoff, latency, highestThreshold, actionDelay, timeout],
  );
}

/** The Pareto frontier: policies that no other policy beats in both latency and cut-offs, by rising latency. */
export function paretoFrontier(rows: readonly PolicyRow[]): PolicyRow[] {
  const order = [latency, cutoff, highestThreshold, actionDelay, timeout];
  let lowestCutoff = Infinity;
  return rows
    .toSorted((a, b) => compareBy(order, a, b))
    .filter((row) => {
      if (row.cutoff_rate >= lowestCutoff - METRIC_EPSILON) return false;
      lowestCutoff = row.cutoff_rate;
      return true;
    });
}

/**
 * Mean of the best latencies at cut-off budgets 0, 0.001 ... 0.1. Budgets that no policy keeps are left out, as in the
 * benchmark; null if none is kept.
 */
export function meanFrontierLatency(rows: readonly PolicyRow[]): number | null {
  const frontier = paretoFrontier(rows);
  const latencies: number[] = [];
  for (let i = 0; i <= 100; i++) {
    const reached = frontier.find((row) => row.cutoff_rate <= i / 1000 + METRIC_EPSILON);
    if (reached !== undefined) latencies.push(reached.mean_latency);
  }
  return latencies.length === 0 ? null : pairwiseMean(latencies);
}

function best(rows: readonly PolicyRow[], order: readonly SortKey[]): PolicyRow | null {
  return rows.reduce<PolicyRow | null>(
    (found, row) => (found === null || compareBy(order, row, found) < 0 ? row : found),
    null,
  );
}

function compareBy(order: readonly SortKey[], a: PolicyRow, b: PolicyRow): number {
  for (const key of order) {
    const difference = key(a) - key(b);
    if (difference !== 0) return difference;
  }
  return 0;
}
