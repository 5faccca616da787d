/**
 * Finds the policies of the three profiles on one split and measures them on another.
 *
 * The engine may act on any score of a silence, so policies are swept in the mode `max` ("any score may fire") on the
 * predictions of a run. Their figures come from turns that they were not fitted on. Called by `turnwire calibrate`.
 */
import type { EotPolicy } from '../../eot/policy.js';
import type { PolicyTable } from '../../operating-points/policies.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { bootstrapInterval, shareInterval, type Interval } from '../metrics/bootstrap.js';
import { predictionsOf } from '../results/run-predictions.js';
import type { RowResult } from '../results/row-result.js';
import { countedSpans } from '../sweep/counted-spans.js';
import { operatingPoint } from '../sweep/operating-points.js';
import type { PolicyGrid } from '../sweep/policy-grid.js';
import { firingTimes, scoreSpan, type ScoreMode, type SpanScore } from '../sweep/score-mode.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import { sweep } from '../sweep/summary.js';

/** Nominal false cut-off rate of each profile, fraction of holds. */
export const NOMINAL_CUTOFF = {
  cutoff_10pct: 0.1,
  cutoff_5pct: 0.05,
  cutoff_2pct: 0.02,
} as const satisfies Record<ProfileName, number>;

/**
 * Finer in time than the benchmark's grid, because the engine can act at any step, and with longer timeouts: if one
 * pause in a hundred lasts over 3.5 s, no shorter timeout keeps `cutoff_2pct` to its rate.
 */
const CALIBRATION_GRID: Partial<PolicyGrid> = {
  actionDelays: Array.from({ length: 17 }, (_, i) => Math.round(20 + i * 5) / 100),
  timeouts: [0.8, 1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5],
};

const MODE: ScoreMode = { kind: 'max' };

/** What a policy did to turns that it was not fitted on. */
export interface MeasuredPoint {
  readonly profile: ProfileName;
  readonly policy: EotPolicy;
  readonly holds: number;
  readonly cutHolds: number;
  readonly ends: number;
  readonly detected: number;
  readonly meanLatencySec: number;
  readonly cutoffRate: number;
  /** 95 %, resampling turns. */
  readonly meanLatencyInterval: Interval | null;
  readonly cutoffRateInterval: Interval | null;
  /** The same figures on the turns that the policy was fitted on. They are optimistic. */
  readonly fitted: { readonly holds: number; readonly cutoffRate: number; readonly meanLatencySec: number };
}

/**
 * A profile is null if no policy of the grid stays within its nominal rate on the split that policies are fitted on.
 */
export type Calibration = Record<ProfileName, MeasuredPoint | null>;

/**
 * @param caution how far the rate of a policy stays under the nominal one on `fitOn`, in standard errors of that rate. At 0
 *   the policy is the fastest one within the rate there, and about half of all other sets of turns exceed the rate.
 */
export function calibrate(
  fitOn: readonly RowResult[],
  reportOn: readonly RowResult[],
  caution = 0,
): Calibration {
  const { policies, summary } = sweep(predictionsOf(fitOn), { mode: MODE, grid: CALIBRATION_GRID });
  const reported = countedSpans(predictionsOf(reportOn)).map((span) => scoreSpan(span, MODE));
  const point = (profile: ProfileName): MeasuredPoint | null => {
    const nominal = NOMINAL_CUTOFF[profile];
    const standardError = Math.sqrt((nominal * (1 - nominal)) / Math.max(1, summary.n_hold_spans));
    const found = operatingPoint(policies, Math.max(0, nominal - caution * standardError));
    if (found === null) return null;
    const policy = {
      threshold: found.threshold,
      actionDelaySec: found.action_delay,
      timeoutSec: found.timeout,
    };
    const { cutoff_rate, mean_latency } = found;
    return {
      profile,
      policy,
      ...measurePolicy(reported, policy),
      fitted: { holds: summary.n_hold_spans, cutoffRate: cutoff_rate, meanLatencySec: mean_latency },
    };
  };
  return Object.fromEntries(PROFILES.map((profile) => [profile, point(profile)])) as Calibration;
}

