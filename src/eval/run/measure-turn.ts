/**
 * Measures a complete turn: its scores in each silence (method `eot-bench`), and the events of a session by each profile
 * (method `service`). Called by evaluate-row.ts.
 */
import { scoredSpans } from '../silences/silence-spans.js';
import type { ProfileName } from '../../protocol/names.js';
import type { TurnRow } from '../corpora/corpus-format.js';
import { requireScorableEnd } from '../corpora/turn-labels.js';
import { scoresOnGrid, spanGrid } from '../sweep/prediction-grid.js';
import type { RowResult } from '../results/row-result.js';
import { startOf, withTail, type RowPlan } from './row-plan.js';
import type { SessionRunner } from './session-runner.js';

/** Step of the prediction grid inside a span, in seconds. The benchmark fixes it. */
const PREDICTION_STEP_SEC = 0.1;

export async function measureTurn(row: TurnRow, audio: Int16Array, plan: RowPlan, runner: SessionRunner) {
  const result: Pick<RowResult, 'silence_spans' | 'spans' | 'service'> = { silence_spans: row.silence_spans };
  if (plan.methods.includes('eot-bench')) result.spans = await scoreSpans(row, audio, plan, runner);
  if (plan.methods.includes('service')) {
    result.service = {};
    for (const profile of plan.profiles)
      result.service[profile] = await runProfile(row, audio, profile, plan, runner);
  }
  return result;
}

async function scoreSpans(row: TurnRow, audio: Int16Array, plan: RowPlan, runner: SessionRunner) {
  requireScorableEnd(row);
  const scores = await runner.scores({
    name: row.id,
    endpoint: plan.endpoint,
    start: startOf(row, plan),
    audio,
    intervalSec: plan.scoreIntervalSec,
  });
  return scoredSpans(row.silence_spans).map((span) => {
    const grid = spanGrid(span, PREDICTION_STEP_SEC);
    const onGrid = scoresOnGrid(span, grid, scores);
    const points = grid.map(({ timestamp, silence_dur }, i): [number, number, number] => [
      timestamp,
      silence_dur,
      onGrid[i]!,
    ]);
    return { span_index: span.span_index, label: span.label, points };
  });
}

async function runProfile(
  row: TurnRow,
  audio: Int16Array,
  profile: ProfileName,
  plan: RowPlan,
  runner: SessionRunner,
) {
  const events = await runner.events({
    name: `${row.id} ${profile}`,
    endpoint: plan.endpoint,
    start: { ...startOf(row, plan), eot: { profile } },
    audio: withTail(audio, plan),
    controls: [],
  });
  const turn_ends = events.flatMap((event) => {
    if (event.type !== 'turn.end') return [];
    const { t, by, p_eot, latency_ms } = event;
    return [{ t, by, p_eot, latency_ms }];
  });
  return { turn_ends, resumed: events.filter(({ type }) => type === 'turn.resumed').length };
}
