/**
 * Draws plots as SVG without script. Colours are CSS variables of the page, for light and dark. Called by
 * write-html.ts.
 */
import type { CurvePoint } from './table-data.js';

export interface Curve {
  readonly name: string;
  /** Name of a CSS variable. */
  readonly colour: string;
  readonly points: readonly CurvePoint[];
  readonly dashed?: boolean;
}

export interface Marker {
  readonly name: string;
  readonly colour: string;
  readonly at: CurvePoint;
}

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
  maxLatencySec = 3.5,
): string {
  const x = (sec: number) => LEFT + (Math.min(sec, maxLatencySec) / maxLatencySec) * (WIDTH - LEFT - RIGHT);
  const maxCutoff = 0.6;
  const y = (rate: number) => TOP + (1 - Math.min(rate, maxCutoff) / maxCutoff) * (HEIGHT - TOP - BOTTOM);
  const parts = [
    ...[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map(
      (rate) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(rate)}" y2="${y(rate)}" class="grid"/><text x="${LEFT - 8}" y="${y(rate) + 4}" text-anchor="end">${Math.round(rate * 100)} %</text>`,
    ),
    ...[0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5].map(
      (sec) =>
        `<line y1="${TOP}" y2="${HEIGHT - BOTTOM}" x1="${x(sec)}" x2="${x(sec)}" class="grid"/><text x="${x(sec)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${sec} s</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">mean latency</text>`,
    ...curves.map(
      ({ points, colour, dashed }) =>
        `<path d="${stepPath(
          points.filter(([sec]) => sec <= maxLatencySec),
          x,
          y,
        )}" fill="none" stroke="var(${colour})" stroke-width="2"${dashed ? ' stroke-dasharray="6 4"' : ''}/>`,
    ),
    ...markers.map(
      ({ at: [sec, rate], colour, name }) =>
        `<circle cx="${x(sec)}" cy="${y(rate)}" r="5" fill="var(${colour})"><title>${escapeHtml(name)}: ${Math.round(sec * 1000)} ms, ${(rate * 100).toFixed(1)} %</title></circle>`,
    ),
  ];
  return svg(WIDTH, HEIGHT, parts);
}

/**
 * Path of a step curve: between two policies the cut-offs of the faster one hold until the latency of the slower one.
 */
function stepPath(points: readonly CurvePoint[], x: (v: number) => number, y: (v: number) => number): string {
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

function svg(width: number, height: number, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img">${parts.join('')}</svg>`;
}

export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!,
  );
}
