/**
 * Draws plots as SVG without script. Colours are CSS variables of the page, for light and dark. Called by
 * write-html.ts.
 */
import type { Interval } from '../metrics/bootstrap.js';
import type { CurvePoint } from './table-data.js';

export interface Curve {
  readonly name: string;
  /** Name of a CSS variable. */
  readonly colour: string;
  readonly points: readonly CurvePoint[];
  readonly dashed?: boolean;
  /** Straight lines between the points, for a curve of which only some points are known. */
  readonly thin?: boolean;
}

export interface Marker {
  readonly name: string;
  readonly colour: string;
  readonly at: CurvePoint;
  /** Intervals of latency and cut-offs, drawn as a cross. */
  readonly intervals?: readonly [Interval | null, Interval | null];
}

export interface PlotRange {
  readonly maxLatencySec: number;
  readonly maxCutoff: number;
}

/** All that a run may show. */
const WHOLE_RANGE: PlotRange = { maxLatencySec: 3.5, maxCutoff: 0.6 };

const WIDTH = 640;
const HEIGHT = 380;
const LEFT = 56;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 44;

/** Plots mean latency (s) against false cut-offs: curves as steps, single points as marks. */
export function frontierPlot(
  curves: readonly Curve[],
  markers: readonly Marker[],
  { maxLatencySec, maxCutoff }: PlotRange = WHOLE_RANGE,
): string {
  const x = (sec: number) => LEFT + (Math.min(sec, maxLatencySec) / maxLatencySec) * (WIDTH - LEFT - RIGHT);
  const y = (rate: number) => TOP + (1 - Math.min(rate, maxCutoff) / maxCutoff) * (HEIGHT - TOP - BOTTOM);
  const parts = [
    ...upTo(maxCutoff, maxCutoff > 0.3 ? 0.1 : 0.05).map(
      (rate) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(rate)}" y2="${y(rate)}" class="grid"/><text x="${LEFT - 8}" y="${y(rate) + 4}" text-anchor="end">${Math.round(rate * 100)} %</text>`,
    ),
    ...upTo(maxLatencySec, 0.5).map(
      (sec) =>
        `<line y1="${TOP}" y2="${HEIGHT - BOTTOM}" x1="${x(sec)}" x2="${x(sec)}" class="grid"/><text x="${x(sec)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${sec} s</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">mean latency</text>`,
    ...curves.map(
      ({ name, points, colour, dashed, thin }) =>
        `<path d="${(thin ? linePath : stepPath)(
          points.filter(([sec, rate]) => sec <= maxLatencySec && (rate <= maxCutoff || maxCutoff >= 0.6)),
          x,
          y,
        )}" fill="none" stroke="var(${colour})" stroke-width="${thin ? 1 : 2}"${dashed ? ' stroke-dasharray="6 4"' : ''}><title>${escapeHtml(name)}</title></path>`,
    ),
    ...namesOf(curves, x, y),
    ...markers.map(({ at, colour, intervals }) => cross(at, colour, intervals, x, y)),
    ...markers.map(
      ({ at: [sec, rate], colour, name }) =>
        `<circle cx="${x(sec)}" cy="${y(rate)}" r="5" fill="var(${colour})"><title>${escapeHtml(name)}: ${Math.round(sec * 1000)} ms, ${(rate * 100).toFixed(1)} %</title></circle>`,
    ),
  ];
  return svg(WIDTH, HEIGHT, parts);
}

type Scale = (value: number) => number;

/** @returns 0, step, 2 step, … up to the end. */
function upTo(end: number, step: number): number[] {
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => Number((i * step).toFixed(3)));
}

