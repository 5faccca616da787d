import { describe, expect, test } from 'vitest';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import { compareRuns } from '../../../src/eval/tables/compare-runs.js';
import { formatComparison } from '../../../src/eval/tables/format-comparison.js';
import { brokenRules, parseGate } from '../../../src/eval/tables/regression-gate.js';
import { unlikeRuns } from '../../../src/eval/tables/unlike-runs.js';

/** A turn with one pause at 1-2 s and its end at 3 s. */
function turn(id: string, endedAt: number[]): RowResult {
  return {
    corpus: 'c',
    id,
    language: 'en',
    split: 'test',
    tags: {},
    audio: 'audio/x.wav',
    audioSec: 5,
    silence_spans: [
      { start: 1, end: 2 },
      { start: 3, end: 5 },
    ],
    service: {
      cutoff_10pct: {
        turn_ends: endedAt.map((t) => ({ t, by: 'score' as const, p_eot: 0.9, latency_ms: 0 })),
        resumed: 0,
      },
    },
  };
}

describe('two runs, turn by turn', () => {
  const a = [turn('1', [3.4]), turn('2', [3.6]), turn('3', [3.2]), turn('4', [3.8])];
  const b = [turn('1', [3.6]), turn('2', [1.5, 3.8]), turn('3', [3.4]), turn('5', [3.2])];

  test('pairs what both have', () => {
    const { profiles, onlyInA, onlyInB } = compareRuns(a, b);
    expect([onlyInA, onlyInB]).toEqual([1, 1]);
    expect(profiles[0]).toMatchObject({ turns: 3, cutOnlyInA: 0, cutOnlyInB: 1 });
    expect(profiles[0]!.latency!.delta).toBeCloseTo(0.2, 9);
    expect(profiles[0]!.cutoff!.delta).toBeCloseTo(1 / 3, 9);
    expect(profiles[0]!.latency!.interval!.low).toBeCloseTo(0.2, 9);
  });

  test('a run against itself differs in nothing', () => {
    const { profiles } = compareRuns(a, a);
    expect(profiles[0]!.latency).toMatchObject({ delta: 0, interval: { low: 0, high: 0 } });
    expect(brokenRules({ profiles, onlyInA: 0, onlyInB: 0 }, parseGate('latency>+0%,cutoff>+0pt'))).toEqual(
      [],
    );
  });

  test('the gate breaks where a limit is passed', () => {
    const [before, after] = [a.slice(0, 3), b.slice(0, 3)];
    const comparison = compareRuns(before, after);
    expect(brokenRules(comparison, parseGate('latency>+10%, cutoff>+40pt'))).toHaveLength(1);
    expect(brokenRules(comparison, parseGate('latency>+250ms,cutoff>+1pt'))[0]).toContain(
      'cutoff went from 0.00 % to 33.33 %',
    );
    expect(brokenRules(compareRuns(after, a), parseGate('latency>+10%,cutoff>+1pt'))).toEqual([]);
  });

  test('recordings that the second run did not measure break a gate; those that it adds do not', () => {
    const failed: RowResult = { ...turn('2', []), service: undefined, error: 'the file is gone' };
    const rules = parseGate('latency>+10%');
    const sentence =
      '2 recordings of the first run failed in the second or were left out of it, so no --fail-on rule could be judged there';
    const lacking = compareRuns(a, [a[0]!, failed, a[2]!]);
    expect([lacking.onlyInA, lacking.onlyInB]).toEqual([2, 0]);
    expect(brokenRules(lacking, rules)).toEqual([sentence]);
    expect(brokenRules(lacking, [])).toEqual([]);
    expect(brokenRules(compareRuns([a[0]!, failed, a[2]!], a), rules)).toEqual([]);
  });

  test.each([
    [[turn('1', [])], '1 turn that'],
    [[turn('1', []), turn('2', [3.6]), turn('3', [1.5])], '2 turns that'],
  ])('turns that the second run never ended break a rule of latency', (second, count) => {
    const comparison = compareRuns(a.slice(0, second.length), second);
    expect(brokenRules(comparison, parseGate('latency>+10%,latency>+50ms,cutoff>+100pt'))).toEqual([
      `cutoff_10pct: ${count} ended in the first run never ended in the second, so its latency cannot be judged`,
    ]);
    expect(brokenRules(comparison, parseGate('cutoff>+100pt'))).toEqual([]);
  });

  test('and the comparison tells how many there are: they are in no latency', () => {
    const second = [turn('1', []), turn('2', [3.6]), turn('3', [3.2])];
    expect(formatComparison(compareRuns(a.slice(0, 3), second))).toContain(
      '400 -> 400 ms  (+0 [+0, +0]); turns ended only in A 1, only in B 0\n',
    );
    expect(formatComparison(compareRuns(second, a.slice(0, 3)))).toContain('only in A 0, only in B 1\n  cut');
  });

  test('a gate does not pass for want of anything to compare', () => {
    const nothing = compareRuns(a, []);
    expect(brokenRules(nothing, parseGate('latency>+10%'))).toEqual([
      'the runs share no measured turn, so no --fail-on rule could be judged',
    ]);
    expect(brokenRules(nothing, [])).toEqual([]);
  });

  test.each(['speed>+1%', 'latency>10', 'cutoff>+5ms', ''])('%j is no rule', (text) => {
    expect(() => parseGate(text)).toThrow('is no rule');
  });
});

test('runs of other labels or other profiles are told apart, and nothing of runs that are alike', () => {
  const run = (rowsSha256: string, results: RowResult[]) => ({
    manifest: {
      corpora: [{ name: 'c', version: null, folder: 'c', rowsSha256, rows: 1, synthetic: null }],
    },
    results,
  });
  const one = turn('1', [3.4]);
  const { turn_ends, resumed } = one.service!.cutoff_10pct!;
  const two: RowResult = { ...one, service: { ...one.service, cutoff_2pct: { turn_ends, resumed } } };
  expect(unlikeRuns(run('a', [one]), run('a', [one]))).toEqual([]);
  // Runs that share nothing are told as such elsewhere.
  expect(unlikeRuns(run('a', [one]), run('a', []))).toEqual([]);
  expect(unlikeRuns(run('a', [one]), run('b', [two]))).toEqual([
    'the rows of c were changed between the runs: a difference may come from their labels, not from what was measured',
    'not compared, as only one of the runs has it: cutoff_2pct',
  ]);
});
