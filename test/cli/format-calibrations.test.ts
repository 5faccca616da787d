import { expect, it } from 'vitest';
import { formatCalibrations } from '../../src/cli/calibrate/format-calibrations.js';
import type { MeasuredPoint } from '../../src/eval/calibration/calibrate.js';
import type { PointsFile } from '../../src/operating-points/measured.js';

const point = (profile: MeasuredPoint['profile']): MeasuredPoint => ({
  profile,
  policy: { threshold: 0.8, actionDelaySec: 0.2, timeoutSec: 2.5 },
  fitted: { holds: 50, cutoffRate: 0.02, meanLatencySec: 0.5 },
  ...{ holds: 50, cutHolds: 1, ends: 40, detected: 30 },
  ...{ cutoffRate: 0.02, cutoffRateInterval: null },
  ...{ plainCutoffRate: 0.02, plainCutoffRateInterval: null },
  ...{ meanLatencySec: 0.5, meanLatencyInterval: null },
});

const points = {
  corpora: ['calls 1.0.0'],
  synthetic: false,
  fitted_on: 'calibrate',
  reported_on: 'test',
  pauses: 'as-recorded',
} as unknown as PointsFile;

it('tells the profiles in their order, with a policy or without', () => {
  const pooled = {
    cutoff_10pct: point('cutoff_10pct'),
    cutoff_5pct: null,
    cutoff_2pct: point('cutoff_2pct'),
  };
  const text = formatCalibrations(points, [
    { endpoint: 'stream', languages: ['de', 'fr'], pooled, own: new Map() },
  ]);
  expect(text.split('\n').map((line) => line.split(';')[0])).toEqual([
    'fitted on calibrate, measured on test of calls 1.0.0',
    'stream, de fr together',
    '  cutoff_10pct  500 ms',
    '  cutoff_5pct   no policy keeps to it on calibrate',
    '  cutoff_2pct   500 ms',
    '',
  ]);
});
