// Properties of the sweep on random tables, against a version that follows the rules span by span.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedSpans, type Prediction } from '../../../src/eval/sweep/counted-spans.js';
import { areaUnderRoc, averagePrecision } from '../../../src/eval/sweep/ranking.js';
import type { ScoreMode } from '../../../src/eval/sweep/score-mode.js';
import { sweep } from '../../../src/eval/sweep/summary.js';

const EPS = 1e-9;

const spanShape = fc.record({
  label: fc.constantFrom('hold' as const, 'eot' as const),
  scores: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 3, maxLength: 40 }),
});

const table = fc
  .array(spanShape, { minLength: 2, maxLength: 25 })
  .filter((spans) => new Set(spans.map((s) => s.label)).size === 2)
  .map((spans) =>
    spans.flatMap(({ label, scores }, i) =>
      scores.map((score, k): Prediction => ({
        id: `t${i}`,
        span_index: 0,
        silence_dur: k / 10,
        p_eot: score / 10,
        label,
      })),
    ),
  );

/** The rules of section 7, one span at a time. */
function plainPolicy(
  predictions: Prediction[],
  mode: ScoreMode,
  threshold: number,
  delay: number,
  timeout: number,
) {
  let cut = 0;
  let holds = 0;
  let detected = 0;
  const latencies: number[] = [];
  for (const span of countedSpans(predictions)) {
    const fires = [...span.silenceSec].filter(
      (silence, i) =>
        span.pEot[i]! > threshold && (mode.kind === 'max' || Math.abs(silence - mode.atSec) < 1e-6),
    );
    const at = Math.max(delay, fires[0] ?? Infinity);
    if (span.label === 'hold') {
      holds++;
      if (span.durationSec > timeout + EPS || span.durationSec > at + EPS) cut++;
    } else if (at <= timeout + EPS) {
      detected++;
      latencies.push(at);
    } else latencies.push(timeout);
  }
  const mean = latencies.reduce((sum, x) => sum + x, 0) / latencies.length;
  return { cutoff_rate: cut / holds, detect_rate: detected / latencies.length, mean };
}

describe.each([
  ['score_point', { kind: 'score_point', atSec: 0.2 }],
  ['max', { kind: 'max' }],
] as [string, ScoreMode][])('%s', (_name, mode) => {
  test('the sweep equals the rules followed span by span', () => {
    const grid = {
      thresholds: [0, 0.25, 0.5, 0.9],
      actionDelays: [0.2, 0.5, 1],
      timeouts: [0.6, 1, 2],
    };
    fc.assert(
      fc.property(table, (predictions) => {
        for (const p of sweep(predictions, { mode, grid }).policies) {
          const plain = plainPolicy(predictions, mode, p.threshold, p.action_delay, p.timeout);
          expect(p.cutoff_rate).toBe(plain.cutoff_rate);
          expect(p.detect_rate).toBe(plain.detect_rate);
          expect(p.mean_latency).toBeCloseTo(plain.mean, 12);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('perfect scores cut nobody off at the smallest delay', () => {
    fc.assert(
      fc.property(table, (predictions) => {
        const perfect = predictions.map((p) => ({ ...p, p_eot: p.label === 'eot' ? 1 : 0 }));
        const { summary } = sweep(perfect, { mode, grid: { timeouts: [10] } });
        for (const point of Object.values(summary.operating_points)) {
          expect(point).toMatchObject({ cutoff_rate: 0, detect_rate: 1, action_delay: 0.2 });
          expect(point!.mean_latency).toBeCloseTo(0.2, 12);
        }
        expect(summary.auc).toBe(1);
      }),
      { numRuns: 50 },
    );
  });

  test('the order of the rows does not matter', () => {
    fc.assert(
      fc.property(table, (predictions) => {
        const { summary } = sweep(predictions, { mode });
        expect(sweep(predictions.toReversed(), { mode }).summary).toEqual(summary);
      }),
      { numRuns: 10 },
    );
  });
});

describe('ranking', () => {
  const scores = fc.array(
    fc.integer({ min: 0, max: 8 }).map((x) => x / 8),
    { minLength: 1, maxLength: 30 },
  );

  test('AUC is the share of pairs in order, ties half', () => {
    fc.assert(
      fc.property(scores, scores, (eot, hold) => {
        let pairs = 0;
        for (const e of eot) for (const h of hold) pairs += e > h ? 1 : e === h ? 0.5 : 0;
        expect(areaUnderRoc(eot, hold)).toBeCloseTo(pairs / (eot.length * hold.length), 12);
      }),
    );
  });

  test('average precision walks the distinct scores', () => {
    fc.assert(
      fc.property(scores, scores, (eot, hold) => {
        let sum = 0;
        let recall = 0;
        for (const cut of [...new Set([...eot, ...hold])].sort((a, b) => b - a)) {
          const tp = eot.filter((s) => s >= cut).length;
          const fp = hold.filter((s) => s >= cut).length;
          sum += (tp / eot.length - recall) * (tp / (tp + fp));
          recall = tp / eot.length;
        }
        expect(averagePrecision(eot, hold)).toBeCloseTo(sum, 12);
      }),
    );
  });
});
