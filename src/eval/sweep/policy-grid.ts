/**
 * The values that a policy sweep tries. They are checked here and nowhere else.
 * Source: eot-bench method, section 7. Called by the `sweep` and `calibrate` commands.
 */
import { TurnwireError } from '../../protocol/errors.js';
import { METRIC_EPSILON } from '../basics/rounding.js';
import type { ScoreMode } from './score-mode.js';

/** Each list ascends and holds a value once. Every combination of the three is a policy. */
export interface PolicyGrid {
  /** Fractions 0..1. A score must lie strictly above its threshold. */
  readonly thresholds: readonly number[];
  /** Shortest silence before a score may end the turn, in seconds. */
  readonly actionDelays: readonly number[];
  /** Silence that ends the turn whatever the score, in seconds. */
  readonly timeouts: readonly number[];
}

/** 101 thresholds x 9 delays x 6 timeouts = 5454 policies. */
export const DEFAULT_POLICY_GRID: PolicyGrid = {
  thresholds: Array.from({ length: 101 }, (_, i) => i / 100),
  actionDelays: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
  timeouts: [1.0, 1.5, 2.0, 2.5, 3.0, 3.5],
};

/**
 * Sorts the given lists, drops duplicates, and takes the default for a list that is not given.
 * @param minHoldSec shortest counted pause, in seconds. No policy may act before it.
 * @throws TurnwireError kind `usage` for an empty list, a value that is no number, a delay or timeout below `minHoldSec`.
 */
export function policyGrid(given: Partial<PolicyGrid>, minHoldSec: number): PolicyGrid {
  const grid = {
    thresholds: sortedUnique('thresholds', given.thresholds ?? DEFAULT_POLICY_GRID.thresholds),
    actionDelays: sortedUnique('action delays', given.actionDelays ?? DEFAULT_POLICY_GRID.actionDelays),
    timeouts: sortedUnique('timeouts', given.timeouts ?? DEFAULT_POLICY_GRID.timeouts),
  };
  requireAtLeast('action delays', grid.actionDelays, minHoldSec);
  requireAtLeast('timeouts', grid.timeouts, minHoldSec);
  return grid;
}

/** Drops the action delays before the score point: in that mode no policy can act before it. */
export function reachableGrid(grid: PolicyGrid, mode: ScoreMode): PolicyGrid {
  if (mode.kind === 'max') return grid;
  const actionDelays = grid.actionDelays.filter((delay) => delay >= mode.atSec - METRIC_EPSILON);
  return { ...grid, actionDelays };
}

/**
 * @param what name of the list, for the error. @throws TurnwireError kind `usage` unless the list holds numbers, one or
 * more.
 */
export function sortedUnique(what: string, values: readonly number[]): number[] {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
    throw new TurnwireError('usage', 'bad_grid', `${what}: give one or more numbers`);
  return [...new Set(values)].sort((a, b) => a - b);
}

function requireAtLeast(what: string, values: readonly number[], minHoldSec: number): void {
  const low = values.find((value) => value < minHoldSec - METRIC_EPSILON);
  if (low !== undefined)
    throw new TurnwireError(
      'usage',
      'bad_grid',
      `${what}: ${low} s is below the shortest counted hold (${minHoldSec} s)`,
    );
}
