/**
 * Scores one turn for `POST /v1/turn` with the stream engine itself: p_eot at each step of its grid, 0 while someone
 * speaks. The turn is never ended, so that every silence of it is scored to its end.
 */
import { streamSetup, type EngineChoices } from '../engine/stream-setup.js';
import { createStreamEngine } from '../engine/stream.js';
import type { Inference } from '../inference/kernel.js';
import { INTERVAL_MAX_SEC, INTERVAL_MIN_SEC, SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { parseSessionStart } from '../protocol/session-start.js';
import type { TurnRequest, TurnScore } from './engine-source.js';

const NEVER = { threshold: 2, actionDelaySec: Infinity, timeoutSec: Infinity } as const;

export async function scoreTurn(
  request: TurnRequest,
  sessionId: string,
  inference: Inference,
  choices: EngineChoices = {},
): Promise<TurnScore[]> {
  const { audio, messages, inferenceIntervalSec } = request;
  const stepSec = engineStep(inferenceIntervalSec);
  const session = parseSessionStart({ inference_interval: stepSec, idle_timeout_s: 0, messages }, 'stream');
  /** p_eot at step 1, 2, …: `scores[i]` has heard the samples before (i + 1) * stepSec. */
  const scores: number[] = [];
  const setup = streamSetup(session, sessionId, inference, {
    ...choices,
    onTrace: ({ p_eot }) => scores.push(p_eot ?? 0),
  });
  const engine = createStreamEngine({ ...setup, limits: () => NEVER });
  engine.start();
  await engine.push(audio);
  await engine.end();
  return onGrid(scores, stepSec, inferenceIntervalSec, audio.length / SAMPLE_RATE_HZ);
}

/** The engine's step: the interval itself where the engine can do it, else a whole fraction of it or the smallest. */
export function engineStep(intervalSec: number): number {
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
