/** Policies fitted on one split: how far `caution` keeps them under the nominal rates. */
import { describe, expect, it } from 'vitest';
import { calibrate, calibrateByFolds } from '../../../src/eval/calibration/calibrate.js';
import { NOMINAL_CUTOFF } from '../../../src/eval/calibration/choose-policies.js';
import { PUBLIC_PAUSES } from '../../../src/eval/silences/public-pauses.js';
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

const PLAIN = { caution: 0, margin: 1, lateSec: 0, pauses: null, keep: 0, within: null } as const;

it('refuses two runs of the same turns, whose scores would be taken for those of one', () => {
  const manifest = { options: { endpoint: 'stream' } } as unknown as RunManifest;
  const run = { manifest, results: turns(100) };
  const splits = { ...PLAIN, parts: { fit: 's', report: 's' }, minHolds: 1000 };
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
  const splits = { ...PLAIN, parts: { fit: 's', report: 't' }, minHolds: 1000 };
  expect(() => calibrateRuns([{ manifest, results: [...turns(100), ...without] }], splits)).toThrow(
    'stream: no turn of split t has a pause of 0.2 to 5 s',
  );
});

describe('calibrate', () => {
  it('finds the fastest policies within the nominal rates on the split it was fitted on', () => {
    const found = calibrate(turns(300), turns(300), PLAIN);
    expect(PROFILES.map((profile) => found[profile]!.fitted.cutoffRate)).toEqual([0.1, 0.05, 0]);
    const latencies = PROFILES.map((profile) => found[profile]!.meanLatencySec);
    expect(latencies).toEqual(latencies.toSorted((a, b) => a - b));
  });

  it('with caution stays so many standard errors under them, and waits longer', () => {
    const rows = turns(300);
    const [plain, careful] = [calibrate(rows, rows, PLAIN), calibrate(rows, rows, { ...PLAIN, caution: 1 })];
    for (const profile of PROFILES) {
      const nominal = NOMINAL_CUTOFF[profile];
      const standardError = Math.sqrt((nominal * (1 - nominal)) / 300);
      expect(careful[profile]!.fitted.cutoffRate).toBeLessThanOrEqual(nominal - standardError);
    }
    expect(careful.cutoff_10pct!.meanLatencySec).toBeGreaterThan(plain.cutoff_10pct!.meanLatencySec);
    expect(careful.cutoff_5pct!.meanLatencySec).toBeGreaterThan(plain.cutoff_5pct!.meanLatencySec);
  });
});

it('with a margin uses that share of the nominal rates at most', () => {
  const found = calibrate(turns(100), turns(100), { ...PLAIN, margin: 0.7 });
  for (const profile of PROFILES)
    expect(found[profile]!.fitted.cutoffRate).toBeLessThanOrEqual(0.7 * NOMINAL_CUTOFF[profile] + 1e-9);
});

it('counts a pause as cut by scores that come so late after it', () => {
  const rows = turns(20).map((row) => ({ ...row, spans: [silence(0, 'hold', 0.5, 0.9), row.spans![1]!] }));
  const [plain, late] = [0, 0.2].map((lateSec) => calibrate(rows, rows, { ...PLAIN, lateSec }).cutoff_10pct!);
  expect(plain!.policy).toMatchObject({ actionDelaySec: 0.5 });
  expect(late!.policy).toMatchObject({ actionDelaySec: 0.7 });
  expect(late!.cutHolds).toBe(0);
});

describe('calibrate, keeping the rates on drawn halves of the splits', () => {
  /** Eight splits of callers; those of the last two pause long, with high scores. */
  const callers = turns(320).map((row, i) => {
    const split = i % 8;
    return split < 6
      ? { ...row, split: `s${split}` }
      : { ...row, split: `s${split}`, spans: [silence(0, 'hold', 1.5, 0.2 + 0.001 * i), row.spans![1]!] };
  });

  it('waits longer, so that a half with the hasty callers keeps the rate too', () => {
    const [plain, kept] = [
      calibrate(callers, callers, PLAIN),
      calibrate(callers, callers, { ...PLAIN, keep: 0.95 }),
    ];
    expect(kept.cutoff_10pct!.meanLatencySec).toBeGreaterThan(plain.cutoff_10pct!.meanLatencySec);
    expect(kept.cutoff_10pct!.cutoffRate).toBeLessThan(plain.cutoff_10pct!.cutoffRate);
  });

  it('within a mean latency takes the policy that keeps the rate on the most halves', () => {
    const plain = calibrate(callers, callers, PLAIN).cutoff_10pct!;
    const within = { cutoff_10pct: plain.meanLatencySec, cutoff_5pct: 5, cutoff_2pct: 5 };
    const limited = calibrate(callers, callers, { ...PLAIN, keep: 1, within }).cutoff_10pct!;
    expect(limited.meanLatencySec).toBeCloseTo(plain.meanLatencySec, 9);
  });

  it('says so if the splits cannot be parted', () => {
    expect(() => calibrate(turns(100), turns(100), { ...PLAIN, keep: 0.95 })).toThrow(
      'cannot be parted with 50 pauses',
    );
  });
});

