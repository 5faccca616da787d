/**
 * Formats figures as the cells of a table, for a terminal and for the report. Called by format-summary.ts, run-section.ts,
 * write-markdown.ts and write-html.ts.
 */
import { claimPrecision, claimRecall } from '../metrics/barge-in.js';
import type { Interval } from '../metrics/bootstrap.js';
import type { TurnTotals } from '../metrics/turn-totals.js';
import type { Delta } from './compare-runs.js';
import type { BargeInSummary, GroupSummary } from './run-summary.js';

export const ms = (seconds: number | null): string =>
  seconds === null ? '-' : `${Math.round(seconds * 1000)} ms`;
export const percent = (share: number | null): string =>
  share === null ? '-' : `${(share * 100).toFixed(1)} %`;

export function range(interval: Interval | null, format: (value: number) => string): string {
  if (interval === null) return '';
  const [low, high] = [format(interval.low), format(interval.high)];
  return `[${low.replace(/ (ms|%)$/, '')}, ${high}]`;
}

/** Formats a figure with its interval. */
export function withRange(
  value: number | null,
  interval: Interval | null,
  format: (value: number | null) => string,
): string {
  return `${format(value)} ${range(interval, format)}`;
}

/**
 * A difference with its sign and interval, e.g. `-14 ms [-30, +2]`.
 * @param scale what the figure is multiplied by, e.g. 1000 for a figure in seconds that is shown in ms
 * @param unit written after the difference, with the blank before it
 */
export function differenceText({ delta, interval }: Delta, scale: number, digits: number, unit = ''): string {
  const signed = (value: number) => (value >= 0 ? '+' : '') + (value * scale).toFixed(digits);
  return `${signed(delta)}${unit}${interval === null ? '' : ` [${signed(interval.low)}, ${signed(interval.high)}]`}`;
}

/** Four cells: mean latency, median, p95, cut-offs per pause. */
export function latencyCells(totals: TurnTotals): string[] {
  return [
    withRange(totals.meanLatencySec, totals.meanLatencyInterval, ms),
    ms(totals.medianLatencySec),
    ms(totals.p95LatencySec),
    withRange(totals.cutoffPerHold, totals.cutoffPerHoldInterval, percent),
  ];
}

/** Four cells: cut-offs per turn, share ended by score, number of turns that never ended, number of resumes. */
export function endingCells(totals: TurnTotals): (string | number)[] {
  const { ended, endedByScore, neverFired, resumed } = totals;
  return [
    percent(totals.cutoffPerTurn),
    ended === 0 ? '-' : percent(endedByScore / ended),
    neverFired,
    resumed,
  ];
}

/** @returns why a run with scores has no figures by the eot-bench method; null if it has them, or has no scores. */
export function noBenchFigures(groups: readonly GroupSummary[]): string | null {
  const [whole] = groups;
  if (whole === undefined || whole.scored === 0 || whole.bench !== null) return null;
  return `eot-bench method: no figures, as of ${whole.scored} scored no turn has a pause of 0.2 to 5 s that could be cut`;
}

/** Three cells of barge-in: precision, recall, median time to a class. */
export function bargeInCells({ counts, ...bargeIn }: BargeInSummary): [string, string, string] {
  const { precisionInterval, recallInterval, medianDecisionMs } = bargeIn;
  return [
    withRange(claimPrecision(counts), precisionInterval, percent),
    withRange(claimRecall(counts), recallInterval, percent),
    medianDecisionMs === null ? '-' : `${Math.round(medianDecisionMs)} ms`,
  ];
}
