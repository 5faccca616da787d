/** What `eval` prints of a run. */
import { expect, it } from 'vitest';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import { formatSummary } from '../../../src/eval/tables/format-summary.js';
import { summariseRun } from '../../../src/eval/tables/run-summary.js';

/** A turn scored in its end, and in a pause of so many seconds before it. */
function scored(holdSec: number): RowResult {
  const span = (span_index: number, label: 'hold' | 'eot', sec: number) => ({
    span_index,
    label,
    points: [0, 0.2, sec].map((at): [number, number, number] => [at, at, 0.5]),
  });
  return {
    ...{ corpus: 'c', id: 'turn', language: 'en', split: 'all', tags: {}, audio: 'a.wav', audioSec: 9 },
    silence_spans: [
      { start: 1, end: 1 + holdSec },
      { start: 7, end: 9 },
    ],
    spans: [span(0, 'hold', holdSec), span(1, 'eot', 2)],
  };
}

it('says why scores gave no figures of the eot-bench method', () => {
  const none =
    'eot-bench method: no figures, as of 1 scored no turn has a pause of 0.2 to 5 s that could be cut';
  expect(formatSummary(summariseRun([scored(6)]))).toBe(`${none}\n`);
  expect(formatSummary(summariseRun([scored(1)]))).not.toContain(none);
});
