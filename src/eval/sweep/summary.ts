/**
 * Makes the summary of the benchmark from a table of predictions, whoever made them.
 * Source: eot-bench method, section 9. Called by `turnwire sweep`, `eval` and `table`.
 */
import { DEFAULT_HOLD_BOUNDS, type HoldBounds } from '../silences/counted-holds.js';
import { countedSpans, type Prediction } from './counted-spans.js';
import { meanFrontierLatency, operatingPoint } from './operating-points.js';
import { policyGrid, reachableGrid, sortedUnique, type PolicyGrid } from './policy-grid.js';
import { sweepPolicies, type PolicyRow } from './policy-sweep.js';
import { areaUnderRoc, averagePrecision } from './ranking.js';
import { scoreSpan, type ScoreMode, type SpanScore } from './score-mode.js';
import { silenceRows, type SilenceRow } from '../silences/silence-baseline.js';

/** A policy and its figures under the keys of the benchmark. Seconds, and fractions 0..1. */
export interface SummaryPoint {
  readonly cutoff_budget: number;
  readonly threshold: number;
  readonly cutoff_rate: number;
  readonly mean_latency: number;
  readonly timeout_rate: number;
  readonly detect_rate: number;
  readonly action_delay: number;
  readonly timeout: number;
  readonly score_point_s: number | null;
  readonly score_mode: ScoreMode['kind'];
}

/** summary.json of the benchmark, key for key. */
export interface Summary {
  readonly auc: number | null;
  readonly ap: number | null;
  readonly n_spans: number;
  readonly n_hold_spans: number;
  readonly n_eot_spans: number;
  readonly n_scored_spans: number;
  readonly n_scored_hold_spans: number;
  readonly n_scored_eot_spans: number;
  readonly n_missing_scores: number;
  readonly n_missing_hold_scores: number;
  readonly n_missing_eot_scores: number;
  readonly operating_points: Readonly<Record<'2pct' | '5pct' | '10pct', SummaryPoint | null>>;
  readonly mean_frontier_latency_0_10: number | null;
  readonly score_mode: ScoreMode['kind'];
  readonly score_point_s: number | null;
  readonly min_hold_span_duration: number;
  readonly max_hold_span_duration: number;
  readonly sweep_action_delays: readonly number[];
  readonly sweep_timeouts: readonly number[];
  readonly sweep_delay_values: readonly number[];
}

/** How a sweep counts. */
export interface SweepOptions {
  readonly mode: ScoreMode;
  /** A list that is not given is that of DEFAULT_POLICY_GRID. */
  readonly grid?: Partial<PolicyGrid>;
  /** Default DEFAULT_HOLD_BOUNDS. */
  readonly bounds?: HoldBounds;
}

/** All results of a sweep. `summary` is what the benchmark publishes. */
export interface SweepResult {
  readonly summary: Summary;
  readonly scores: readonly SpanScore[];
  readonly policies: readonly PolicyRow[];
  readonly silence: readonly SilenceRow[];
}

/** One decision for each span, on its score at 0.2 s of silence. */
export const DEFAULT_SCORE_MODE = { kind: 'score_point', atSec: 0.2 } as const satisfies ScoreMode;

/**
 * @param predictions rows in any order, of one or more turns.
 * @throws TurnwireError kind `usage` for a bad grid (policy-grid.ts), kind `source` for predictions that cannot be counted
 * (counted-spans.ts) or lack a score (score-mode.ts).
 */
export function sweep(predictions: Iterable<Prediction>, options: SweepOptions): SweepResult {
  const { mode, bounds = DEFAULT_HOLD_BOUNDS } = options;
  const grid = policyGrid(options.grid ?? {}, bounds.minHoldSec);
  const scores = countedSpans(predictions, bounds).map((span) => scoreSpan(span, mode));
  const policies = sweepPolicies(scores, mode, reachableGrid(grid, mode));
  const delays = sortedUnique('delays', [...grid.actionDelays, ...grid.timeouts]);
  const holds = scores.filter(({ span }) => span.label === 'hold');
  const silence = silenceRows(
    holds.map(({ span }) => span.durationSec),
    scores.length - holds.length,
    delays,
  );
  return {
    summary: {
      ...countSpans(scores),
      operating_points: {
        '2pct': summaryPoint(policies, 0.02, mode),
        '5pct': summaryPoint(policies, 0.05, mode),
        '10pct': summaryPoint(policies, 0.1, mode),
      },
      mean_frontier_latency_0_10: meanFrontierLatency(policies),
      score_mode: mode.kind,
      score_point_s: mode.kind === 'max' ? null : mode.atSec,
      min_hold_span_duration: bounds.minHoldSec,
      max_hold_span_duration: bounds.maxHoldSec,
      sweep_action_delays: grid.actionDelays,
      sweep_timeouts: grid.timeouts,
      sweep_delay_values: delays,
    },
    scores,
    policies,
    silence,
  };
}

function countSpans(scores: readonly SpanScore[]) {
  const hold = scores.filter(({ span }) => span.label === 'hold');
  const eot = scores.filter(({ span }) => span.label === 'eot');
  const holdScores = hold.flatMap(({ score }) => (score === null ? [] : [score]));
  const eotScores = eot.flatMap(({ score }) => (score === null ? [] : [score]));
  const isRankable = holdScores.length > 0 && eotScores.length > 0;
  return {
    auc: isRankable ? areaUnderRoc(eotScores, holdScores) : null,
    ap: isRankable ? averagePrecision(eotScores, holdScores) : null,
    n_spans: scores.length,
    n_hold_spans: hold.length,
    n_eot_spans: eot.length,
    n_scored_spans: holdScores.length + eotScores.length,
    n_scored_hold_spans: holdScores.length,
    n_scored_eot_spans: eotScores.length,
    n_missing_scores: scores.length - holdScores.length - eotScores.length,
    n_missing_hold_scores: hold.length - holdScores.length,
    n_missing_eot_scores: eot.length - eotScores.length,
  };
}

function summaryPoint(
  policies: readonly PolicyRow[],
  cutoffBudget: number,
  mode: ScoreMode,
): SummaryPoint | null {
  const point = operatingPoint(policies, cutoffBudget);
  return (
    point && {
      cutoff_budget: cutoffBudget,
      threshold: point.threshold,
      cutoff_rate: point.cutoff_rate,
      mean_latency: point.mean_latency,
      timeout_rate: point.timeout_rate,
      detect_rate: point.detect_rate,
      action_delay: point.action_delay,
      timeout: point.timeout,
      score_point_s: mode.kind === 'max' ? null : mode.atSec,
      score_mode: mode.kind,
    }
  );
}
