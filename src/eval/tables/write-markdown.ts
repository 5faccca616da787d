/**
 * Writes the report as Markdown: the measured operating points next to the published ones, a section for each run, the
 * calibrations, and figures that other people published.
 * Called by `turnwire table`.
 */
import { createHash } from 'node:crypto';
import type { PointEntry, PointsFile } from '../../operating-points/measured.js';
import { ENDPOINTS, PROFILES } from '../../protocol/names.js';
import { ms, percent, withRange } from './figure-text.js';
import { table, type Cell } from './markdown-table.js';
import { runSection } from './run-section.js';
import type { GroupSummary } from './run-summary.js';
import { escapeHtml } from './svg-plots.js';
import type { OthersFigures, RunTable, TableData } from './table-data.js';

export function toMarkdown(data: TableData): string {
  return [...reportHead(data), ...data.runs.flatMap(runSection), ...reportTail(data), ''].join('\n');
}

/** Title, note, and the table of operating points. */
export function reportHead(data: TableData): string[] {
  return [`# ${data.title}`, '', ...noteAndPoints(data)];
}

/** The head without its title, for the page that has pictures between them. */
export function noteAndPoints(data: TableData): string[] {
  return [...(data.note === null ? [] : [data.note, '']), ...operatingPoints(data)];
}

/** The part after the runs: calibrations, figures of others, versions. */
export function reportTail(data: TableData): string[] {
  return [
    ...(data.measured === null ? [] : measuredSection(data.measured)),
    ...data.others.flatMap(othersSection),
    ...data.runs.flatMap(versionsSection),
  ];
}

/** @returns the first group (the whole run), and English if it is another one: the service publishes English only. */
const isShown = ({ group }: GroupSummary, index: number): boolean => index === 0 || group === 'en';

/** Table of the published points with ours beside them. Other languages stand in the table of each run. */
function operatingPoints({ published, runs }: TableData): string[] {
  const ours = runs.flatMap((run) =>
    run.summary.groups.filter(isShown).flatMap(({ group, service }) =>
      PROFILES.flatMap((profile): Cell[][] => {
        const t = service[profile];
        const theirs = published.find((row) => row.endpoint === run.endpoint && row.profile === profile);
        if (t === undefined || theirs === undefined) return [];
        return [
          [
            run.endpoint,
            profile,
            `${theirs.latencyMs} ms, ${percent(theirs.cutoffRate)}`,
            run.name,
            group,
            withRange(t.meanLatencySec, t.meanLatencyInterval, ms),
            withRange(t.cutoffPerHold, t.cutoffPerHoldInterval, percent),
            `${t.cutHolds} / ${t.holds}`,
          ],
        ];
      }),
    ),
  );
  return [
    "## Operating points: the service's own figures on its data, ours on the corpora named",
    '',
    ...table(
      [
        ...['endpoint', 'profile', 'published by the service (English)', 'our run', 'language'],
        ...['our mean latency', 'our cut-offs per pause', 'counts'],
      ],
      ours.length > 0
        ? ours
        : published.map((row) => [
            row.endpoint,
            row.profile,
            `${row.latencyMs} ms, ${percent(row.cutoffRate)}`,
            ...['nothing measured', '', '', '', ''],
          ]),
    ),
  ];
}

function measuredSection(points: PointsFile): string[] {
  const rows = ENDPOINTS.flatMap((endpoint) => {
    const entries = Object.entries(points.languages).map(
      ([language, found]) => [language, found[endpoint] ?? []] as const,
    );
    const own = entries.filter(([, [first]]) => first?.basis === 'measured');
    const others = entries.filter(([, [first]]) => first?.basis === 'multilingual');
    return [
      ...own,
      ...(others.length === 0 ? [] : [[others.map(([name]) => name).join(' '), others[0]![1]] as const]),
    ].flatMap(([language, found]) => found.map((entry) => [endpoint, language, ...pointCells(entry)]));
  });
  return [
    `## Calibrated: fitted on \`${points.fitted_on}\`, measured on \`${points.reported_on}\` of ${points.corpora.join(', ')}`,
    '',
    `${points.synthetic ? '**Synthetic speech.** ' : ''}From the scores, every 0.1 s of a pause. A row of basis \`multilingual\` is the calibration of all languages together: nobody measured those languages alone.${cautionText(points.caution)}`,
    '',
    ...table(
      [
        ...['endpoint', 'language', 'profile', 'mean latency', 'cut-offs per pause', 'counts'],
        ...['on the fitting split', 'threshold / delay / timeout', 'basis'],
      ],
      rows,
    ),
  ];
}

function cautionText(caution: number): string {
  if (caution === 0) return '';
  return ` Each policy was chosen ${caution} standard error${caution === 1 ? '' : 's'} under its nominal rate (\`--caution\`).`;
}

function pointCells(entry: PointEntry): Cell[] {
  const latency = entry.mean_latency_interval_ms;
  return [
    entry.profile,
    `${entry.mean_latency_ms} ms${latency === null ? '' : ` [${latency.low}, ${latency.high} ms]`}`,
    withRange(entry.cutoff_rate, entry.cutoff_rate_interval, percent),
    `${entry.cut_holds} / ${entry.holds}`,
    `${percent(entry.fitted_cutoff_rate)}, ${entry.fitted_mean_latency_ms} ms`,
    `${entry.threshold} / ${entry.action_delay_s} s / ${entry.timeout_s} s`,
    entry.basis,
  ];
}

function othersSection({ title, source, note, rows }: OthersFigures): string[] {
  const number = (value: number | null, unit: string) => (value === null ? '-' : `${value}${unit}`);
  return [
    `## ${title}`,
    '',
    `**Others' figures on their data, not ours**: ${source} ${note}`,
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

function versionsSection(run: RunTable): string[] {
  const { models, corpora, engines, options } = run.manifest;
  const { policies, ...rest } = options;
  const shown =
    policies === undefined
      ? rest
      : {
          ...rest,
          policies: createHash('sha256').update(JSON.stringify(policies)).digest('hex').slice(0, 16),
        };
  return [
    `<details><summary>Models and options of ${escapeHtml(run.name)}</summary>`,
    '',
    ...Object.entries(models).map(([id, hash]) => `- ${id} \`${hash.slice(0, 16)}\``),
    ...(engines === undefined ? [] : [`- engine code \`${engines.slice(0, 16)}\``]),
    `- options \`${JSON.stringify(shown)}\``,
    `- rows ${corpora.map(({ name, rowsSha256 }) => `${name} \`${rowsSha256.slice(0, 16)}\``).join(', ')}`,
    '',
    '</details>',
    '',
  ];
}
