// The report as Markdown: what was measured, on what, then the tables. Called by `turnwire table`.
import { PROFILES } from '../../protocol/names.js';
import { claimPrecision, claimRecall } from '../metrics/barge-in.js';
import { ms, percent, range, roomLines } from './format-summary.js';
import type { RunSummary } from './run-summary.js';
import type { OthersFigures, RunTable, TableData } from './table-data.js';
import type { PointsFile } from '../../operating-points/measured.js';

type Cell = string | number;

export function toMarkdown(data: TableData): string {
  return [
    `# ${data.title}`,
    '',
    ...data.runs.flatMap(runSection),
    ...(data.measured === null ? [] : measuredSection(data.measured)),
    '## What the service publishes (its figures, on its data)',
    '',
    ...table(
      ['endpoint', 'profile', 'mean latency', 'false cut-offs'],
      data.published.map((row) => [
        row.endpoint,
        row.profile,
        `${row.latencyMs} ms`,
        percent(row.cutoffRate),
      ]),
    ),
    ...data.others.flatMap(othersSection),
    ...data.runs.flatMap(versionsSection),
    '',
  ].join('\n');
}

function runSection({ manifest, summary, endpoint }: RunTable): string[] {
  const corpora = manifest.corpora.map(
    ({ name, version, rows, synthetic }) =>
      `${name} ${version ?? ''} (${rows} recordings${synthetic ? ', **synthetic speech**' : ''})`,
  );
  return [
    `## Measured: ${corpora.join(', ')}, ${endpoint}`,
    '',
    `${manifest.startedAt.slice(0, 10)}; turnwire ${manifest.turnwire}${manifest.commit === null ? '' : `, commit ${manifest.commit.slice(0, 10)}`}; ${manifest.machine.cpu}, ${manifest.machine.cores} cores, Node ${manifest.machine.node}.`,
    ...(summary.failures.length > 0
      ? [`${summary.failures.length} recordings could not be run and count in no rate.`]
      : []),
    'Intervals are 95 %, bootstrap over turns. Latency counts from the labelled end of speech.',
    '',
    ...serviceTable(summary),
    ...benchTable(summary),
    ...bargeInLines(summary),
    ...(summary.rooms === null
      ? []
      : ['### Rooms', '', ...table(['figure', 'value'], roomLines(summary.rooms))]),
  ];
}

