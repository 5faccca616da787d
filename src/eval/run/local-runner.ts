/**
 * Runs sessions on the engines in this process. A whole recording is pushed at once: the log does not depend on chunks.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createEnginePool } from '../../engine/workers/create-pool.js';
import { createEngine } from '../../engine/create-engine.js';
import type { Engine } from '../../engine/session/engine.js';
import type { EngineChoices } from '../../engine/session/session-setup.js';
import { turnScores } from '../../engine/turn-scores.js';
import type { Inference } from '../../inference/kernel.js';
import type { WireEvent } from '../../protocol/events.js';
import { parseSessionStart } from '../../protocol/session-start.js';
import { inTurn } from '../../protocol/timed-messages.js';
import type { ScoreRequest, SessionRequest, SessionRunner, TimedScore } from './session-runner.js';

/** @param jobs recordings at the same time. There are no more threads than cores, because each holds every model. */
export function createLocalRunner(choices: EngineChoices, jobs: number): SessionRunner {
  const pool = createEnginePool(Math.min(jobs, availableParallelism()));
  return {
    events: async (request) => {
      const session = parseSessionStart(request.start, request.endpoint);
      return runSession(createEngine(session, sessionId(request.name), pool, choices), request);
    },
    scores: (request) => scoreTurn(request, pool, choices),
    close: () => pool.close(),
  };
}

async function runSession(engine: Engine, { audio, controls }: SessionRequest): Promise<WireEvent[]> {
  await engine.prepare();
  const events = engine.start();
  for (const part of inTurn(audio, 0, [...controls]))
    events.push(...(await (part instanceof Int16Array ? engine.push(part) : engine.control(part.message))));
  return events.concat(await engine.end());
}

async function scoreTurn(
  request: ScoreRequest,
  inference: Inference,
  choices: EngineChoices,
): Promise<TimedScore[]> {
  const { name, endpoint, audio, intervalSec } = request;
  const start = { ...request.start, inference_interval: intervalSec };
  const scores = await turnScores(start, audio, sessionId(name), inference, choices, endpoint);
  return scores.map(({ t, pEot }) => ({ timestamp: t, p_eot: pEot }));
}

/** The id of a session. Equal names give equal ids, and so equal logs. */
function sessionId(name: string): string {
  return `eval_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}
