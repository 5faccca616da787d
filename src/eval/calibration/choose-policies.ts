/**
 * Chooses the policies of the three profiles on scored turns: for each the lowest mean latency whose cut-off rate stays
 * within the nominal one. The engine may act on any score of a silence, so policies are swept in the mode `max` ("any
 * score may fire"). Called by calibrate.ts.
 */
import type { EotPolicy } from '../../eot/policy.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import { isCountedHold } from '../silences/counted-holds.js';
import { effectiveCount, pauseWeights, type PauseCounts } from '../silences/pause-counts.js';
import { operatingPoint } from '../sweep/operating-points.js';
import type { PolicyGrid } from '../sweep/policy-grid.js';
import { sweepPolicies } from '../sweep/policy-sweep.js';
import type { ScoreMode, SpanScore } from '../sweep/score-mode.js';

/** Nominal false cut-off rate of each profile, as a fraction of pauses. */
export const NOMINAL_CUTOFF = {
  cutoff_10pct: 0.1,
  cutoff_5pct: 0.05,
  cutoff_2pct: 0.02,
} as const satisfies Record<ProfileName, number>;

/** Any score of a silence may end the turn. */
export const ANY_SCORE: ScoreMode = { kind: 'max' };

/**
 * Finer in time than the benchmark's grid, because the engine can act at any step, and finer just below 1, where the
 * scores of the slow profiles lie.
 */
const CALIBRATION_GRID: PolicyGrid = {
  thresholds: [...Array.from({ length: 100 }, (_, i) => i / 100), 0.993, 0.995, 0.997],
  actionDelays: Array.from({ length: 17 }, (_, i) => Math.round(20 + i * 5) / 100),
  timeouts: [0.8, 1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5],
};

/** Longest timeout of each profile on both endpoints, in seconds: those of the published points (docs/protocol.md, "Operating points"). */
export const LONGEST_TIMEOUT_SEC: Readonly<Record<ProfileName, number>> = {
  cutoff_10pct: 2.5,
  cutoff_5pct: 3,
  cutoff_2pct: 3.5,
};

export interface PolicyRules {
  /**
   * How far the rate of a policy stays under the nominal one, in standard errors of that rate, 0 or more. At 0 the policy
   * is the fastest one within the rate, and about half of all other sets of turns exceed the rate.
   */
  readonly caution: number;
  /** Share of the nominal rate that a policy may use, above 0 up to 1. Less: fewer cut-offs on other turns, later ends. */
  readonly margin: number;
  /** Distribution that the pauses are weighed to; null counts them as recorded. */
  readonly pauses: PauseCounts | null;
}

/** A policy and its figures on the turns it was chosen on. They are optimistic. */
export interface ChosenPolicy {
  readonly policy: EotPolicy;
  readonly holds: number;
  readonly cutoffRate: number;
  readonly meanLatencySec: number;
}

/**
 * @returns a policy for each profile, or null if none of the grid stays within its rate.
 */
export function choosePolicies(
  scores: readonly SpanScore[],
  { caution, margin, pauses }: PolicyRules,
): Record<ProfileName, ChosenPolicy | null> {
  const weightOf = holdWeights(scores, pauses);
  const weights = scores.filter(isHold).map(weightOf);
  const rows = sweepPolicies(scores, ANY_SCORE, CALIBRATION_GRID, weightOf);
  const choose = (profile: ProfileName): ChosenPolicy | null => {
    const nominal = NOMINAL_CUTOFF[profile];
    const error = Math.sqrt((nominal * (1 - nominal)) / Math.max(1, effectiveCount(weights)));
    const longest = LONGEST_TIMEOUT_SEC[profile] + METRIC_EPSILON;
    const found = operatingPoint(
      rows.filter(({ timeout }) => timeout <= longest),
      Math.max(0, nominal * margin - caution * error),
    );
    if (found === null) return null;
    const { threshold, action_delay, timeout, cutoff_rate, mean_latency } = found;
    return {
      policy: { threshold, actionDelaySec: action_delay, timeoutSec: timeout },
      holds: weights.length,
      cutoffRate: cutoff_rate,
      meanLatencySec: mean_latency,
    };
  };
  return Object.fromEntries(PROFILES.map((profile) => [profile, choose(profile)])) as Record<
    ProfileName,
    ChosenPolicy | null
  >;
}

export const isHold = ({ span }: SpanScore): boolean => span.label === 'hold';

/** @returns the weight of each pause in cut-off rates: 1, or what gives the pauses the distribution of `counts`. */
export function holdWeights(
  scores: readonly SpanScore[],
  counts: PauseCounts | null,
): (hold: SpanScore) => number {
  if (counts === null) return () => 1;
  const holds = scores.filter(isHold);
  const lengths = holds.map(({ span }) => span.durationSec);
  const weights = pauseWeights(lengths, counts, (sec) => isCountedHold(sec));
  const byHold = new Map(holds.map((hold, i) => [hold, weights[i]!]));
  return (hold) => byHold.get(hold)!;
}
