/**
 * The prediction grid of the eot-bench method: which silence spans are scored, at which times, and which score holds
 * there. Called by the corpus runner; what a scorer asked point by point may see is in test/helpers/eot-bench-inputs.ts.
 * Source: eot-bench method, sections 2 to 4.
 */
import type { TimeSpan } from '../formats/utterance.js';
import { GRID_EPSILON, round6 } from '../basics/rounding.js';

/** A silence inside or after a turn, seconds from the start of the turn's audio. */
export type SilenceSpan = TimeSpan;

/** `eot`: the silence after the turn's last word. `hold`: a pause inside the turn. */
export type SpanLabel = 'hold' | 'eot';

/** A scored silence; `span_index` counts in the row's unfiltered list. */
export interface ScoredSpan extends SilenceSpan {
  readonly span_index: number;
  readonly label: SpanLabel;
}

/** One time at which a span is scored; both in seconds. */
export interface GridPoint {
  readonly timestamp: number;
  readonly silence_dur: number;
}

/** Shortest silence that is scored, seconds; fixed by the benchmark. */
const MIN_SILENCE_SPAN_SEC = 0.1;

/** Labels by position (the last is `eot`, before any filter), then drops spans under 0.1 s. */
export function scoredSpans(spans: readonly SilenceSpan[]): ScoredSpan[] {
  return spans
    .map(({ start, end }, span_index): ScoredSpan => {
      const label = span_index === spans.length - 1 ? 'eot' : 'hold';
      return { span_index, label, start, end };
    })
    .filter(({ start, end }) => end - start >= MIN_SILENCE_SPAN_SEC - GRID_EPSILON);
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
