/**
 * Compares two runs of the same turns, paired turn by turn: B minus A, with intervals. Called by `turnwire compare`.
 */
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { bootstrapInterval, type Interval } from '../metrics/bootstrap.js';
import type { TurnOutcome } from '../metrics/turn-outcome.js';
import { isCut } from '../metrics/turn-totals.js';
import type { RowResult } from '../results/row-result.js';
import { outcomesOf } from './run-summary.js';

export interface Delta {
  readonly a: number;
  readonly b: number;
  /** b - a. */
  readonly delta: number;
  /** 95 %, resampling paired turns. */
  readonly interval: Interval | null;
}

export interface ProfileComparison {
  readonly profile: ProfileName;
  readonly turns: number;
  /** Mean latency in seconds, over turns that ended in both runs. */
  readonly latency: Delta | null;
  /** Number of turns that only this run ended. */
  readonly endedOnlyInA: number;
  readonly endedOnlyInB: number;
  /** Cut-offs as a fraction of pauses, 0..1. */
  readonly cutoff: Delta | null;
  /** Number of turns that only this run cut. */
  readonly cutOnlyInA: number;
  readonly cutOnlyInB: number;
}

export interface RunComparison {
  readonly profiles: readonly ProfileComparison[];
  /** Number of recordings that only this run measured: they are missing in the other or failed there. */
  readonly onlyInA: number;
  readonly onlyInB: number;
}

interface Pair {
  readonly a: TurnOutcome;
  readonly b: TurnOutcome;
}

export function compareRuns(allOfA: readonly RowResult[], allOfB: readonly RowResult[]): RunComparison {
  const isMeasured = ({ error }: RowResult) => error === undefined;
  const [a, b] = [allOfA.filter(isMeasured), allOfB.filter(isMeasured)];
  const key = ({ corpus, id }: RowResult) => `${corpus}\n${id}`;
  const inB = new Map(b.map((result) => [key(result), result]));
  const both = a.flatMap((result) => {
    const other = inB.get(key(result));
    return other === undefined ? [] : [{ a: result, b: other }];
  });
  return {
    profiles: PROFILES.flatMap((profile) => compareProfile(profile, pairs(both, profile)) ?? []),
    onlyInA: a.length - both.length,
    onlyInB: b.length - both.length,
  };
}

function pairs(both: readonly { a: RowResult; b: RowResult }[], profile: ProfileName): Pair[] {
  return both.flatMap(({ a, b }) => {
    const [[left], [right]] = [outcomesOf([a], profile), outcomesOf([b], profile)];
    return left === undefined || right === undefined ? [] : [{ a: left, b: right }];
  });
}

function compareProfile(profile: ProfileName, paired: readonly Pair[]): ProfileComparison | null {
  if (paired.length === 0) return null;
  return {
    profile,
    turns: paired.length,
    latency: delta(
      paired.filter(({ a, b }) => a.latencySec !== null && b.latencySec !== null),
      (sample, side) =>
        ratio(
          sample,
          (pair) => pair[side].latencySec!,
          () => 1,
        ),
    ),
    endedOnlyInA: paired.filter(({ a, b }) => a.latencySec !== null && b.latencySec === null).length,
    endedOnlyInB: paired.filter(({ a, b }) => b.latencySec !== null && a.latencySec === null).length,
    cutoff: delta(paired, (sample, side) =>
      ratio(
        sample,
        (pair) => pair[side].cutHolds,
        (pair) => pair[side].holds,
      ),
    ),
    cutOnlyInA: paired.filter(({ a, b }) => isCut(a) && !isCut(b)).length,
    cutOnlyInB: paired.filter(({ a, b }) => isCut(b) && !isCut(a)).length,
  };
}

function delta(
  paired: readonly Pair[],
  figure: (sample: readonly Pair[], side: 'a' | 'b') => number | null,
): Delta | null {
  const [a, b] = [figure(paired, 'a'), figure(paired, 'b')];
  if (a === null || b === null) return null;
  const interval = bootstrapInterval(paired, (sample) => {
    const [left, right] = [figure(sample, 'a'), figure(sample, 'b')];
    return left === null || right === null ? null : right - left;
  });
  return { a, b, delta: b - a, interval };
}

function ratio(
  sample: readonly Pair[],
  over: (pair: Pair) => number,
  under: (pair: Pair) => number,
): number | null {
  const total = sample.reduce((sum, pair) => sum + under(pair), 0);
  return total === 0 ? null : sample.reduce((sum, pair) => sum + over(pair), 0) / total;
}
