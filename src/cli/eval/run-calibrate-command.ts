/** The work behind `turnwire calibrate`. */
import path from 'node:path';
import { calibrate, policyTable, type Calibration } from '../../eval/calibration/calibrate.js';
import { pointEntries } from '../../eval/calibration/point-entries.js';
import type { PointEntry, PointsFile } from '../../operating-points/measured.js';
import type { RowResult } from '../../eval/run/row-result.js';
import { openRun } from '../../eval/run/run-folder.js';
import { holdDurations } from '../../eval/sweep/silence-baseline.js';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import { isLanguage, LANGUAGES } from '../../protocol/languages.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';
import type { CalibrateFlags } from '../calibrate.js';

export async function runCalibrateCommand(folders: readonly string[], flags: CalibrateFlags): Promise<void> {
  const runs = await Promise.all(folders.map(openRun));
  const results = runs.flatMap((run) => run.results).filter(({ spans }) => spans !== undefined);
  const fitOn = results.filter(({ split }) => split === flags.fit);
  const reportOn = results.filter(({ split }) => split === flags.report);
  for (const [split, rows] of [
    [flags.fit, fitOn],
    [flags.report, reportOn],
  ] as const)
    if (rows.length === 0)
      throw new TurnwireError(
        'source',
        'no_split',
        `${folders.join(', ')}: no scored turn of split ${split}`,
      );

  const pooled = calibrate(fitOn, reportOn);
  const own = ownCalibrations(fitOn, reportOn, Number(flags.minHolds));
  const { manifest } = runs[0]!;
  const points: PointsFile = {
    corpora: [
      ...new Set(
        runs.flatMap((run) =>
          run.manifest.corpora.map(({ name, version }) => `${name} ${version ?? ''}`.trim()),
        ),
      ),
    ],
    synthetic: runs.some((run) => run.manifest.corpora.some(({ synthetic }) => synthetic === true)),
    fitted_on: flags.fit,
    reported_on: flags.report,
    date: manifest.startedAt.slice(0, 10),
    turnwire: manifest.turnwire,
    commit: manifest.commit,
    endpoint: 'stream',
    languages: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        own.has(language)
          ? pointEntries(own.get(language)!, 'measured')
          : pointEntries(pooled, 'multilingual'),
      ]),
    ),
  };
  makeOutputDir(flags.out);
  await writeFileAtomic(path.join(flags.out, 'points.json'), `${JSON.stringify(points, null, 2)}\n`);
  await writeFileAtomic(
    path.join(flags.out, 'policies.json'),
    `${JSON.stringify(policies(pooled, own), null, 2)}\n`,
  );
  process.stdout.write(flags.json ? `${JSON.stringify(points, null, 2)}\n` : format(points, pooled, own));
}

/** Languages with pauses enough in both splits; the others share the pooled calibration. */
function ownCalibrations(
  fitOn: readonly RowResult[],
  reportOn: readonly RowResult[],
  minHolds: number,
): Map<string, Calibration> {
  const holdsOf = (rows: readonly RowResult[], language: string) =>
    holdDurations(
      rows.flatMap((row) =>
        row.language === language && row.silence_spans ? [{ silence_spans: row.silence_spans }] : [],
      ),
    ).length;
  const languages = [...new Set(fitOn.map(({ language }) => language))].filter(
    (language) =>
      isLanguage(language) && holdsOf(fitOn, language) >= minHolds && holdsOf(reportOn, language) >= minHolds,
  );
  const only = (rows: readonly RowResult[], language: string) =>
    rows.filter((row) => row.language === language);
  return new Map(
    languages.map((language) => [language, calibrate(only(fitOn, language), only(reportOn, language))]),
  );
}

function policies(pooled: Calibration, own: ReadonlyMap<string, Calibration>): PoliciesByLanguage {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const table = policyTable(own.get(language) ?? pooled);
      return table === null ? [] : [[language, table]];
    }),
  );
}

function format(points: PointsFile, pooled: Calibration, own: ReadonlyMap<string, Calibration>): string {
  const lines = [
    `fitted on ${points.fitted_on}, measured on ${points.reported_on} of ${points.corpora.join(', ')}${points.synthetic ? ' (synthetic speech)' : ''}`,
  ];
  for (const [name, calibration] of [['all languages', pooled] as const, ...own]) {
    lines.push(name);
    for (const entry of pointEntries(calibration, 'measured')) lines.push(pointLine(entry));
  }
  return `${lines.join('\n')}\n`;
}

function pointLine(entry: PointEntry): string {
  const latency = entry.mean_latency_interval_ms;
  const cutoff = entry.cutoff_rate_interval;
  const percent = (rate: number) => (rate * 100).toFixed(1);
  return [
    `  ${entry.profile.padEnd(12)}  ${entry.mean_latency_ms} ms${latency === null ? '' : ` [${latency.low}, ${latency.high}]`}`,
    `cut-offs ${percent(entry.cutoff_rate)} %${cutoff === null ? '' : ` [${percent(cutoff.low)}, ${percent(cutoff.high)}]`} (${entry.cut_holds} of ${entry.holds})`,
    `fitted ${percent(entry.fitted_cutoff_rate)} % at ${entry.fitted_mean_latency_ms} ms`,
    `threshold ${entry.threshold}, delay ${entry.action_delay_s} s, timeout ${entry.timeout_s} s`,
  ].join('; ');
}
