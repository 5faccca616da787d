/** Policies fitted on one split: how far `caution` keeps them under the nominal rates. */
import { describe, expect, it } from 'vitest';
import { calibrate, NOMINAL_CUTOFF } from '../../../src/eval/calibration/calibrate.js';
import { calibrateRuns } from '../../../src/eval/calibration/calibrate-runs.js';
import type { RunManifest } from '../../../src/eval/results/run-manifest.js';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import { PROFILES } from '../../../src/protocol/names.js';

type Span = NonNullable<RowResult['spans']>[number];

/** A silence with the same score at every step of 0.1 s. */
function silence(span_index: number, label: 'hold' | 'eot', seconds: number, score: number): Span {
  const steps = Array.from({ length: Math.floor(seconds * 10) }, (_, i) => (i + 1) / 10);
  return { span_index, label, points: steps.map((sec) => [sec, sec, score]) };
}

/** Turns of one pause and one end; every tenth pause is scored as high as the best ends, the rest evenly from 0.05 to 0.64. */
function turns(count: number): RowResult[] {
  return Array.from({ length: count }, (_, i) => ({
    corpus: 'c',
    id: `turn-${i}`,
    language: 'en',
    split: 's',
    tags: {},
    audio: `${i}.wav`,
    audioSec: 9,
    spans: [
      silence(0, 'hold', 0.3 + (i % 7) * 0.2, i % 10 === 0 ? 0.9 : 0.05 + 0.006 * (i % 100)),
      silence(1, 'eot', 5, 0.3 + 0.007 * (i % 100)),
    ],
  }));
}

it('refuses two runs of the same turns, whose scores would be taken for those of one', () => {
  const manifest = { options: { endpoint: 'stream' } } as unknown as RunManifest;
  const run = { manifest, results: turns(100) };
  const splits = { fit: 's', report: 's', minHolds: 1000, caution: 0 };
  expect(() => calibrateRuns([run, run], splits)).toThrow('two of these runs scored c/turn-0: give one run');
  const other = { manifest, results: turns(100).map((row) => ({ ...row, corpus: 'd' })) };
  expect(calibrateRuns([run, other], splits)[0]!.pooled.cutoff_10pct!.holds).toBe(200);
});

it('refuses a split without a pause by its name', () => {
  const manifest = { options: { endpoint: 'stream' } } as unknown as RunManifest;
  const without = turns(3).map((row) => ({
    ...row,
    id: `end-${row.id}`,
    split: 't',
    spans: row.spans!.slice(1),
  }));
  const splits = { fit: 's', report: 't', minHolds: 1000, caution: 0 };
  expect(() => calibrateRuns([{ manifest, results: [...turns(100), ...without] }], splits)).toThrow(
    'stream: no turn of split t has a pause of 0.2 to 5 s',
  );
});

describe('calibrate', () => {
  it('finds the fastest policies within the nominal rates on the split it was fitted on', () => {
    const found = calibrate(turns(300), turns(300));
    expect(PROFILES.map((profile) => found[profile]!.fitted.cutoffRate)).toEqual([0.1, 0.05, 0]);
    const latencies = PROFILES.map((profile) => found[profile]!.meanLatencySec);
    expect(latencies).toEqual(latencies.toSorted((a, b) => a - b));
  });

  it('with caution stays so many standard errors under them, and waits longer', () => {
    const rows = turns(300);
    const [plain, careful] = [calibrate(rows, rows), calibrate(rows, rows, 1)];
    for (const profile of PROFILES) {
      const nominal = NOMINAL_CUTOFF[profile];
      const standardError = Math.sqrt((nominal * (1 - nominal)) / 300);
      expect(careful[profile]!.fitted.cutoffRate).toBeLessThanOrEqual(nominal - standardError);
    }
    expect(careful.cutoff_10pct!.meanLatencySec).toBeGreaterThan(plain.cutoff_10pct!.meanLatencySec);
    expect(careful.cutoff_5pct!.meanLatencySec).toBeGreaterThan(plain.cutoff_5pct!.meanLatencySec);
  });
});