function cross(
  [sec, rate]: CurvePoint,
  colour: string,
  [latency, cutoffs]: NonNullable<Marker['intervals']> = [null, null],
  x: Scale,
  y: Scale,
): string {
  const line = (x1: number, x2: number, y1: number, y2: number) =>
    `<line x1="${x1.toFixed(1)}" x2="${x2.toFixed(1)}" y1="${y1.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="var(${colour})" stroke-width="1.5"/>`;
  return [
    latency ? line(x(latency.low), x(latency.high), y(rate), y(rate)) : '',
    cutoffs ? line(x(sec), x(sec), y(cutoffs.low), y(cutoffs.high)) : '',
  ].join('');
}

/** Pixels between the names of thin curves. */
const NAME_GAP_PX = 13;

/** Names of the thin curves at their first points, slanting upwards, as far as they do not cover each other. */
function namesOf(curves: readonly Curve[], x: Scale, y: Scale): string[] {
  let last = -Infinity;
  return curves
    .filter(({ thin, points }) => thin && points.length > 0)
    .toSorted((a, b) => a.points[0]![0] - b.points[0]![0])
    .flatMap(({ name, points: [first] }) => {
      const [left, top] = [x(first![0]), y(first![1]) - 4];
      if (left - last < NAME_GAP_PX) return [];
      last = left;
      const at = `${left.toFixed(1)} ${top.toFixed(1)}`;
      return `<text class="dim small" transform="translate(${at}) rotate(-60)">${escapeHtml(name)}</text>`;
    });
}

function linePath(points: readonly CurvePoint[], x: Scale, y: Scale): string {
  return points
    .map(([sec, rate], i) => `${i === 0 ? 'M' : 'L'}${x(sec).toFixed(1)} ${y(rate).toFixed(1)}`)
    .join('');
}

/**
 * Path of a step curve: between two policies the cut-offs of the faster one hold until the latency of the slower one.
 */
function stepPath(points: readonly CurvePoint[], x: Scale, y: Scale): string {
  return points
    .map(([sec, rate], i) => {
      const [px, py] = [x(sec).toFixed(1), y(rate).toFixed(1)];
      return i === 0 ? `M${px} ${py}` : `H${px}V${py}`;
    })
    .join('');
}

const HISTOGRAM_HEIGHT = 150;
const BIN_MS = 100;
const MAX_MS = 4000;

/** Plots the number of turns by latency in steps of 100 ms. The last bar holds all slower turns. */
export function latencyHistogram(latenciesMs: readonly number[], colour: string): string {
  const bins = Array<number>(MAX_MS / BIN_MS).fill(0);
  for (const latency of latenciesMs)
    bins[Math.max(0, Math.min(bins.length - 1, Math.floor(latency / BIN_MS)))]!++;
  const tallest = Math.max(1, ...bins);
  const barWidth = (WIDTH - LEFT - RIGHT) / bins.length;
  const base = HISTOGRAM_HEIGHT - 24;
  const bars = bins.map((count, i) => {
    const height = (count / tallest) * (base - 18);
    return `<rect x="${(LEFT + i * barWidth + 1).toFixed(1)}" y="${(base - height).toFixed(1)}" width="${(barWidth - 2).toFixed(1)}" height="${height.toFixed(1)}" fill="var(${colour})"><title>${i * BIN_MS} to ${(i + 1) * BIN_MS} ms: ${count} turns</title></rect>`;
  });
  const ticks = [0, 1000, 2000, 3000, 4000].map(
    (at) =>
      `<text x="${LEFT + (at / MAX_MS) * (WIDTH - LEFT - RIGHT)}" y="${HISTOGRAM_HEIGHT - 6}" text-anchor="middle">${at === MAX_MS ? '≥ 3.9' : at / 1000} s</text>`,
  );
  const scale = `<text x="${LEFT - 8}" y="22" text-anchor="end">${tallest}</text><line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${base}" y2="${base}" class="grid"/>`;
  return svg(WIDTH, HISTOGRAM_HEIGHT, [scale, ...bars, ...ticks]);
}

export function svg(width: number, height: number, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img">${parts.join('')}</svg>`;
}

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!,
  );
}
