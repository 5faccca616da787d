// The benchmark's rules on spans small enough to check by hand. Numbers are the reference's own
// (eot-bench method, section 10), written out here so that they need no other file.
import { scoredSpans, type SpanLabel } from '../../../src/eval/silences/silence-spans.js';
import { describe, expect, test } from 'vitest';
import type { Prediction } from '../../../src/eval/sweep/counted-spans.js';
import {
  operatingPoint,
  paretoFrontier,
  reportPointAtCutoff,
  reportPointAtLatency,
} from '../../../src/eval/sweep/operating-points.js';
import { scoresOnGrid, spanGrid } from '../../../src/eval/sweep/prediction-grid.js';
import type { ScoreMode } from '../../../src/eval/sweep/score-mode.js';
import { sweep } from '../../../src/eval/sweep/summary.js';
import { causalSampleCount, tailSampleCount, visibleMessages } from '../../helpers/eot-bench-inputs.js';

/** A span of `durationSec` scored every 0.1 s, by one constant or by one number per step. */
function span(id: string, label: SpanLabel, durationSec: number, scores: number | number[]): Prediction[] {
  const steps = Math.round(durationSec * 10) + 1;
  return Array.from({ length: steps }, (_, i) => ({
    id,
    span_index: 0,
    silence_dur: i / 10,
    p_eot: typeof scores === 'number' ? scores : scores[i]!,
    label,
  }));
}

const zeros = (count: number) => Array<number>(count).fill(0);

const A = [
  ...span('H1', 'hold', 0.2, 0.9),
  ...span('H2', 'hold', 0.3, 0.9),
  ...span('H3', 'hold', 0.8, 0.5),
  ...span('H4', 'hold', 1.5, 0.1),
  ...span('H5', 'hold', 5.1, 0.99), // over 5 s: not counted
  ...span('H6', 'hold', 0.1, 0.99), // under 0.2 s: not counted
  ...span('E1', 'eot', 2.0, 0.9),
  ...span('E2', 'eot', 0.4, 0.5),
  ...span('E3', 'eot', 0.2, 0.3),
  ...span('E4', 'eot', 6.0, 0.05),
];

const B = [
  ...span('H1', 'hold', 0.4, [0, 0.8, 0.1, 0.1, 0.1]),
  ...span('H2', 'hold', 0.5, [...zeros(5), 0.9]),
  ...span('H3', 'hold', 1.2, zeros(13)),
  ...span('E1', 'eot', 0.3, [0.7, 0.7, 0.1, 0.1]),
  ...span('E2', 'eot', 1.5, [...Array<number>(7).fill(0.2), ...Array<number>(9).fill(0.9)]),
  ...span('E3', 'eot', 0.9, 0.3),
];

const AT_02: ScoreMode = { kind: 'score_point', atSec: 0.2 };
const MAX: ScoreMode = { kind: 'max' };

/** Cut-off rate, mean latency, detect rate, f1 of one policy. */
function tryPolicy(rows: Prediction[], mode: ScoreMode, [threshold, delay, timeout]: number[]) {
  const grid = { thresholds: [threshold!], actionDelays: [delay!], timeouts: [timeout!] };
  const { policies } = sweep(rows, { mode, grid });
  const { cutoff_rate, mean_latency, detect_rate, f1 } = policies[0]!;
  return [cutoff_rate, mean_latency, detect_rate, f1].map((x) => Number(x.toFixed(6)));
}

describe('A: one decision per span, at 0.2 s of silence', () => {
  test.each([
    // policy            cutoff latency detect  f1
    [[0.5, 0.2, 1.0], [0.5, 0.8, 0.25, 0.285714], 'H2 by the score, H4 by timeout; .5 > .5 is not'],
    [[0.4, 0.2, 1.0], [0.75, 0.6, 0.5, 0.444444], 'H3 now too'],
    [[0.4, 0.3, 2.0], [0.25, 1.15, 0.5, 0.571429], 'H2 lasts .3: .3 > .3 is not a cut'],
    [[0.0, 0.2, 1.0], [0.75, 0.2, 1, 0.727273], 'all fire; H1 of .2 s cannot be cut'],
    [[0.0, 0.3, 1.5], [0.5, 0.3, 1, 0.8], 'H3 and H4'],
    [[0.95, 0.2, 1.0], [0.25, 1.0, 0, 0], 'nothing fires: H4 outlasts the timeout'],
    [[0.95, 0.2, 1.5], [0, 1.5, 0, 0], '1.5 > 1.5 is not a cut'],
    [[0.04, 1.0, 1.0], [0.25, 1.0, 1, 0.888889], 'delay = timeout'],
  ])('%j -> %j: %s', (policy, expected) => {
    expect(tryPolicy(A, AT_02, policy)).toEqual(expected);
  });

  test('summary counts the four holds and four ends within bounds', () => {
    const { summary } = sweep(A, { mode: AT_02 });
    expect(summary.n_hold_spans).toBe(4);
    expect(summary.n_eot_spans).toBe(4);
    expect(summary.auc).toBe(0.34375);
    expect(summary.ap).toBeCloseTo(0.433333, 6);
    expect(summary.mean_frontier_latency_0_10).toBeCloseTo(0.975, 9);
  });

  test('operating points take the lowest tied threshold, report points the highest', () => {
    const { policies } = sweep(A, { mode: AT_02 });
    for (const budget of [0.02, 0.05, 0.1])
      expect(operatingPoint(policies, budget)).toMatchObject({
        threshold: 0.1,
        action_delay: 0.8,
        timeout: 1.5,
        cutoff_rate: 0,
        mean_latency: expect.closeTo(0.975, 12) as number,
        detect_rate: 0.75,
      });
    expect(reportPointAtCutoff(policies, 0.05)).toMatchObject({ threshold: 0.29, timeout: 1.5 });
    expect(reportPointAtLatency(policies, 0.3)).toMatchObject({
      threshold: 0.04,
      action_delay: 0.3,
      timeout: 1,
      cutoff_rate: 0.5,
    });
    expect(reportPointAtLatency(policies, 0.6)).toMatchObject({
      threshold: 0.29,
      action_delay: 0.3,
      timeout: 1.5,
      cutoff_rate: 0.25,
    });
  });

  test('Pareto frontier and silence-only baseline', () => {
    const { policies, silence } = sweep(A, { mode: AT_02 });
    expect(paretoFrontier(policies).map((p) => [Number(p.mean_latency.toFixed(9)), p.cutoff_rate])).toEqual([
      [0.2, 0.75],
      [0.3, 0.5],
      [0.6, 0.25],
      [0.975, 0],
    ]);
    const cutoffAt = (delay: number) => silence.find((row) => row.delay === delay)!.cutoff_rate;
    expect([0.2, 0.3, 1.0, 1.5].map(cutoffAt)).toEqual([0.75, 0.5, 0.25, 0]);
  });
});

