/** Gives the server the product's engines, with one inference pool for all sessions. */
import { loadableAsrLanguages } from '../asr/decodable-languages.js';
import { AgentChannel, type TimedAgentSpeech } from '../engine/session/agent-channel.js';
import { createEnginePool } from '../engine/workers/create-pool.js';
import { createEngine } from '../engine/create-engine.js';
import { ENGINE_KERNELS } from '../engine/workers/kernels.js';
import { DEFAULT_SCORER } from '../engine/session/scorers.js';
import type { RoomChoices } from '../engine/room/room-setup.js';
import { inferenceForSession } from '../inference/for-session.js';
import type { InferencePool, ObservedCall } from '../inference/pool.js';
import { TurnwireError } from '../protocol/errors.js';
import { policyFor } from '../operating-points/policies.js';
import { PUBLISHED_POINTS } from '../operating-points/published.js';
import { selectPoint } from '../operating-points/select.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { firstLanguage } from '../protocol/languages.js';
import type { EngineSource } from './engine-source.js';
import { scoreTurn } from './score-turn.js';

/**
 * Niceness of the threads that decode. On few cores short calls then go before decoding: of two busy threads the nicer one gets
 * about a quarter of the core.
 */
const LONG_CALL_NICE = 5;

export interface EngineSourceOptions {
  readonly choices?: RoomChoices;
  /** Inference threads. Default: one per core. */
  readonly workers?: number;
}

/** Resolves when the models are loaded. */
export async function createEngineSource(options: EngineSourceOptions = {}): Promise<EngineSource> {
  const { choices, workers } = options;
  const listeners: ((call: ObservedCall) => void)[] = [];
  const pool = createEnginePool(workers, {
    // A decode can take 150 ms: voice activity and scores of other sessions must not wait for it.
    hasExpressLane: true,
    longCallNice: LONG_CALL_NICE,
    observe: (call) => listeners.forEach((listener) => listener(call)),
  });
  try {
    await warmInstalled(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
  let open = true;
  return {
    asrLanguages: loadableAsrLanguages(),
    ready: () => open,
    // Events are awaited in real time here, so pauses are judged ahead of the steps that need the score.
    create: (session, sessionId, onTrace) =>
      createEngine(session, sessionId, inferenceForSession(pool, sessionId), {
        ...choices,
        judgeAhead: true,
        onTrace,
      }),
    policy: ({ endpoint, eot, language }) => {
      const { points = PUBLISHED_POINTS, policies, scorer = DEFAULT_SCORER } = choices ?? {};
      const first = firstLanguage(language);
      return policyFor(endpoint, selectPoint(eot, endpoint, first, points).profile, first, policies, scorer);
    },
    agentSpeech: (samples) => agentSpeechIn(samples, new AgentChannel(inferenceForSession(pool, 'page'))),
    scoreTurn: (request, sessionId) =>
      scoreTurn(request, sessionId, inferenceForSession(pool, sessionId), choices),
    observe: (listener) => void listeners.push(listener),
    load: () => pool.load(),
    close: () => {
      open = false;
      return pool.close();
    },
  };
}

async function agentSpeechIn(samples: Int16Array, channel: AgentChannel): Promise<TimedAgentSpeech[]> {
  const messages: TimedAgentSpeech[] = [];
  for (let at = 0; at < samples.length; at += SAMPLE_RATE_HZ)
    messages.push(...(await channel.push(samples.subarray(at, at + SAMPLE_RATE_HZ))));
  return messages;
}

/** Loads every kernel whose model is installed. The models of kernels that are not required may be missing. */
async function warmInstalled(pool: InferencePool): Promise<void> {
  for (const kernel of ENGINE_KERNELS) {
    try {
      await pool.warm([kernel]);
    } catch (error) {
      const isMissing = error instanceof TurnwireError && error.code === 'model_missing';
      if (kernel.isRequired || !isMissing) throw error;
    }
  }
}
