/**
 * Scores one turn for `POST /v1/turn`: at each multiple of the requested interval, and between two of them when the score changes.
 * The benchmark's client asks for 0.1 s and reads the last score before a time that is on no multiple (0.2 s into a silence). With
 * multiples alone, that score would be up to 0.1 s old, or missing.
 */
import type { EngineChoices } from '../engine/session/session-setup.js';
import { turnScores } from '../engine/turn-scores.js';
import type { Inference } from '../inference/kernel.js';
import { INTERVAL_MIN_SEC, SAMPLE_RATE_HZ } from '../protocol/grid.js';
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
  /** p_eot at steps 1, 2, …: `scores[i]` depends on the samples before (i + 1) * stepSec. */
  const scores = steps.map(({ pEot }) => pEot);
  return onGrid(scores, stepSec, inferenceIntervalSec, audio.length / SAMPLE_RATE_HZ);
}

/** The engine's step in seconds: the smallest whole fraction of the interval that is at least INTERVAL_MIN_SEC. */
function engineStep(intervalSec: number): number {
  const parts = Math.floor(intervalSec / INTERVAL_MIN_SEC + 1e-9);
  return parts === 0 ? INTERVAL_MIN_SEC : intervalSec / parts;
}

/** The scores to answer, at least one. Each is the newest one that depends on nothing after its time. */
export function onGrid(
  scores: readonly number[],
  stepSec: number,
  intervalSec: number,
  durationSec: number,
): TurnScore[] {
  const multiples = Math.floor(durationSec / intervalSec + 1e-9);
  const asked = Array.from({ length: multiples }, (_, i) => (i + 1) * intervalSec);
  const changed = scores.flatMap((score, i) => (score === (scores[i - 1] ?? 0) ? [] : (i + 1) * stepSec));
  const wanted = (multiples === 0 ? [durationSec] : asked).concat(changed);
  const times = new Set(wanted.map((time) => Number(time.toFixed(6))));
  return [...times]
    .sort((a, b) => a - b)
    .map((timestamp) => ({ timestamp, p_eot: scores[Math.floor(timestamp / stepSec + 1e-4) - 1] ?? 0 }));
}
