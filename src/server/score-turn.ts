/** Scores one turn for `POST /v1/turn`: the engine's scores, put on the grid that the request asks for. */
import type { EngineChoices } from '../engine/stream-setup.js';
import { turnScores } from '../engine/turn-scores.js';
import type { Inference } from '../inference/kernel.js';
import { INTERVAL_MAX_SEC, INTERVAL_MIN_SEC, SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { TurnRequest, TurnScore } from './engine-source.js';

export async function scoreTurn(
  request: TurnRequest,
  sessionId: string,
  inference: Inference,
  choices: EngineChoices = {},
): Promise<TurnScore[]> {
  const { audio, messages, inferenceIntervalSec } = request;
  const stepSec = engineStep(inferenceIntervalSec);
  const start = { inference_interval: stepSec, messages };
  const steps = await turnScores(start, audio, sessionId, inference, choices);
  /** p_eot at step 1, 2, …: `scores[i]` has heard the samples before (i + 1) * stepSec. */
  const scores = steps.map(({ pEot }) => pEot);
  return onGrid(scores, stepSec, inferenceIntervalSec, audio.length / SAMPLE_RATE_HZ);
}

/** The engine's step: the interval itself where the engine can do it, else a whole fraction of it or the smallest. */
function engineStep(intervalSec: number): number {
  if (intervalSec > INTERVAL_MAX_SEC) return intervalSec / Math.ceil(intervalSec / INTERVAL_MAX_SEC);
  return Math.max(intervalSec, INTERVAL_MIN_SEC);
}

/** At every multiple of the interval the newest score that has heard no more than that; at least one event. */
export function onGrid(
  scores: readonly number[],
  stepSec: number,
  intervalSec: number,
  durationSec: number,
): TurnScore[] {
  const count = Math.floor(durationSec / intervalSec + 1e-9);
  const times = Array.from({ length: count }, (_, i) => (i + 1) * intervalSec);
  if (count === 0) times.push(durationSec);
  return times.map((time) => ({
    timestamp: Number(time.toFixed(6)),
    p_eot: scores[Math.floor(time / stepSec + 1e-9) - 1] ?? 0,
  }));
}
