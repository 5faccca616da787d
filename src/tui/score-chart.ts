/**
 * Draws p_eot over the current silence in block columns: the height is the score, the horizontal line the profile's threshold, the
 * right edge its timeout. Readable without colour: score `█`, threshold `─`, action delay `╎`.
 */
import { fit, span, type Line, type Span } from './line.js';
import type { ViewLimits, ViewState } from './view-state.js';

const EIGHTHS = ' ▁▂▃▄▅▆▇█';
/** Width of the axis labels at the left, in columns. */
const AXIS_COLUMNS = 7;
/** Length of the axis if no policy is known (remote service), in seconds of silence. */
const DEFAULT_SPAN_SEC = 3.5;

export function scoreChart(
  state: ViewState,
  limits: ViewLimits | undefined,
  rows: number,
  columns: number,
): Line[] {
  const width = Math.max(10, columns - AXIS_COLUMNS);
  const spanSec = limits?.timeoutSec ?? DEFAULT_SPAN_SEC;
  const heights = columnHeights(state.silence, spanSec, width);
  const thresholdRow = limits ? rows - 1 - Math.min(rows - 1, Math.floor(limits.threshold * rows)) : -1;
  const delayColumn = limits ? Math.floor((limits.actionDelaySec / spanSec) * width) : -1;
  // While someone speaks, the chart shows the last silence, dimmed.
  const past = state.turn === 'speaking';
  const lines: Line[] = [];
  for (let row = 0; row < rows; row++) {
    const line: Line = [span(axisLabel(row, rows, thresholdRow, limits), { dim: true })];
    for (let column = 0; column < width; column++) {
      const height = heights[column]!;
      appendCell(line, cell(height, row, rows, thresholdRow === row, delayColumn === column, past));
    }
    lines.push(fit(line, columns));
  }
  const left = '0 s of silence';
  const right = limits ? `timeout ${spanSec} s` : `${spanSec} s`;
  const gap = Math.max(1, width - left.length - right.length);
  lines.push(fit([span(' '.repeat(AXIS_COLUMNS) + left + ' '.repeat(gap) + right, { dim: true })], columns));
  return lines;
}

/** Score 0..1 of each column; -1 for columns that the silence has not reached. */
function columnHeights(silence: ViewState['silence'], spanSec: number, width: number): number[] {
  const heights = Array<number>(width).fill(-1);
  let from = 0;
  for (const { sec, p } of silence) {
    const to = Math.min(width - 1, Math.floor((sec / spanSec) * width));
    for (let column = from; column <= to; column++) heights[column] = p;
    from = Math.max(from, to + 1);
  }
  return heights;
}

function cell(
  height: number,
  row: number,
  rows: number,
  onThreshold: boolean,
  onDelay: boolean,
  past: boolean,
): Span {
  const eighths = height < 0 ? 0 : Math.round((height * rows - (rows - 1 - row)) * 8);
  // A score of 0 still gets an eighth, so that it differs from no score.
  const floor = height >= 0 && row === rows - 1 ? 1 : 0;
  const filled = Math.max(floor, Math.min(8, eighths));
  if (filled > 0) return span(EIGHTHS[filled]!, past ? { dim: true } : { color: 'blue' });
  if (onThreshold) return span('─', { color: 'magenta' });
  return onDelay ? span('╎', { dim: true }) : span(' ');
}

function axisLabel(row: number, rows: number, thresholdRow: number, limits: ViewLimits | undefined): string {
  if (limits && row === thresholdRow) return `p ${limits.threshold.toFixed(2)} `.padEnd(AXIS_COLUMNS);
  if (row === 0) return '1.00'.padStart(AXIS_COLUMNS - 1) + ' ';
  return row === rows - 1 ? '0.00'.padStart(AXIS_COLUMNS - 1) + ' ' : ' '.repeat(AXIS_COLUMNS);
}

/** Joins neighbouring cells of one style, so that the terminal gets few escape codes. */
function appendCell(line: Line, next: Span): void {
  const last = line.at(-1);
  if (last && last.color === next.color && last.dim === next.dim) last.text += next.text;
  else line.push(next);
}
