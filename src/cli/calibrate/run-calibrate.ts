/** The work behind `turnwire calibrate`: reads run folders, writes points.json and policies.json. */
import path from 'node:path';
import {
  calibrateRuns,
  pointsByLanguage,
  policiesByLanguage,
  type EndpointCalibration,
} from '../../eval/calibration/calibrate-runs.js';
import { pointEntries } from '../../eval/calibration/point-entries.js';
import { readPauses } from '../../eval/calibration/read-pauses.js';
import { withEvents } from '../../eval/calibration/with-events.js';
import { openRun, unfinished } from '../../eval/results/run-folder.js';
import type { RunManifest } from '../../eval/results/run-manifest.js';
import type { PointEntry, PointsFile } from '../../operating-points/measured.js';
import { TurnwireError } from '../../protocol/errors.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';
import { numberOption, wholeNumber } from '../options/number-options.js';

export interface CalibrateFlags {
  fit: string;
  report: string;
  out: string;
  minHolds: string;
  caution: string;
  margin: string;
  keep: string;
  late: string;
  within?: string;
  pauses: string;
  folds?: boolean;
  events?: string[];
  json?: boolean;
}

export async function runCalibrate(folders: readonly string[], flags: CalibrateFlags): Promise<void> {
  const minHolds = wholeNumber(flags.minHolds, '--min-holds', 1);
  const caution = numberOption(flags.caution, '--caution', 0, 5);
  const margin = numberOption(flags.margin, '--margin', 0.01, 1);
  const keep = numberOption(flags.keep, '--keep', 0, 1);
  const lateSec = numberOption(flags.late, '--late', 0, 1);
  const within = flags.within === undefined ? null : latencies(flags.within);
  const pauses = await readPauses(flags.pauses);
  const runs = await Promise.all(folders.map(openRun));
  const parts = flags.folds ? null : { fit: flags.fit, report: flags.report };
  const fitted = calibrateRuns(runs, { parts, minHolds, caution, margin, lateSec, pauses, keep, within });
  const events = await Promise.all((flags.events ?? []).map(openRun));
  const calibrations =
    events.length === 0 ? fitted : withEvents(fitted, events, parts?.report ?? null, pauses);
  const manifests = runs.map(({ manifest }) => manifest);
  const points: PointsFile = {
    corpora: corporaOf(manifests),
    synthetic: manifests.some(({ corpora }) => corpora.some(({ synthetic }) => synthetic === true)),
    fitted_on: parts?.fit ?? 'all splits',
    reported_on:
      parts?.report ?? (events.length > 0 ? 'all splits' : 'each split by the policies of all others'),
    caution,
    margin,
    late_s: lateSec,
    keep,
    within_ms: within && PROFILES.map((profile) => Math.round(within[profile] * 1000)),
    pauses: flags.pauses,
    figures_from: events.length === 0 ? 'scores' : 'events',
    date: manifests[0]!.startedAt.slice(0, 10),
    turnwire: manifests[0]!.turnwire,
    commit: manifests[0]!.commit,
    languages: pointsByLanguage(calibrations),
  };
  for (const { folder, manifest, results } of runs) {
    const why = unfinished(manifest, results);
    if (why !== null) process.stderr.write(`${folder}: ${why}\n`);
  }
  makeOutputDir(flags.out);
  const write = (name: string, content: unknown) =>
    writeFileAtomic(path.join(flags.out, name), `${JSON.stringify(content, null, 2)}\n`);
  await write('points.json', points);
  if (parts !== null && parts.fit === parts.report)
    process.stderr.write(
      `measured on split ${flags.report}, where the policies were fitted: on other turns they will do worse\n`,
    );
  const policies = policiesByLanguage(calibrations);
  await write('policies.json', policies);
  if (Object.keys(policies).length === 0)
    process.stderr.write(
      'policies.json is empty: every profile needs a policy, and these turns give some none\n',
    );
  process.stdout.write(flags.json ? `${JSON.stringify(points, null, 2)}\n` : format(points, calibrations));
}

/** `--within`: a mean latency in ms for each profile, as seconds. */
function latencies(given: string): Record<ProfileName, number> {
  const numbers = given.split(',');
  if (numbers.length !== PROFILES.length)
    throw new TurnwireError(
      'usage',
      'bad_number',
      `--within takes ${PROFILES.length} numbers of milliseconds, for ${PROFILES.join(', ')}: e.g. 560,760,1100`,
    );
  return Object.fromEntries(
    PROFILES.map((profile, i) => [profile, numberOption(numbers[i]!, '--within', 200, 60_000) / 1000]),
  ) as Record<ProfileName, number>;
}

function corporaOf(manifests: readonly RunManifest[]): string[] {
  const names = manifests.flatMap(({ corpora }) =>
    corpora.map(({ name, version }) => `${name} ${version ?? ''}`.trim()),
  );
  return [...new Set(names)];
}

function format(points: PointsFile, calibrations: readonly EndpointCalibration[]): string {
  const corpora = points.corpora.join(', ') + (points.synthetic ? ' (synthetic speech)' : '');
  const weighed = points.pauses === 'as-recorded' ? '' : `; pauses weighed to ${points.pauses} lengths`;
  const source = points.figures_from === 'events' ? ' by turn.end events' : '';
  const lines = [
    `fitted on ${points.fitted_on}, measured${source} on ${points.reported_on} of ${corpora}${weighed}`,
  ];
  for (const { endpoint, languages, pooled, own } of calibrations)
    for (const [name, calibration] of [[`${languages.join(' ')} together`, pooled] as const, ...own]) {
      lines.push(`${endpoint}, ${name}`);
      for (const [profile, point] of Object.entries(calibration))
        if (point === null)
          lines.push(`  ${profile.padEnd(12)}  no policy keeps to it on ${points.fitted_on}`);
      for (const entry of pointEntries(calibration, 'measured')) lines.push(pointLine(entry, points.pauses));
    }
  return `${lines.join('\n')}\n`;
}

function pointLine(entry: PointEntry, pauses: string): string {
  const latency = entry.mean_latency_interval_ms;
  const cutoff = entry.cutoff_rate_interval;
  const percent = (rate: number) => (rate * 100).toFixed(1);
  return [
    `  ${entry.profile.padEnd(12)}  ${entry.mean_latency_ms} ms${latency === null ? '' : ` [${latency.low}, ${latency.high}]`}`,
    `cut-offs ${percent(entry.cutoff_rate)} %${cutoff === null ? '' : ` [${percent(cutoff.low)}, ${percent(cutoff.high)}]`}${asRecorded(entry, pauses)} (${entry.cut_holds} of ${entry.holds})`,
    `fitted ${percent(entry.fitted_cutoff_rate)} % at ${entry.fitted_mean_latency_ms} ms`,
    `threshold ${entry.threshold}, delay ${entry.action_delay_s} s, timeout ${entry.timeout_s} s`,
  ].join('; ');
}

/** The rate without weights, if pauses are weighed. */
function asRecorded({ plain_cutoff_rate, plain_cutoff_rate_interval }: PointEntry, pauses: string): string {
  if (pauses === 'as-recorded' || plain_cutoff_rate === undefined) return '';
  const percent = (rate: number) => (rate * 100).toFixed(1);
  const range = plain_cutoff_rate_interval
    ? ` [${percent(plain_cutoff_rate_interval.low)}, ${percent(plain_cutoff_rate_interval.high)}]`
    : '';
  return `, as recorded ${percent(plain_cutoff_rate)} %${range}`;
}
