/** Writes the section of one run in the report: corpora, versions, tables. Called by write-markdown.ts. */
import { PROFILES } from '../../protocol/names.js';
import { bargeInCells, endingCells, latencyCells, ms, noBenchFigures, percent } from './figure-text.js';
import { roomLines } from './format-summary.js';
import { table, type Cell } from './markdown-table.js';
import type { GroupSummary, RunSummary } from './run-summary.js';
import type { RunTable } from './table-data.js';

export function runSection(run: RunTable): string[] {
  const { manifest, summary } = run;
  const { commit, dirty, machine, options } = manifest;
  const version = commit === null ? '' : `, commit ${commit.slice(0, 10)}${dirty ? ' and changes' : ''}`;
  const policies =
    options.policies === undefined
      ? 'Policies: those that ship with the scorer.'
      : 'Policies: those of `turnwire calibrate`, given by --policies.';
  const service = typeof options.url === 'string' ? ` Measured through a service at ${options.url}.` : '';
  return [
    `## Measured: ${run.name}`,
    '',
    `${corpusLine(run)} ${manifest.startedAt.slice(0, 10)}; turnwire ${manifest.turnwire}${version}; ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}.`,
    `${policies}${service} Intervals are 95 %, bootstrap over turns. Latency counts from the labelled end of speech.`,
    ...(run.unfinished === null ? [] : ['', `**Mind that ${run.unfinished}.**`]),
    ...failureLines(summary),
    '',
    ...serviceTable(summary),
    ...benchTable(summary),
    ...bargeInLines(summary),
    ...(summary.rooms === null
      ? []
      : ['### Rooms', '', ...table(['figure', 'value'], roomLines(summary.rooms))]),
  ];
}

function corpusLine({ manifest }: RunTable): string {
  return manifest.corpora
    .map(({ name, rows, synthetic }) => {
      const speech = synthetic === true ? '**synthetic speech**' : 'recorded people';
      return `${name}: ${rows} ${rows === 1 ? 'recording' : 'recordings'}, ${synthetic === null ? 'origin not stated' : speech}.`;
    })
    .join(' ');
}

function failureLines({ failures }: RunSummary): string[] {
  if (failures.length === 0) return [];
  const names = failures.map(({ id, error }) => `${id} (${error})`);
  return ['', `**${failures.length} recordings could not be run** and are in no rate: ${names.join('; ')}`];
}

/** A count, with the number of failed recordings that are missing from it. */
function withFailed(count: Cell, { failed }: GroupSummary): Cell {
  return failed === 0 ? count : `${count} + ${failed} failed`;
}

function serviceTable({ groups }: RunSummary): string[] {
  const rows = groups.flatMap((group) =>
    PROFILES.flatMap((profile): Cell[][] => {
      const t = group.service[profile];
      if (t === undefined) return [];
      return [
        [
          group.group,
          profile,
          withFailed(t.turns, group),
          ...latencyCells(t),
          `${t.cutHolds} / ${t.holds}`,
          ...endingCells(t),
        ],
      ];
    }),
  );
  if (rows.length === 0) return [];
  return [
    '### Service method: the real engine, its real `turn.end` events',
    '',
    ...table(
      [
        ...['language', 'profile', 'turns', 'mean latency', 'median', 'p95', 'cut-offs per pause', 'counts'],
        ...['per turn', 'by score', 'never fired', 'resumed'],
      ],
      rows,
    ),
  ];
}

function benchTable({ groups }: RunSummary): string[] {
  const rows = groups.flatMap((group): Cell[][] => {
    const { bench } = group;
    if (bench === null) return [];
    const { summary, silenceOnly } = bench;
    const latency = (point: { mean_latency: number } | null) => ms(point?.mean_latency ?? null);
    const cutoff = (point: { cutoff_rate: number } | null) => percent(point?.cutoff_rate ?? null);
    return [
      [
        group.group,
        withFailed(`**${summary.n_hold_spans} / ${summary.n_eot_spans}**`, group),
        summary.auc?.toFixed(3) ?? '-',
        summary.ap?.toFixed(3) ?? '-',
        latency(bench.at2pct),
        latency(bench.at5pct),
        latency(bench.at10pct),
        cutoff(bench.at300ms),
        cutoff(bench.at600ms),
        ms(summary.mean_frontier_latency_0_10),
      ],
      [
        `${group.group}, silence only`,
        ...['', '', '', ''],
        ms(silenceOnly.latencyAt5pctSec),
        ms(silenceOnly.latencyAt10pctSec),
        percent(silenceOnly.cutoffAt300ms),
        percent(silenceOnly.cutoffAt600ms),
        '',
      ],
    ];
  });
  const why = noBenchFigures(groups);
  if (why !== null) return [why, ''];
  if (rows.length === 0) return [];
  return [
    '### eot-bench method: best policies, picked on these very data (as the benchmark does)',
    '',
    ...table(
      [
        ...['language', 'pauses / ends', 'AUC', 'AP', 'latency at 2 %', 'at 5 %', 'at 10 %'],
        ...['cut-offs at 300 ms', 'at 600 ms', 'mean frontier latency'],
      ],
      rows,
    ),
  ];
}

function bargeInLines({ bargeIn }: RunSummary): string[] {
  if (bargeIn === null) return [];
  const { counts } = bargeIn;
  const [precision, recall, decision] = bargeInCells(bargeIn);
  return [
    '### Barge-in',
    '',
    ...table(
      [
        ...['claims', 'backchannels', 'precision', 'recall', 'backchannels taken for claims'],
        ...['claims without onset', 'claims where nobody spoke', 'median decision'],
      ],
      [
        [
          counts.claims,
          counts.backchannels,
          precision,
          recall,
          counts.backchannelsTakenForClaims,
          counts.missedClaims,
          counts.falseClaims,
          decision,
        ],
      ],
    ),
  ];
}
