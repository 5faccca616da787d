/** The product's engines behind the server: one inference pool, shared by every session. */
import { loadableAsrLanguages } from '../asr/asr-models.js';
import { createEnginePool } from '../engine/create-pool.js';
import { ENGINE_KERNELS } from '../engine/kernels.js';
import { streamSetup, type EngineChoices } from '../engine/stream-setup.js';
import { createStreamEngine } from '../engine/stream.js';
import type { ObservedCall } from '../inference/pool.js';
import { TurnwireError } from '../protocol/errors.js';
import { isLanguage } from '../protocol/languages.js';
import type { Endpoint } from '../protocol/names.js';
import type { EngineSource } from './engine-source.js';
import { scoreTurn } from './score-turn.js';

export interface EngineSourceOptions {
  readonly choices?: EngineChoices;
  /** Inference threads. Default: one per core. */
  readonly workers?: number;
  /** Wall milliseconds a transcript partial may wait for a worker before it is dropped. Default 250. */
  readonly skipPartialsAfterMs?: number;
}

/** Resolves once the models are loaded. */
export async function createEngineSource(options: EngineSourceOptions = {}): Promise<EngineSource> {
  const { choices, workers, skipPartialsAfterMs = 250 } = options;
  const listeners: ((call: ObservedCall) => void)[] = [];
  const pool = createEnginePool(workers, {
    skipPartialsAfterMs,
    observe: (call) => listeners.forEach((listener) => listener(call)),
  });
  try {
    await pool.warm(ENGINE_KERNELS);
  } catch (error) {
    await pool.close();
    throw error;
  }
  let open = true;
  return {
    asrLanguages: loadableAsrLanguages().filter(isLanguage),
    ready: (endpoint: Endpoint) => open && endpoint === 'stream',
    create: (session, sessionId) => {
      if (session.endpoint === 'room')
        throw new TurnwireError('internal', 'no_room_engine', 'rooms are not served');
      return createStreamEngine(streamSetup(session, sessionId, pool, choices));
    },
    scoreTurn: (request, sessionId) => scoreTurn(request, sessionId, pool, choices),
    observe: (listener) => void listeners.push(listener),
    load: () => pool.load(),
    close: () => {
      open = false;
      return pool.close();
    },
  };
}
