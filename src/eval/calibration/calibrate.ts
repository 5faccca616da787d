/**
 * Finds the policies of the three profiles on scored turns and measures them on others. Called by `turnwire calibrate`.
 */
import type { EotPolicy } from '../../eot/policy.js';
import type { PolicyTable } from '../../operating-points/policies.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { round6 } from '../basics/rounding.js';
import { predictionIds, predictionsOf } from '../results/run-predictions.js';
import type { RowResult } from '../results/row-result.js';
import { countedSpans } from '../sweep/counted-spans.js';
import { scoreSpan, type SpanScore } from '../sweep/score-mode.js';
import { choosePolicies, type ChosenPolicy, type PolicyRules } from './choose-policies.js';
import { ANY_SCORE, holdWeights } from './hold-weights.js';
import { countTurns, policyFigures, type PolicyFigures, type TurnCount } from './measure-policy.js';

/** A policy, its figures on turns that it was not chosen on, and its figures on those that it was chosen on. */
export interface MeasuredPoint extends PolicyFigures {
  readonly profile: ProfileName;
  readonly policy: EotPolicy;
  readonly fitted: Omit<ChosenPolicy, 'policy'>;
}

/** A profile is null if no policy of the grid stays within its nominal rate on the turns that policies are chosen on. */
export type Calibration = Record<ProfileName, MeasuredPoint | null>;

/** Chooses policies on `fitOn` and measures them on `reportOn`. */
export function calibrate(
  fitOn: readonly RowResult[],
  reportOn: readonly RowResult[],
  rules: PolicyRules,
): Calibration {
  const chosen = choosePolicies(scoresOf(fitOn), rules, splitsOf(fitOn));
  const reported = scoresOf(reportOn);
  const weightOf = holdWeights(reported, rules.pauses);
  return eachProfile((profile) =>
    measuredPoint(profile, chosen[profile], (policy) =>
      countTurns(reported, policy, weightOf, rules.lateSec),
    ),
  );
}

/**
 * Chooses policies on all turns, and measures by folds: the turns of each split are counted with policies that were chosen
 * on all other splits. A profile is null if it has no policy on all turns, or none in a fold.
 */
export function calibrateByFolds(rows: readonly RowResult[], rules: PolicyRules): Calibration {
  const all = scoresOf(rows);
  const splitOf = splitsOf(rows);
  const chosen = choosePolicies(all, rules, splitOf);
  const weightOf = holdWeights(all, rules.pauses);
  const folds = [...new Set(rows.map(({ split }) => split))].sort().map((split) => {
    const isHere = (score: SpanScore) => splitOf(score) === split;
    return {
      here: all.filter(isHere),
      policies: choosePolicies(
        all.filter((one) => !isHere(one)),
        rules,
        splitOf,
      ),
    };
  });
  return eachProfile((profile) => {
    if (folds.some(({ policies }) => policies[profile] === null)) return null;
    return measuredPoint(profile, chosen[profile], () =>
      folds.flatMap(({ here, policies }) =>
        countTurns(here, policies[profile]!.policy, weightOf, rules.lateSec),
      ),
    );
  });
}

function measuredPoint(
  profile: ProfileName,
  chosen: ChosenPolicy | null,
  turns: (policy: EotPolicy) => readonly TurnCount[],
): MeasuredPoint | null {
  if (chosen === null) return null;
  const { policy, ...fitted } = chosen;
  return { profile, policy, ...policyFigures(turns(policy)), fitted };
}

function eachProfile(point: (profile: ProfileName) => MeasuredPoint | null): Calibration {
  return Object.fromEntries(PROFILES.map((profile) => [profile, point(profile)])) as Calibration;
}

function splitsOf(rows: readonly RowResult[]): (score: SpanScore) => string {
  const idOf = predictionIds(rows);
  const splits = new Map(rows.map((row) => [idOf(row), row.split]));
  return ({ span }) => splits.get(span.id)!;
}

function scoresOf(rows: readonly RowResult[]): SpanScore[] {
  return countedSpans(predictionsOf(rows)).map((span) => scoreSpan(span, ANY_SCORE));
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
      return [profile, { ...rest, actionDelaySec: round6(actionDelaySec + ROOM_EXTRA_DELAY_SEC[profile]) }];
    }),
  ) as Record<ProfileName, EotPolicy>;
}
