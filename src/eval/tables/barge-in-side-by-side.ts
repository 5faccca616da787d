/** The barge-in table of several runs of the same recordings. Called by format-side-by-side.ts. */
import { bargeInOutcome, claimsMade, type BargeInCounts } from '../metrics/barge-in.js';
import { quantile, shareInterval } from '../metrics/bootstrap.js';
import type { RowResult } from '../results/row-result.js';
import { ms, percent, withRange } from './figure-text.js';
import { summariseRun } from './run-summary.js';

export const ABOUT_BARGE_IN =
  'barge-in, while the labelled agent speaks; found: claims of the floor that were called claims, of all labelled claims; right: called\n' +
  'claims that were claims, of all that were called so [95 % interval, over recordings]; taken for claims: backchannels, of all labelled\n' +
  'ones; nobody: called claims where nobody spoke; latency: from the labelled start of a found claim to its class';
const HEADING = [
  '',
  'recordings',
  'failed',
  'claims found',
  'without onset',
  'claims right',
  'taken for claims',
  'nobody',
  'median latency',
  '95 %',
];

/** @returns the rows of the table, its heading first; empty if no recording has labelled barge-ins. */
export function bargeInRows(
  runs: readonly { readonly name: string; readonly results: readonly RowResult[] }[],
): string[][] {
  const rows = runs.flatMap(({ name, results }) => rowOf(name, results));
  return rows.length === 0 ? [] : [HEADING, ...rows];
}

function rowOf(name: string, results: readonly RowResult[]): string[][] {
  const measured = results.flatMap(({ bargein }) => bargein ?? []);
  const { bargeIn, failures } = summariseRun(results);
  if (bargeIn === null) return [];
  const outcomes = measured.map(({ reference, found }) => bargeInOutcome(reference, found));
  const { counts } = bargeIn;
  const latencies = outcomes.flatMap(({ claimSec }) => claimSec).sort((a, b) => a - b);
  const start = [name, `${measured.length}`, `${failures.length}`];
  if (measured.every(({ found }) => found.length === 0)) return [[...start, 'tells no onset']];
  const share = (part: keyof BargeInCounts, of: (counts: BargeInCounts) => number): string => {
    const whole = of(counts);
    const interval = shareInterval(
      outcomes,
      (outcome) => outcome.counts[part],
      (outcome) => of(outcome.counts),
    );
    const text = withRange(whole === 0 ? null : counts[part] / whole, interval, percent).trim();
    return `${text} of ${whole}`;
  };
  return [
    [
      ...start,
      share('foundClaims', ({ claims }) => claims),
      `${counts.missedClaims}`,
      share('foundClaims', claimsMade),
      share('backchannelsTakenForClaims', ({ backchannels }) => backchannels),
      `${counts.falseClaims}`,
      ms(latencies.length === 0 ? null : quantile(latencies, 0.5)),
      ms(latencies.length === 0 ? null : quantile(latencies, 0.95)),
    ],
  ];
}
