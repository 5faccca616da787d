// Runs sessions on the engines in this process. The whole recording goes in at once: logs do not depend on it.
import { createHash } from 'node:crypto';
import { createEnginePool } from '../../engine/create-pool.js';
import { createEngine } from '../../engine/create-engine.js';
import type { Engine } from '../../engine/engine.js';
import { streamSetup, type EngineChoices } from '../../engine/stream-setup.js';
import { createStreamEngine } from '../../engine/stream.js';
import type { Inference } from '../../inference/kernel.js';
import type { WireEvent } from '../../protocol/events.js';
import { parseSessionStart } from '../../protocol/session-start.js';
import type { ScoreRequest, SessionRequest, SessionRunner, TimedScore } from './session-runner.js';

/** A policy that never ends a turn, so that each silence is scored to its end. */
const NEVER_END = { threshold: 2, actionDelaySec: Infinity, timeoutSec: Infinity } as const;

export function createLocalRunner(choices: EngineChoices, workers: number): SessionRunner {
  const pool = createEnginePool(workers);
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
  const events = engine.start();
  let sent = 0;
  for (const { atSample, message } of controls) {
    const until = Math.min(atSample, audio.length);
    events.push(...(await engine.push(audio.subarray(sent, until))), ...(await engine.control(message)));
    sent = until;
  }
  events.push(...(await engine.push(audio.subarray(sent))), ...(await engine.end()));
  return events;
}

async function scoreTurn(
  request: ScoreRequest,
  inference: Inference,
  choices: EngineChoices,
): Promise<TimedScore[]> {
  const { name, audio, messages, language, intervalSec } = request;
  const session = parseSessionStart(
    { inference_interval: intervalSec, idle_timeout_s: 0, messages, language: { pin: language } },
    'stream',
  );
  const scores: TimedScore[] = [];
  const setup = streamSetup(session, sessionId(name), inference, {
    ...choices,
    onTrace: ({ t, p_eot }) => scores.push({ timestamp: t, p_eot: p_eot ?? 0 }),
  });
  const engine = createStreamEngine({ ...setup, limits: () => NEVER_END });
  engine.start();
  await engine.push(audio);
  await engine.end();
  return scores;
}

/** Equal names give equal logs. */
function sessionId(name: string): string {
  return `eval_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}