function serviceTable({ groups }: RunSummary): string[] {
  const rows = groups.flatMap(({ group, service }) =>
    PROFILES.flatMap((profile): Cell[][] => {
      const t = service[profile];
      if (t === undefined) return [];
      return [
        [
          group,
          profile,
          t.turns,
          `${ms(t.meanLatencySec)} ${range(t.meanLatencyInterval, ms)}`,
          ms(t.medianLatencySec),
          ms(t.p95LatencySec),
          `${percent(t.cutoffPerHold)} ${range(t.cutoffPerHoldInterval, percent)}`,
          `${t.cutHolds} / ${t.holds}`,
          percent(t.cutoffPerTurn),
          t.ended === 0 ? '-' : percent(t.endedByScore / t.ended),
          t.neverFired,
          t.resumed,
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
        'language',
        'profile',
        'turns',
        'mean latency',
        'median',
        'p95',
        'cut-offs per pause',
        'counts',
        'per turn',
        'by score',
        'never fired',
        'resumed',
      ],
      rows,
    ),
  ];
}

function benchTable({ groups }: RunSummary): string[] {
  const rows = groups.flatMap(({ group, bench }): Cell[][] => {
    if (bench === null) return [];
    const { summary, silenceOnly } = bench;
    const latency = (point: { mean_latency: number } | null) => ms(point?.mean_latency ?? null);
    const cutoff = (point: { cutoff_rate: number } | null) => percent(point?.cutoff_rate ?? null);
    return [
      [
        group,
        `**${summary.n_hold_spans} / ${summary.n_eot_spans}**`,
        summary.auc?.toFixed(3) ?? '-',
        latency(bench.at2pct),
        latency(bench.at5pct),
        latency(bench.at10pct),
        cutoff(bench.at300ms),
        cutoff(bench.at600ms),
      ],
      [
        `${group}, silence only`,
        '',
        '',
        '',
        ms(silenceOnly.latencyAt5pctSec),
        ms(silenceOnly.latencyAt10pctSec),
        percent(silenceOnly.cutoffAt300ms),
        percent(silenceOnly.cutoffAt600ms),
      ],
    ];
  });
  if (rows.length === 0) return [];
  return [
    '### eot-bench method: best policies, picked on these very data (as the benchmark does)',
    '',
    ...table(
      [
        'language',
        'pauses / ends',
        'AUC',
        'latency at 2 %',
        'at 5 %',
        'at 10 %',
        'cut-offs at 300 ms',
        'at 600 ms',
      ],
      rows,
    ),
  ];
}

function bargeInLines({ bargeIn }: RunSummary): string[] {
  if (bargeIn === null) return [];
  const { counts } = bargeIn;
  return [
    '### Barge-in',
    '',
    ...table(
      [
        'claims',
        'backchannels',
        'precision',
        'recall',
        'backchannels taken for claims',
        'claims without onset',
        'median decision',
      ],
      [
        [
          counts.claims,
          counts.backchannels,
          `${percent(claimPrecision(counts))} ${range(bargeIn.precisionInterval, percent)}`,
          `${percent(claimRecall(counts))} ${range(bargeIn.recallInterval, percent)}`,
          counts.backchannelsTakenForClaims,
          counts.missedClaims,
          bargeIn.medianDecisionMs === null ? '-' : `${Math.round(bargeIn.medianDecisionMs)} ms`,
        ],
      ],
    ),
  ];
}

function measuredSection(points: PointsFile): string[] {
  const rows = Object.entries(points.languages).flatMap(([language, entries]) =>
    entries.map((entry): Cell[] => [
      language,
      entry.profile,
      `${entry.mean_latency_ms} ms${entry.mean_latency_interval_ms === null ? '' : ` [${entry.mean_latency_interval_ms.low}, ${entry.mean_latency_interval_ms.high}]`}`,
      `${percent(entry.cutoff_rate)} ${range(entry.cutoff_rate_interval, percent)}`,
      `${entry.cut_holds} / ${entry.holds}`,
      `${percent(entry.fitted_cutoff_rate)}, ${entry.fitted_mean_latency_ms} ms`,
      `${entry.threshold} / ${entry.action_delay_s} s / ${entry.timeout_s} s`,
      entry.basis,
    ]),
  );
  return [
    `## Calibrated: fitted on \`${points.fitted_on}\`, measured on \`${points.reported_on}\` of ${points.corpora.join(', ')}`,
    '',
    `${points.synthetic ? 'Synthetic speech. ' : ''}A row of basis \`multilingual\` is the pooled calibration: nobody measured that language alone.`,
    '',
    ...table(
      [
        'language',
        'profile',
        'mean latency',
        'cut-offs per pause',
        'counts',
        'on the fitting split',
        'threshold / delay / timeout',
        'basis',
      ],
      rows,
    ),
  ];
}

function othersSection({ title, source, note, rows }: OthersFigures): string[] {
  const number = (value: number | null, unit: string) => (value === null ? '-' : `${value}${unit}`);
  return [
    `## ${title}`,
    '',
    `Others' figures on their data, not ours: ${source} ${note}`,
    '',
    ...table(
      ['model', 'AUC', 'latency at 2 %', 'at 5 %', 'at 10 %', 'cut-offs at 300 ms', 'at 600 ms'],
      rows.map((row) => [
        row.name,
        row.auc?.toFixed(3) ?? '-',
        number(row.latencyAt2pctMs, ' ms'),
        number(row.latencyAt5pctMs, ' ms'),
        number(row.latencyAt10pctMs, ' ms'),
        number(row.cutoffAt300ms, ' %'),
        number(row.cutoffAt600ms, ' %'),
      ]),
    ),
  ];
}

function versionsSection({ manifest }: RunTable): string[] {
  return [
    `<details><summary>Models and options of the run on ${manifest.corpora.map(({ name }) => name).join(', ')}</summary>`,
    '',
    ...Object.entries(manifest.models).map(([id, hash]) => `- ${id} \`${hash.slice(0, 16)}\``),
    `- options \`${JSON.stringify(manifest.options)}\``,
    `- rows ${manifest.corpora.map(({ name, rowsSha256 }) => `${name} \`${rowsSha256.slice(0, 16)}\``).join(', ')}`,
    '',
    '</details>',
    '',
  ];
}

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line), ''];
}
