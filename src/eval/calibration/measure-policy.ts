/** Counts what policies do to scored turns, as recorded and weighed to a distribution of pauses. Called by calibrate.ts. */
import type { EotPolicy } from '../../eot/policy.js';
import { addCounts } from '../basics/add-counts.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import { bootstrapInterval, shareInterval, type Interval } from '../metrics/bootstrap.js';
import { firingTimes, type SpanScore } from '../sweep/score-mode.js';
import { ANY_SCORE } from './hold-weights.js';

/** Figures of policies on turns. Intervals are 95 %, resampling turns. */
export interface PolicyFigures {
  readonly holds: number;
  readonly cutHolds: number;
  /** Number of turns with an end; `detected` of them were ended by a score, the others by the timeout. */
  readonly ends: number;
  readonly detected: number;
  readonly meanLatencySec: number;
  readonly meanLatencyInterval: Interval | null;
  /** Share of pauses that are cut, 0..1, each pause weighed. */
  readonly cutoffRate: number;
  readonly cutoffRateInterval: Interval | null;
  /** Share of pauses that are cut, 0..1, each counted once: `cutHolds` of `holds`. */
  readonly plainCutoffRate: number;
  readonly plainCutoffRateInterval: Interval | null;
}

/** The counts of one turn. */
export interface TurnCount {
  readonly holds: number;
  readonly cutHolds: number;
  /** Sum of the weights of its pauses; `cutWeight` of those that are cut. */
  readonly weight: number;
  readonly cutWeight: number;
  /** 1 if it has an end that can be waited for; `detected` is 1 if a score ended it there, not the timeout. */
  readonly ends: number;
  readonly detected: number;
  /** Silence before the turn was ended, in seconds; 0 without an end. */
  readonly latencySec: number;
}

const NO_COUNTS: TurnCount = {
  ...{ holds: 0, cutHolds: 0, weight: 0, cutWeight: 0 },
  ...{ ends: 0, detected: 0, latencySec: 0 },
};

/** @param lateSec how late the engine notices that the caller goes on, seconds. @returns the counts of each turn under one policy. */
export function countTurns(
  scores: readonly SpanScore[],
  policy: EotPolicy,
  weightOf: (hold: SpanScore) => number,
  lateSec = 0,
): TurnCount[] {
  const fires = firingTimes(scores, ANY_SCORE, policy.threshold);
  const byTurn = new Map<string, TurnCount>();
  for (const [index, score] of scores.entries()) {
    const before = byTurn.get(score.span.id) ?? NO_COUNTS;
    const at = Math.max(policy.actionDelaySec, fires[index]!);
    const counted = countSpan(score, at, policy.timeoutSec, weightOf, lateSec);
    byTurn.set(score.span.id, addCounts(before, counted));
  }
  return [...byTurn.values()];
}

function countSpan(
  score: SpanScore,
  at: number,
  timeoutSec: number,
  weightOf: (hold: SpanScore) => number,
  lateSec: number,
): TurnCount {
  const { span } = score;
  if (span.label === 'eot') {
    const isDetected = at <= timeoutSec + METRIC_EPSILON;
    return { ...NO_COUNTS, ends: 1, detected: isDetected ? 1 : 0, latencySec: isDetected ? at : timeoutSec };
  }
  const isCut = span.durationSec + lateSec > Math.min(at, timeoutSec) + METRIC_EPSILON;
  const weight = weightOf(score);
  return { ...NO_COUNTS, holds: 1, cutHolds: isCut ? 1 : 0, weight, cutWeight: isCut ? weight : 0 };
}

/** @returns the figures of turns that were counted, under one policy or each under its own. */
export function policyFigures(turns: readonly TurnCount[]): PolicyFigures {
  const total = turns.reduce(addCounts, NO_COUNTS);
  const ratio = (over: keyof TurnCount, under: keyof TurnCount) => (sample: readonly TurnCount[]) => {
    const sum = sample.reduce(addCounts, NO_COUNTS);
    return sum[under] === 0 ? null : sum[over] / sum[under];
  };
  const plainCutoffRateInterval = shareInterval(
    turns,
    ({ cutHolds }) => cutHolds,
    ({ holds }) => holds,
  );
  const isWeighed = turns.some(({ holds, weight }) => holds !== weight);
  const isCertain = total.cutHolds === 0 || total.cutHolds === total.holds;
  return {
    holds: total.holds,
    cutHolds: total.cutHolds,
    ends: total.ends,
    detected: total.detected,
    meanLatencySec: ratio('latencySec', 'ends')(turns) ?? 0,
    meanLatencyInterval: bootstrapInterval(turns, ratio('latencySec', 'ends')),
    cutoffRate: ratio('cutWeight', 'weight')(turns) ?? 0,
    // If nothing or everything was cut, all resamples are alike, and the bound of the plain counts stands in.
    cutoffRateInterval:
      isWeighed && !isCertain
        ? bootstrapInterval(turns, ratio('cutWeight', 'weight'))
        : plainCutoffRateInterval,
    plainCutoffRate: ratio('cutHolds', 'holds')(turns) ?? 0,
    plainCutoffRateInterval,
  };
}
