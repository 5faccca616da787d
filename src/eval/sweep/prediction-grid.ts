/**
 * The prediction grid of the eot-bench method: at which times a silence is scored, and which score holds there.
 * Called by the corpus runner. What a scorer that is asked point by point may see is in test/helpers/eot-bench-inputs.ts.
 * Source: eot-bench method, sections 3 and 4.
 */
import type { SilenceSpan } from '../silences/silence-spans.js';
import { GRID_EPSILON, round6 } from '../basics/rounding.js';

/** A time at which a span is scored, and the silence until then, both in seconds. */
export interface GridPoint {
  readonly timestamp: number;
  readonly silence_dur: number;
}

/** @returns the times from the start of the span in steps of `stepSec`. The last one is the end of the span. */
export function spanGrid({ start, end }: SilenceSpan, stepSec: number): GridPoint[] {
  const steps = Math.max(0, Math.floor((end - start) / stepSec + GRID_EPSILON));
  const points: GridPoint[] = [];
  const add = (timestamp: number) => points.push({ timestamp, silence_dur: round6(timestamp - start) });
  for (let i = 0; i <= steps; i++) add(round6(start + i * stepSec));
  if (points.at(-1)!.timestamp < end - GRID_EPSILON) add(round6(end));
  return points;
}

/** A score of a streaming scorer, at a time in seconds of audio. An entry that lacks a number is dropped. */
export interface ScoreEvent {
  readonly timestamp?: number | null;
  readonly p_eot?: number | null;
}

/**
 * Puts the scores of a stream onto the grid of one span. The score is 0 at the start of the span and then that of the
 * last event up to each point. Events outside the span do not count.
 */
export function scoresOnGrid(
  span: SilenceSpan,
  grid: readonly GridPoint[],
  events: readonly ScoreEvent[],
): number[] {
  const inside = events
    .filter(isComplete)
    .filter(({ timestamp }) => timestamp >= span.start - GRID_EPSILON && timestamp <= span.end + GRID_EPSILON)
    .sort((a, b) => a.timestamp - b.timestamp);
  let next = 0;
  let score = 0;
  return grid.map(({ timestamp }) => {
    while (next < inside.length && inside[next]!.timestamp <= timestamp + GRID_EPSILON)
      score = inside[next++]!.p_eot;
    return score;
  });
}

function isComplete(event: ScoreEvent): event is { timestamp: number; p_eot: number } {
  return typeof event.timestamp === 'number' && typeof event.p_eot === 'number';
}
