/** What `turnwire calibrate` prints: the operating points that it found and the profiles that have none. */
import type { EndpointCalibration } from '../../eval/calibration/calibrate-runs.js';
import { pointEntries } from '../../eval/calibration/point-entries.js';
import type { PointEntry, PointsFile } from '../../operating-points/measured.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';

/** One line for each profile of each endpoint and group of languages, in the order of the profiles. */
export function formatCalibrations(points: PointsFile, calibrations: readonly EndpointCalibration[]): string {
  const corpora = points.corpora.join(', ') + (points.synthetic ? ' (synthetic speech)' : '');
  const weighed = points.pauses === 'as-recorded' ? '' : `; pauses weighed to ${points.pauses} lengths`;
  const source = points.figures_from === 'events' ? ' by turn.end events' : '';
  const lines = [
    `fitted on ${points.fitted_on}, measured${source} on ${points.reported_on} of ${corpora}${weighed}`,
  ];
  for (const { endpoint, languages, pooled, own } of calibrations)
    for (const [name, calibration] of [[`${languages.join(' ')} together`, pooled] as const, ...own]) {
      lines.push(`${endpoint}, ${name}`);
      const entries = pointEntries(calibration, 'measured');
      for (const profile of PROFILES) {
        const entry = entries.find((one) => one.profile === profile);
        lines.push(entry ? pointLine(entry, points.pauses) : noPolicyLine(profile, points));
      }
    }
  return `${lines.join('\n')}\n`;
}

const noPolicyLine = (profile: ProfileName, { fitted_on }: PointsFile): string =>
  `  ${profile.padEnd(12)}  no policy keeps to it on ${fitted_on}`;

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
