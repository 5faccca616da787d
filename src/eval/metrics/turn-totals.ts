/**
 * Adds the outcomes of many turns up to one line of a table: counts, then figures with intervals. Called by run
 * summaries.
 */
import { addCounts } from '../basics/add-counts.js';
import { bootstrapInterval, quantile, shareInterval, type Interval } from './bootstrap.js';
import type { TurnOutcome } from './turn-outcome.js';

/** Counts that can be added. */
export interface TurnCounts {
  readonly turns: number;
  readonly holds: number;
  readonly cutHolds: number;
  readonly cutTurns: number;
  readonly strayCuts: number;
  readonly ended: number;
  readonly endedByScore: number;
  readonly neverFired: number;
  readonly resumed: number;
}

/** The counts and the figures that follow from them. A figure is null if nothing was counted for it. */
export interface TurnTotals extends TurnCounts {
  /** Seconds from the labelled end of speech to `turn.end`, over the turns that got one. */
  readonly meanLatencySec: number | null;
  readonly medianLatencySec: number | null;
  readonly p95LatencySec: number | null;
  /** Cut pauses / counted pauses; null without a pause. */
  readonly cutoffPerHold: number | null;
  /** Turns with a `turn.end` too early / turns. */
  readonly cutoffPerTurn: number | null;
  /** 95 %, resampling turns. */
  readonly meanLatencyInterval: Interval | null;
  readonly cutoffPerHoldInterval: Interval | null;
  readonly cutoffPerTurnInterval: Interval | null;
}

export const NO_TURNS: TurnCounts = {
  turns: 0,
  holds: 0,
  cutHolds: 0,
  cutTurns: 0,
  strayCuts: 0,
  ended: 0,
  endedByScore: 0,
  neverFired: 0,
  resumed: 0,
};

/** @returns true if a `turn.end` came too early. */
export function isCut({ cutHolds, strayCuts }: TurnOutcome): boolean {
  return cutHolds + strayCuts > 0;
}

/** @returns the counts of one turn. */
export function countTurn(outcome: TurnOutcome): TurnCounts {
  return {
    turns: 1,
    holds: outcome.holds,
    cutHolds: outcome.cutHolds,
    cutTurns: isCut(outcome) ? 1 : 0,
    strayCuts: outcome.strayCuts,
    ended: outcome.endedBy === null ? 0 : 1,
    endedByScore: outcome.endedBy === 'score' ? 1 : 0,
    neverFired: outcome.endedBy === null ? 1 : 0,
    resumed: outcome.resumed,
  };
}

/** @returns the counts of two sets of turns added up. */
export function addTurnCounts(a: TurnCounts, b: TurnCounts): TurnCounts {
  return addCounts(a, b);
}

/** @throws Error if the counts contradict each other. */
export function turnTotals(outcomes: readonly TurnOutcome[]): TurnTotals {
  const counts = outcomes.map(countTurn).reduce(addTurnCounts, NO_TURNS);
  checkTurnCounts(counts);
  const latencies = latenciesOf(outcomes).sort((a, b) => a - b);
  return {
    ...counts,
    meanLatencySec: mean(latencies),
    medianLatencySec: latencies.length === 0 ? null : quantile(latencies, 0.5),
    p95LatencySec: latencies.length === 0 ? null : quantile(latencies, 0.95),
    cutoffPerHold: share(counts.cutHolds, counts.holds),
    cutoffPerTurn: share(counts.cutTurns, counts.turns),
    meanLatencyInterval: bootstrapInterval(outcomes, (sample) => mean(latenciesOf(sample))),
    cutoffPerHoldInterval: shareInterval(
      outcomes,
      ({ cutHolds }) => cutHolds,
      ({ holds }) => holds,
    ),
    cutoffPerTurnInterval: shareInterval(
      outcomes,
      (outcome) => countTurn(outcome).cutTurns,
      () => 1,
    ),
  };
}

function checkTurnCounts(counts: TurnCounts): void {
  const isSound =
    counts.ended + counts.neverFired === counts.turns &&
    counts.cutHolds <= counts.holds &&
    counts.cutTurns <= counts.turns &&
    counts.endedByScore <= counts.ended;
  if (!isSound) throw new Error(`turn counts contradict each other: ${JSON.stringify(counts)}`);
}

function latenciesOf(outcomes: readonly TurnOutcome[]): number[] {
  return outcomes.flatMap(({ latencySec }) => (latencySec === null ? [] : [latencySec]));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, x) => sum + x, 0) / values.length;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
