/** Draws figures with their intervals as horizontal bars, in groups, as SVG without script. Called by report-pictures.ts. */
import type { Interval } from '../metrics/bootstrap.js';
import { escapeHtml, svg } from './svg-plots.js';

export interface Bar {
  /** Name of a CSS variable. */
  readonly colour: string;
  readonly value: number;
  readonly interval?: Interval | null;
  /** A figure to compare with, drawn as a line across the bar. */
  readonly mark?: number;
  /** Written behind the bar. */
  readonly text: string;
}

export interface BarGroup {
  readonly label: string;
  /** A second line of the label. */
  readonly detail?: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 640;
const LEFT = 150;
const RIGHT = 150;
const BAR_PX = 15;
const GAP_PX = 4;
const GROUP_GAP_PX = 12;

/** @param most value at the right end; longer bars are cut there. */
export function barPlot(groups: readonly BarGroup[], most: number): string {
  const x = (value: number) => LEFT + (Math.min(Math.max(value, 0), most) / most) * (WIDTH - LEFT - RIGHT);
  const parts: string[] = [];
  let y = 6;
  for (const { label, detail, bars } of groups) {
    const height = Math.max(bars.length * (BAR_PX + GAP_PX), detail === undefined ? 0 : 32);
    const middle = y + height / 2;
    const labelY = detail === undefined ? middle + 4 : middle - 3;
    parts.push(text(LEFT - 10, labelY, label, 'text-anchor="end"'));
    if (detail !== undefined)
      parts.push(text(LEFT - 10, labelY + 14, detail, 'text-anchor="end" class="dim small"'));
    bars.forEach((bar, i) => parts.push(drawn(bar, y + i * (BAR_PX + GAP_PX), x)));
    y += height + GROUP_GAP_PX;
  }
  parts.push(`<line x1="${LEFT}" x2="${LEFT}" y1="0" y2="${y - GROUP_GAP_PX + 4}" class="grid"/>`);
  return svg(WIDTH, y, parts);
}

function drawn(
  { colour, value, interval, mark, text: words }: Bar,
  top: number,
  x: (v: number) => number,
): string {
  const middle = top + BAR_PX / 2;
  const parts = [
    `<rect x="${LEFT}" y="${top}" width="${(x(value) - LEFT).toFixed(1)}" height="${BAR_PX}" fill="var(${colour})" fill-opacity="0.75"/>`,
  ];
  if (interval)
    parts.push(
      `<line x1="${x(interval.low).toFixed(1)}" x2="${x(interval.high).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="var(--fg)" stroke-width="1.5"/>`,
    );
  if (mark !== undefined)
    parts.push(
      `<line x1="${x(mark).toFixed(1)}" x2="${x(mark).toFixed(1)}" y1="${top - 2}" y2="${top + BAR_PX + 2}" stroke="var(--published)" stroke-width="3"/>`,
    );
  const end = Math.max(x(value), x(interval?.high ?? 0), x(mark ?? 0));
  parts.push(text(end + 7, middle + 4, words, 'class="small"'));
  return parts.join('');
}

const text = (x: number, y: number, words: string, attributes: string): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escapeHtml(words)}</text>`;
