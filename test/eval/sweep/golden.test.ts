// The whole method against vectors made by the benchmark's own code. They are not part of this
// repository; without them these tests are skipped and micro-examples.test.ts still runs.
import { scoredSpans } from '../../../src/eval/silences/silence-spans.js';
import { holdDurations } from '../../../src/eval/silences/counted-holds.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  paretoFrontier,
  reportPointAtCutoff,
  reportPointAtLatency,
} from '../../../src/eval/sweep/operating-points.js';
import { spanGrid } from '../../../src/eval/sweep/prediction-grid.js';
import { round6 } from '../../../src/eval/basics/rounding.js';
import {
  cutoffAtLatency,
  fineSilenceBaseline,
  latencyAtCutoff,
} from '../../../src/eval/silences/silence-baseline.js';
import { sweep } from '../../../src/eval/sweep/summary.js';
import type { ScoreMode } from '../../../src/eval/sweep/score-mode.js';
import type { Prediction } from '../../../src/eval/sweep/counted-spans.js';

const folder = fileURLToPath(new URL('../../../../shared/eval/golden/', import.meta.url));
const cases = existsSync(folder) ? readdirSync(folder).filter((f) => f.startsWith('case_')) : [];

type Json = any; // eslint-disable-line @typescript-eslint/no-explicit-any
/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-argument */

describe.skipIf(cases.length === 0)('golden vectors (../shared/eval/golden)', () => {
  for (const file of cases) {
    const golden: Json = JSON.parse(readFileSync(folder + file, 'utf8'));
    const { config } = golden;
    const predictions: Prediction[] = golden.predictions.map(
      ([id, span_index, timestamp, silence_dur, p_eot, label]: Json[]) => ({
        id,
        span_index,
        timestamp,
        silence_dur,
        p_eot,
        label,
      }),
    );
    const rows = golden.rows.map(({ id, silence_spans }: Json) => ({
      id,
      silence_spans: silence_spans.map(([start, end]: number[]) => ({ start, end })),
    }));

    describe(file, () => {
      test('grid and span set', () => {
        const spans = rows.flatMap((row: Json) =>
          scoredSpans(row.silence_spans).map((span) => ({ id: row.id, ...span })),
        );
        expect(
          spans.map((s: Json) => [
            s.id,
            s.span_index,
            s.label,
            round6(s.start),
            round6(s.end),
            round6(s.end - s.start),
          ]),
        ).toEqual(golden.span_set);
        expect(
          spans.flatMap((s: Json) =>
            spanGrid(s, config.inference_interval).map((point) => [
              s.id,
              s.span_index,
              point.timestamp,
              point.silence_dur,
              s.label,
            ]),
          ),
        ).toEqual(
          golden.predictions.map(([id, index, at, silence, , label]: Json[]) => [
            id,
            index,
            at,
            silence,
            label,
          ]),
        );
      });

      test('fine silence-only baseline', () => {
        const bounds = {
          minHoldSec: config.min_hold_span_duration,
          maxHoldSec: config.max_hold_span_duration,
        };
        const fine = fineSilenceBaseline(holdDurations(rows, bounds), rows.length);
        const expected = golden.expected_fine_vad;
        expect(fine.rows.length).toBe(expected.n_grid);
        expect(fine.rows[0]).toMatchObject(expected.first);
        expect(fine.rows.at(-1)).toMatchObject(expected.last);
        expect(cutoffAtLatency(fine, 0.3)).toBe(expected['cutoff_at_latency_0.3']);
        expect(cutoffAtLatency(fine, 0.6)).toBe(expected['cutoff_at_latency_0.6']);
        expect(latencyAtCutoff(fine, 0.05)).toBe(expected['latency_at_cutoff_0.05']);
        expect(latencyAtCutoff(fine, 0.1)).toBe(expected['latency_at_cutoff_0.10']);
      });

      for (const kind of ['score_point', 'max'] as const)
        test(kind, () => {
          const mode: ScoreMode = kind === 'max' ? { kind } : { kind, atSec: config.score_point_s as number };
          const expected = golden.expected[kind];
          const { summary, scores, policies, silence } = sweep(predictions, {
            mode,
            grid: {
              thresholds: config.thresholds ?? undefined,
              actionDelays: config.action_delays ?? undefined,
              timeouts: config.timeouts ?? undefined,
            },
            bounds: {
              minHoldSec: config.min_hold_span_duration,
              maxHoldSec: config.max_hold_span_duration,
            },
          });

          const { auc, ap, mean_frontier_latency_0_10, ...exact } = expected.summary;
          expect(summary).toMatchObject(exact);
          expect(Object.keys(summary)).toEqual(Object.keys(expected.summary));
          expect(Math.abs(summary.auc! - auc)).toBeLessThanOrEqual(1e-12);
          expect(Math.abs(summary.ap! - ap)).toBeLessThanOrEqual(1e-12);
          expect(summary.mean_frontier_latency_0_10).toBe(mean_frontier_latency_0_10);

          expect(
            scores.map(({ span, score, scoreTimeSec }) => [
              span.id,
              span.span_index,
              span.label,
              span.durationSec,
              score,
              scoreTimeSec,
            ]),
          ).toEqual(expected.score_table);

          const frontier = paretoFrontier(policies);
          const byPolicy = new Map(policies.map((p) => [`${p.threshold} ${p.action_delay} ${p.timeout}`, p]));
          for (const row of expected.sweep_rows) {
            const p = byPolicy.get(`${row[0]} ${row[1]} ${row[2]}`)!;
            expect([
              p.threshold,
              p.action_delay,
              p.timeout,
              p.cutoff_rate,
              p.mean_latency,
              p.timeout_rate,
              p.detect_rate,
              p.f1,
              frontier.includes(p),
            ]).toEqual(row);
          }
          expect(
            frontier.map((p) => [p.mean_latency, p.cutoff_rate, p.threshold, p.action_delay, p.timeout]),
          ).toEqual(expected.pareto);

          const totals = expected.sweep_totals;
          expect(policies.length).toBe(totals.n_model_rows);
          expect(frontier.length).toBe(totals.n_pareto);
          for (const column of ['cutoff_rate', 'mean_latency', 'detect_rate', 'f1'] as const) {
            const sum = policies.reduce((total, p) => total + p[column], 0);
            expect(Math.abs(sum - totals[`sum_${column}`])).toBeLessThanOrEqual(1e-9 * 10);
          }

          expect(
            silence.map((r) => [r.delay, r.cutoff_rate, r.mean_latency, r.detect_rate, r.timeout_rate, r.f1]),
          ).toEqual(expected.vad_rows);

          for (const point of expected.report_latency_budget_points)
            expectPoint(reportPointAtLatency(policies, point.budget_value), point);
          for (const point of expected.report_cutoff_budget_points)
            expectPoint(reportPointAtCutoff(policies, point.budget_value), point);
        });
    });
  }
});

function expectPoint(found: object | null, point: Json): void {
  expect(found !== null).toBe(point.feasible);
  if (found === null) return;
  const { threshold, action_delay, timeout, cutoff_rate, mean_latency, detect_rate, timeout_rate } = point;
  expect(found).toMatchObject({
    threshold,
    action_delay,
    timeout,
    cutoff_rate,
    mean_latency,
    detect_rate,
    timeout_rate,
  });
}
