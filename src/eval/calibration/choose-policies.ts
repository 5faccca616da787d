/**
 * Chooses the policies of the three profiles on scored turns: for each the lowest mean latency whose cut-off rate stays
 * within the nominal one. The engine may act on any score of a silence, so policies are swept in the mode `max` ("any
 * score may fire"). Called by calibrate.ts; its rules also by training/measure/event-policies.mjs.
 */
import type { EotPolicy } from '../../eot/policy.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import { effectiveCount, type PauseCounts } from '../silences/pause-counts.js';
import { byOperatingPoint } from '../sweep/operating-points.js';
import type { PolicyGrid } from '../sweep/policy-grid.js';
import { sweepPolicies, type PolicyRow } from '../sweep/policy-sweep.js';
import type { SpanScore } from '../sweep/score-mode.js';
import { drawSides } from './drawn-sides.js';
import { ANY_SCORE, holdWeights, isHold } from './hold-weights.js';

/** Nominal false cut-off rate of each profile, as a fraction of pauses. */
export const NOMINAL_CUTOFF = {
  cutoff_10pct: 0.1,
  cutoff_5pct: 0.05,
  cutoff_2pct: 0.02,
} as const satisfies Record<ProfileName, number>;

/**
 * Finer in time than the benchmark's grid, because the engine can act at any step, and finer just below 1, where the
 * scores of the slow profiles lie.
 */
const CALIBRATION_GRID: PolicyGrid = {
  thresholds: [
    ...Array.from({ length: 90 }, (_, i) => i / 100),
    ...Array.from({ length: 19 }, (_, i) => (180 + i) / 200),
    ...[0.993, 0.995, 0.997],
  ],
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
  /**
   * How late the engine notices that the caller goes on, in seconds: until then a turn may still end. More: a pause is taken to be
   * cut by later scores too, so policies wait longer.
   */
  readonly lateSec: number;
  /** Distribution that the pauses are weighed to; null counts them as recorded. */
  readonly pauses: PauseCounts | null;
  /** Share of drawn halves of the splits, 0..1, on which a policy has to keep its nominal rate. 0: nothing is drawn. */
  readonly keep: number;
  /**
   * Highest mean latency of each profile, seconds; null for no limit. Counts only with `keep`: if no policy within the limit keeps its
   * rate on that share, the one with the highest share is taken.
   */
  readonly within: Readonly<Record<ProfileName, number>> | null;
}

/** A policy and its figures on the turns it was chosen on. They are optimistic. */
export interface ChosenPolicy {
  readonly policy: EotPolicy;
  readonly holds: number;
  readonly cutoffRate: number;
  readonly meanLatencySec: number;
}

/**
 * @param splitOf the split of a score, for `keep`.
 * @returns a policy for each profile, or null if none of the grid stays within its rate.
 */
export function choosePolicies(
  scores: readonly SpanScore[],
  { caution, margin, lateSec, pauses, keep, within }: PolicyRules,
  splitOf: (score: SpanScore) => string,
): Record<ProfileName, ChosenPolicy | null> {
  const sides = keep > 0 ? drawSides(scores, splitOf, pauses, lateSec) : null;
  const weightOf = holdWeights(scores, pauses);
  const weights = scores.filter(isHold).map(weightOf);
  const rows = sweepPolicies(scores, ANY_SCORE, CALIBRATION_GRID, weightOf, lateSec);
  const choose = (profile: ProfileName, slower: EotPolicy | undefined): ChosenPolicy | null => {
    const nominal = NOMINAL_CUTOFF[profile];
    const error = Math.sqrt((nominal * (1 - nominal)) / Math.max(1, effectiveCount(weights)));
    const longest = LONGEST_TIMEOUT_SEC[profile] + METRIC_EPSILON;
    const most = Math.max(0, nominal * margin - caution * error) + METRIC_EPSILON;
    const candidates = rows
      .filter(({ timeout, cutoff_rate }) => timeout <= longest && cutoff_rate <= most)
      .sort(byOperatingPoint);
    const shareKept = (row: PolicyRow) => sides?.shareKept(policyOf(row), nominal) ?? 1;
    const bounded = sides && slower ? candidates.filter((row) => waitsNoLonger(policyOf(row), slower)) : [];
    const tried = bounded.length > 0 ? bounded : candidates;
    const found = fastestKept(tried, shareKept, keep, within?.[profile]);
    if (found === undefined) return null;
    const { cutoff_rate, mean_latency } = found;
    return {
      policy: policyOf(found),
      holds: weights.length,
      cutoffRate: cutoff_rate,
      meanLatencySec: mean_latency,
    };
  };
  // From slow to fast: with `keep`, no profile waits longer for any score than the next slower one.
  const chosen = {} as Record<ProfileName, ChosenPolicy | null>;
  let slower: EotPolicy | undefined;
  for (const profile of PROFILES.toReversed()) {
    chosen[profile] = choose(profile, slower);
    slower = chosen[profile]?.policy ?? slower;
  }
  return chosen;
}

/** True if a turn with any score ends by `policy` no later than by `slower`. */
export function waitsNoLonger(policy: EotPolicy, slower: EotPolicy): boolean {
  return (
    policy.threshold <= slower.threshold &&
    policy.actionDelaySec <= slower.actionDelaySec &&
    policy.timeoutSec <= slower.timeoutSec
  );
}

function policyOf({ threshold, action_delay, timeout }: PolicyRow): EotPolicy {
  return { threshold, actionDelaySec: action_delay, timeoutSec: timeout };
}

/**
 * @param rows policies from fast to slow.
 * @param within mean latency in seconds that must not be exceeded, if any.
 * @returns the fastest policy that keeps its rate on a share of `keep`; if `within` allows none, the one of the highest share.
 */
export function fastestKept<Row extends Pick<PolicyRow, 'mean_latency'>>(
  rows: readonly Row[],
  shareKept: (row: Row) => number,
  keep: number,
  within: number | undefined,
): Row | undefined {
  let nearest: { row: Row; share: number } | undefined;
  for (const row of rows) {
    if (within !== undefined && row.mean_latency > within + METRIC_EPSILON) return nearest?.row;
    const share = shareKept(row);
    if (share >= keep - METRIC_EPSILON) return row;
    if (nearest === undefined || share > nearest.share) nearest = { row, share };
  }
  return within === undefined ? undefined : nearest?.row;
}