interface TurnCount {
  readonly holds: number;
  readonly cutHolds: number;
  readonly ends: number;
  readonly detected: number;
  readonly latencySec: number;
}

function measurePolicy(scores: readonly SpanScore[], policy: EotPolicy) {
  const turns = countByTurn(scores, policy);
  const total = (sample: readonly TurnCount[], key: keyof TurnCount) =>
    sample.reduce((sum, turn) => sum + turn[key], 0);
  const ratio = (over: keyof TurnCount, under: keyof TurnCount) => (sample: readonly TurnCount[]) => {
    const count = total(sample, under);
    return count === 0 ? null : total(sample, over) / count;
  };
  return {
    holds: total(turns, 'holds'),
    cutHolds: total(turns, 'cutHolds'),
    ends: total(turns, 'ends'),
    detected: total(turns, 'detected'),
    cutoffRate: ratio('cutHolds', 'holds')(turns) ?? 0,
    meanLatencySec: ratio('latencySec', 'ends')(turns) ?? 0,
    cutoffRateInterval: shareInterval(
      turns,
      ({ cutHolds }) => cutHolds,
      ({ holds }) => holds,
    ),
    meanLatencyInterval: bootstrapInterval(turns, ratio('latencySec', 'ends')),
  };
}

function countByTurn(scores: readonly SpanScore[], policy: EotPolicy): TurnCount[] {
  const fires = firingTimes(scores, MODE, policy.threshold);
  const byTurn = new Map<string, TurnCount>();
  for (const [index, { span }] of scores.entries()) {
    const before = byTurn.get(span.id) ?? { holds: 0, cutHolds: 0, ends: 0, detected: 0, latencySec: 0 };
    const at = Math.max(policy.actionDelaySec, fires[index]!);
    const isHold = span.label === 'hold';
    const isCut =
      span.durationSec > policy.timeoutSec + METRIC_EPSILON || span.durationSec > at + METRIC_EPSILON;
    const isDetected = at <= policy.timeoutSec + METRIC_EPSILON;
    byTurn.set(span.id, {
      holds: before.holds + (isHold ? 1 : 0),
      cutHolds: before.cutHolds + (isHold && isCut ? 1 : 0),
      ends: before.ends + (isHold ? 0 : 1),
      detected: before.detected + (!isHold && isDetected ? 1 : 0),
      latencySec: before.latencySec + (isHold ? 0 : isDetected ? at : policy.timeoutSec),
    });
  }
  return [...byTurn.values()];
}

/** Extra action delay of a room that was not calibrated, in seconds: anyone in the room may go on. Chosen by hand. */
const ROOM_EXTRA_DELAY_SEC = { cutoff_10pct: 0.1, cutoff_5pct: 0.15, cutoff_2pct: 0.25 } as const;

/**
 * The policies of both endpoints; null if a profile has none. If only one endpoint was calibrated, the other one takes its
 * policies: a room with the extra delay, a stream unchanged.
 */
export function policyTable(
  stream: Calibration | undefined,
  room: Calibration | undefined,
): PolicyTable | null {
  const ofStream = policiesOf(stream ?? room);
  if (ofStream === null) return null;
  return { stream: ofStream, room: policiesOf(room) ?? withExtraDelay(ofStream) };
}

function policiesOf(calibration: Calibration | undefined): Record<ProfileName, EotPolicy> | null {
  const entries = PROFILES.map((profile) => [profile, calibration?.[profile]?.policy] as const);
  return entries.some(([, policy]) => policy === undefined)
    ? null
    : (Object.fromEntries(entries) as Record<ProfileName, EotPolicy>);
}

function withExtraDelay(stream: Record<ProfileName, EotPolicy>): Record<ProfileName, EotPolicy> {
  return Object.fromEntries(
    PROFILES.map((profile) => {
      const { actionDelaySec, ...rest } = stream[profile];
      return [profile, { ...rest, actionDelaySec: actionDelaySec + ROOM_EXTRA_DELAY_SEC[profile] }];
    }),
  ) as Record<ProfileName, EotPolicy>;
}