describe('calibrate, with pauses weighed to other lengths', () => {
  it('counts a pause as often as its length occurs there, and keeps the plain counts beside', () => {
    const rows = turns(140);
    const found = calibrate(rows, rows, { ...PLAIN, pauses: { '0.3': 3, '1.3': 1 } });
    const { policy, cutoffRate, plainCutoffRate, cutHolds, holds } = found.cutoff_10pct!;
    const lengthOf = (i: number) => 0.3 + (i % 7) * 0.2;
    const isCut = (i: number) => {
      const fires = rows[i]!.spans![0]!.points[0]![2] > policy.threshold ? policy.actionDelaySec : Infinity;
      return lengthOf(i) - 1e-6 > Math.min(fires, policy.timeoutSec);
    };
    const shareCut = (wanted: (sec: number) => boolean) => {
      const these = rows.map((_, i) => i).filter((i) => wanted(lengthOf(i)));
      return these.filter(isCut).length / these.length;
    };
    // The bins of 0.3 s and of 1.3 s, which reaches from 1.05 to 1.55 s; all other pauses weigh nothing.
    expect(cutoffRate).toBeCloseTo(
      0.75 * shareCut((sec) => sec < 0.35) + 0.25 * shareCut((sec) => sec > 1.05),
      9,
    );
    expect(cutHolds).toBe(rows.filter((_, i) => isCut(i)).length);
    expect(plainCutoffRate).toBeCloseTo(cutHolds / holds, 9);
    expect(plainCutoffRate).not.toBeCloseTo(cutoffRate, 3);
  });

  it('never waits longer than the published timeouts on a stream, whatever the pauses', () => {
    for (const pauses of [null, PUBLIC_PAUSES]) {
      const found = calibrate(turns(100), turns(100), { ...PLAIN, pauses });
      expect(found.cutoff_10pct!.policy.timeoutSec).toBeLessThanOrEqual(2.5);
      expect(found.cutoff_5pct!.policy.timeoutSec).toBeLessThanOrEqual(3);
      expect(found.cutoff_2pct!.policy.timeoutSec).toBeLessThanOrEqual(3.5);
    }
  });
});

describe('calibrateByFolds', () => {
  const folds = turns(90).map((row, i) => ({ ...row, split: `fold ${i % 3}` }));

  it('counts every turn once, by policies that were not chosen on its split', () => {
    const found = calibrateByFolds(folds, PLAIN);
    const whole = calibrate(folds, folds, PLAIN);
    for (const profile of PROFILES) {
      expect(found[profile]!.holds).toBe(90);
      expect(found[profile]!.ends).toBe(90);
      expect(found[profile]!.policy).toEqual(whole[profile]!.policy);
    }
  });

  it('differs from what is counted on the turns that policies were chosen on', () => {
    // The pauses of one split are scored higher than any other's: policies of the others cut them.
    const odd = folds.map((row) =>
      row.split !== 'fold 0' ? row : { ...row, spans: [silence(0, 'hold', 1.4, 0.95), row.spans![1]!] },
    );
    expect(calibrateByFolds(odd, PLAIN).cutoff_10pct!.cutoffRate).toBeGreaterThan(
      calibrate(odd, odd, PLAIN).cutoff_10pct!.cutoffRate,
    );
  });

  it('refuses turns of one split only', () => {
    const manifest = { options: { endpoint: 'stream' } } as unknown as RunManifest;
    const splits = {
      parts: null,
      minHolds: 1000,
      ...PLAIN,
    };
    expect(() => calibrateRuns([{ manifest, results: turns(10) }], splits)).toThrow('--folds needs turns');
  });
});
