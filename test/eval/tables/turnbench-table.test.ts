import { expect, it } from 'vitest';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import { formatTurnBench } from '../../../src/eval/tables/turnbench-table.js';

/** A turn with a pause from 1 to 2 s that ends at 3 s. Each profile ends it at the given times. */
function turn(id: string, split: string, ends: Record<string, number[]>): RowResult {
  return {
    ...{ corpus: 'c', id, language: 'en', split, tags: {}, audio: `${id}.wav`, audioSec: 9 },
    silence_spans: [
      { start: 1, end: 2 },
      { start: 3, end: 9 },
    ],
    service: Object.fromEntries(
      Object.entries(ends).map(([profile, times]) => [
        profile,
        { resumed: 0, turn_ends: times.map((t) => ({ t, by: 'score', p_eot: 0.9, latency_ms: 0 })) },
      ]),
    ),
  };
}

it('reports recall, false positives and latency, and the profile that the development split chooses', () => {
  const eager = [1.5, 3.2];
  const results = [
    ...['a', 'b', 'c'].map((id) => turn(id, 'dev', { cutoff_10pct: eager, cutoff_2pct: [3.9] })),
    ...['d', 'e'].map((id) =>
      turn(id, 'test', { cutoff_10pct: eager, cutoff_2pct: id === 'd' ? [3.5] : [6.5] }),
    ),
  ];
  const table = formatTurnBench([{ name: 'mine', results }]);
  expect(table).toContain('mine: 2 recordings, without the split dev');
  expect(table).toMatch(
    /cutoff_10pct, ends of turns: recall 100\.0 % .* of 2; false 100\.0 % .* of 2 pauses; .*: 200 ms, 200 ms, 200 ms/,
  );
  expect(table).toMatch(
    /cutoff_2pct, ends of turns: recall 50\.0 % .* of 2; false 0\.0 % .* of 2 pauses; .*: 500 ms/,
  );
  expect(table).toContain('chosen on dev: cutoff_2pct');
});

it('counts interruptions at the time of their class', () => {
  const result: RowResult = {
    ...turn('a', 'all', {}),
    bargein: {
      reference: [
        { start: 1, end: 2, class: 'claim' },
        { start: 5, end: 5.5, class: 'backchannel' },
      ],
      found: [
        { onset_t: 1.1, class: 'claim', decided_after_ms: 400 },
        { onset_t: 5, class: 'backchannel', decided_after_ms: 300 },
      ],
    },
  };
  expect(formatTurnBench([{ name: 'ours', results: [result] }])).toMatch(
    /interruptions: recall 100\.0 % .* of 1; false 0\.0 % .* of 1 backchannels; latency p10, p50, p90: 500 ms/,
  );
});