describe('B: any grid point may fire, and stays fired', () => {
  test.each([
    [[0.5, 0.2, 1.0], [0.666667, 0.633333, 0.666667], 'H1 by its early spike, H3 by timeout'],
    [[0.5, 0.3, 1.0], [0.666667, 0.666667, 0.666667], 'H1: .4 > .3'],
    [[0.5, 0.4, 1.0], [0.333333, 0.7, 0.666667], 'H1: .4 > .4 is not'],
    [[0.5, 0.8, 1.0], [0.333333, 0.866667, 0.666667], 'E1 and E2 wait for the delay'],
    [[0.5, 0.2, 0.6], [0.666667, 0.466667, 0.333333], 'E2 crosses at .7, after the timeout'],
    [[0.25, 0.2, 1.0], [0.666667, 0.366667, 1], 'E3 fires at its start'],
    [[0.8, 0.2, 1.5], [0, 1.233333, 0.333333], '.8 > .8 is not'],
  ])('%j -> %j: %s', (policy, expected) => {
    expect(tryPolicy(B, MAX, policy).slice(0, 3)).toEqual(expected);
  });

  test('the two modes rank the same table differently', () => {
    const latched = sweep(B, { mode: MAX }).summary;
    expect([latched.auc, latched.ap].map((x) => Number(x!.toFixed(6)))).toEqual([0.5, 0.533333]);
    const atPoint = sweep(B, { mode: AT_02 }).summary;
    expect([atPoint.auc, atPoint.ap].map((x) => Number(x!.toFixed(6)))).toEqual([0.944444, 0.916667]);
  });
});

describe('C: grid, events, what a scorer may see', () => {
  const silences = (start: number, end: number) =>
    spanGrid({ start, end }, 0.1).map((point) => point.silence_dur);

  test('a span ends on its own end, on the grid or not', () => {
    expect(spanGrid({ start: 2.17, end: 2.52 }, 0.1).map((p) => p.timestamp)).toEqual([
      2.17, 2.27, 2.37, 2.47, 2.52,
    ]);
    expect(silences(2.17, 2.52)).toEqual([0, 0.1, 0.2, 0.3, 0.35]);
    expect(silences(1.3, 1.5)).toEqual([0, 0.1, 0.2]);
  });

  test('spans under 0.1 s are not scored but keep their index, and the last one is the end', () => {
    const spans = [
      { start: 1, end: 1.5 },
      { start: 2.17, end: 2.265 },
      { start: 3, end: 4 },
    ];
    expect(scoredSpans(spans).map((s) => [s.span_index, s.label])).toEqual([
      [0, 'hold'],
      [2, 'eot'],
    ]);
  });

  test('events carry forward inside their span and never come in from before it', () => {
    const span = { start: 2.17, end: 2.52 };
    const events = [
      { timestamp: 2.4, p_eot: 0.7 },
      { timestamp: 2.1, p_eot: 0.9 },
      { timestamp: 2.3, p_eot: 0.4 },
      { timestamp: 2.35, p_eot: null },
    ];
    expect(scoresOnGrid(span, spanGrid(span, 0.1), events)).toEqual([0, 0, 0.4, 0.7, 0.7]);
  });

  test('a word is visible half a second after it ended; audio stops at the point', () => {
    const row = {
      messages: [{ role: 'assistant', content: 'How can I help?' }],
      words: [
        { word: ' hello ', start: 1.1, end: 1.4 },
        { word: '', start: 1.41, end: 1.42 },
        { word: 'there', start: 1.5, end: 1.9 },
      ],
    };
    expect(visibleMessages(row, 2.32).at(-1)).toEqual({ role: 'user', content: 'hello' });
    expect(visibleMessages(row, 2.4).at(-1)).toEqual({ role: 'user', content: 'hello there' });
    expect(visibleMessages(row, 1.5)).toEqual(row.messages);
    expect(causalSampleCount(2.41, 16000)).toBe(38560);
    expect(tailSampleCount(1.2, 16000)).toBe(19200);
  });
});
