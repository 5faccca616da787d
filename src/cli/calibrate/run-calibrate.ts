/** The work behind `turnwire calibrate`: reads run folders, writes points.json and policies.json. */
import path from 'node:path';
import {
  calibrateRuns,
  pointsByLanguage,
  policiesByLanguage,
} from '../../eval/calibration/calibrate-runs.js';
import { readPauses } from '../../eval/calibration/read-pauses.js';
import { withEvents } from '../../eval/calibration/with-events.js';
import { openRun, unfinished } from '../../eval/results/run-folder.js';
import type { RunManifest } from '../../eval/results/run-manifest.js';
import type { PointsFile } from '../../operating-points/measured.js';
import { TurnwireError } from '../../protocol/errors.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';
import { numberOption, wholeNumber } from '../options/number-options.js';
import { formatCalibrations } from './format-calibrations.js';

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
  process.stdout.write(
    flags.json ? `${JSON.stringify(points, null, 2)}\n` : formatCalibrations(points, calibrations),
  );
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
