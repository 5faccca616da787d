/** Formats a sweep as text for a terminal. Called by `turnwire sweep` without --json. */
import { reportPointAtCutoff, reportPointAtLatency } from './operating-points.js';
import type { PolicyRow } from './policy-sweep.js';
import { cutoffAtLatency, fineSilenceBaseline, latencyAtCutoff } from '../silences/silence-baseline.js';
import type { SweepResult } from './summary.js';

/** Printed if no action delay of the grid is usable with any of its timeouts. */
const NO_POLICY = 'no policy: every action delay is below the score point or above every timeout';

/** Prints counts and ranking, then a line for each budget: cut-offs of 2, 5 and 10 %, latencies of 300 and 600 ms. */
export function formatSweep({ summary, policies, scores }: SweepResult): string {
  const mode =
    summary.score_mode === 'max'
      ? 'any score of a span may fire'
      : `score at ${summary.score_point_s} s of silence`;
  const holds = scores.filter(({ span }) => span.label === 'hold');
  // The fine baseline, as in reports: the few delays of the sweep would make silence look worse than it is.
  const silence = fineSilenceBaseline(
    holds.map(({ span }) => span.durationSec),
    summary.n_eot_spans,
  );
  const lines = [
    `${summary.n_hold_spans} holds of ${summary.min_hold_span_duration} to ${summary.max_hold_span_duration} s, ${summary.n_eot_spans} ends; ${mode}`,
    `AUC ${number(summary.auc, 4)}  AP ${number(summary.ap, 4)}  mean frontier latency 0-10 % ${seconds(summary.mean_frontier_latency_0_10)}`,
    '',
    'budget         mean latency  cut-offs  detected  threshold  action delay  timeout  silence only',
    ...[0.02, 0.05, 0.1].map((budget) =>
      line(
        `${budget * 100} % cut-offs`,
        reportPointAtCutoff(policies, budget),
        seconds(latencyAtCutoff(silence, budget)),
      ),
    ),
    ...[0.3, 0.6].map((budget) =>
      line(
        `${budget * 1000} ms`,
        reportPointAtLatency(policies, budget),
        percent(cutoffAtLatency(silence, budget)),
      ),
    ),
    '',
    ...(policies.length === 0 ? [NO_POLICY, ''] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function line(budget: string, point: PolicyRow | null, silence: string): string {
  const cells = point
    ? [
        seconds(point.mean_latency).padStart(12),
        percent(point.cutoff_rate).padStart(8),
        percent(point.detect_rate).padStart(8),
        number(point.threshold, 2).padStart(9),
        seconds(point.action_delay).padStart(12),
        seconds(point.timeout).padStart(7),
      ]
    : ['no policy'.padStart(12), ...[8, 8, 9, 12, 7].map((width) => '-'.padStart(width))];
  return [budget.padEnd(13), ...cells, silence.padStart(12)].join('  ');
}

const number = (value: number | null, digits: number) => (value === null ? '-' : value.toFixed(digits));
const seconds = (value: number | null) => (value === null ? '-' : `${value.toFixed(3)} s`);
const percent = (value: number | null) => (value === null ? '-' : `${(value * 100).toFixed(1)} %`);
