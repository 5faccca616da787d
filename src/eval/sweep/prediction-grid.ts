/**
 * The prediction grid of the eot-bench method: which silence spans are scored, at which times, and which score holds
 * there. Called by the corpus runner; what a scorer asked point by point may see is in test/helpers/eot-bench-inputs.ts.
 * Source: eot-bench method, sections 2 to 4.
 */
import type { SilenceSpan } from '../silences/silence-spans.js';
import { GRID_EPSILON, round6 } from '../basics/rounding.js';

/** One time at which a span is scored; both in seconds. */
export interface GridPoint {
  readonly timestamp: number;
  readonly silence_dur: number;
}

/** Times from the span's start in steps of `stepSec`; the span's end is always the last one. */
export function spanGrid({ start, end }: SilenceSpan, stepSec: number): GridPoint[] {
  const steps = Math.max(0, Math.floor((end - start) / stepSec + GRID_EPSILON));
  const points: GridPoint[] = [];
  const add = (timestamp: number) => points.push({ timestamp, silence_dur: round6(timestamp - start) });
  for (let i = 0; i <= steps; i++) add(round6(start + i * stepSec));
  if (points.at(-1)!.timestamp < end - GRID_EPSILON) add(round6(end));
  return points;
}

/** What a streaming scorer said, seconds of audio; entries without both numbers are dropped. */
export interface ScoreEvent {
  readonly timestamp?: number | null;
  readonly p_eot?: number | null;
}

/**
 * Carries a stream's scores onto one span's grid. The score is 0 at the span's start and becomes
 * that of the last event up to each point; events outside the span never count.
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
