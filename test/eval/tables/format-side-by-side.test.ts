import { expect, it } from 'vitest';
import { formatSideBySide } from '../../../src/eval/tables/format-side-by-side.js';
import type { RowResult } from '../../../src/eval/results/row-result.js';

/** A turn with a pause of 1 s that ends at 3 s. */
const turn = (id: string, ...ends: number[]): RowResult => ({
  corpus: 'c',
  id,
  language: 'en',
  split: 'all',
  tags: {},
  audio: `${id}.wav`,
  audioSec: 9,
  silence_spans: [
    { start: 1, end: 2 },
    { start: 3, end: 9 },
  ],
  service: {
    cutoff_5pct: {
      resumed: 0,
      turn_ends: ends.map((t) => ({ t, by: 'score', p_eot: 0.9, latency_ms: 0 })),
    },
  },
});

it('puts runs in one table, with differences from the first and what each costs', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
  const cost = {
    answers: 3,
    answerMs: { median: 1, p99: 2.5, most: 9 },
    audioSec: 120,
    cpuSec: 4,
    peakMemoryMb: 99.6,
  };
  const table = formatSideBySide([
    { name: 'learned', results: ids.map((id) => turn(id, 3.5)), cost: null },
    { name: 'mine.py', results: ids.map((id) => turn(id, 1.4, 3.25)), cost },
  ]);
  const [first, second] = table.split('\n').slice(3);
  expect(first).toMatch(/^learned +cutoff_5pct +12 +0 +500 ms .*- +0\.0 % .* - +100\.0 % +0 +- +- +-$/);
  expect(second).toMatch(
    /^mine\.py +cutoff_5pct +12 +0 +250 ms .*-250 ms \[-250, -250\] +100\.0 % .*\+100\.0 % .* 2\.00 +100 +2\.5 ms$/,
  );
});

it('puts the barge-ins of all runs in a second table, each share with what it is a share of', () => {
  const reference = [
    { start: 1, end: 2, class: 'claim' as const },
    { start: 4, end: 4.5, class: 'backchannel' as const },
  ];
  const heard = (onset_t: number, word: 'claim' | 'backchannel', decided_after_ms: number) => ({
    onset_t,
    class: word,
    decided_after_ms,
  });
  const run = (name: string, found: ReturnType<typeof heard>[]) => ({
    name,
    results: [{ ...turn('a', 3.5), bargein: { reference, found } }],
    cost: null,
  });
  const table = formatSideBySide([
    run('ours', [heard(1.2, 'claim', 300), heard(4.2, 'backchannel', 250)]),
    run('stops for all', [heard(1.2, 'claim', 0), heard(4.2, 'claim', 0), heard(8, 'claim', 0)]),
    run('silent', []),
  ]);
  const [ours, all, silent] = table
    .split('barge-in, while')[1]!
    .replaceAll(/ \[[^\]]*\]/g, '')
    .split('\n')
    .slice(4);
  expect(ours).toMatch(/^ours +1 +0 +100\.0 % of 1 +0 +100\.0 % of 1 +0\.0 % of 1 +0 +500 ms +500 ms$/);
  expect(all).toMatch(
    /^stops for all +1 +0 +100\.0 % of 1 +0 +33\.3 % of 3 +100\.0 % of 1 +1 +200 ms +200 ms$/,
  );
  expect(silent).toMatch(/^silent +1 +0 +tells no onset$/);
});

it('pools the languages of a run', () => {
  const results = [turn('a', 3.5), { ...turn('b', 4.5), language: 'de' }];
  const row = formatSideBySide([{ name: 'learned', results, cost: null }]).split('\n')[3];
  expect(row).toMatch(/^learned +cutoff_5pct +2 +0 +1000 ms/);
});
