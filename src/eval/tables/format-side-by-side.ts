/** One table of several runs of the same recordings, with differences paired by turn. Called by `turnwire eval`. */
import { PROFILES } from '../../protocol/names.js';
import type { CostFigures } from '../results/run-cost.js';
import type { RowResult } from '../results/row-result.js';
import { ABOUT_BARGE_IN, bargeInRows } from './barge-in-side-by-side.js';
import { compareRuns } from './compare-runs.js';
import { differenceText, ms, percent, withRange } from './figure-text.js';
import { summariseRun } from './run-summary.js';

export interface Measured {
  /** As the person named it: a scorer, an address or a command. */
  readonly name: string;
  readonly results: readonly RowResult[];
  /** Null if it is unknown, as for a service elsewhere. */
  readonly cost: CostFigures | null;
}

const ABOUT =
  'turn.end events; latency from the labelled end of speech, cut-offs of pauses of 0.2 to 5 s [95 % interval, over turns];\n' +
  'difference: from the first, paired by turn; CPU: seconds a minute of sound; MB: the most that a process had in memory';
const HEADING = [
  '',
  'profile',
  'turns',
  'failed',
  'mean latency',
  'difference',
  'cut-offs per hold',
  'difference',
];
const COST_HEADING = ['by score', 'never', 'CPU', 'MB', '99 % of answers'];

/** @param runs the first one is that which the others are compared with. */
export function formatSideBySide(runs: readonly Measured[]): string {
  const turns = [[...HEADING, ...COST_HEADING], ...runs.flatMap((run) => rowsOf(run, runs[0]!))];
  const bargeIns = bargeInRows(runs);
  const tables = [`${ABOUT}\n${inColumns(turns, 2)}`];
  if (bargeIns.length > 0) tables.push(`${ABOUT_BARGE_IN}\n${inColumns(bargeIns, 1)}`);
  return tables.join('\n');
}

/** @param texts columns, from the first, that are written from the left */
function inColumns(rows: readonly string[][], texts: number): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column < texts ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    ),
  );
  return `${lines.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
}

function rowsOf({ name, results, cost }: Measured, first: Measured): string[][] {
  const group = summariseRun(results).groups[0];
  const compared = compareRuns(first.results, results).profiles;
  return PROFILES.flatMap((profile) => {
    const totals = group?.service[profile];
    if (group === undefined || totals === undefined) return [];
    const pair = first.results === results ? undefined : compared.find((one) => one.profile === profile);
    return [
      [
        ...[name, profile, `${totals.turns}`, `${group.failed}`],
        withRange(totals.meanLatencySec, totals.meanLatencyInterval, ms),
        pair?.latency ? differenceText(pair.latency, 1000, 0, ' ms') : '-',
        withRange(totals.cutoffPerHold, totals.cutoffPerHoldInterval, percent),
        pair?.cutoff ? differenceText(pair.cutoff, 100, 1, ' %') : '-',
        totals.ended === 0 ? '-' : percent(totals.endedByScore / totals.ended),
        `${totals.neverFired}`,
        ...costCells(cost),
      ],
    ];
  });
}

function costCells(cost: CostFigures | null): string[] {
  const { cpuSec = null, peakMemoryMb = null, answerMs = null, audioSec = 0 } = cost ?? {};
  return [
    cpuSec === null || audioSec === 0 ? '-' : ((cpuSec / audioSec) * 60).toFixed(2),
    peakMemoryMb === null ? '-' : peakMemoryMb.toFixed(0),
    answerMs === null ? '-' : `${answerMs.p99.toFixed(1)} ms`,
  ];
}
