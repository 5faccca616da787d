/** The product's engines behind the server: one inference pool, shared by every session. */
import { loadableAsrLanguages } from '../asr/asr-models.js';
import { createEnginePool } from '../engine/create-pool.js';
import { createEngine } from '../engine/create-engine.js';
import { ENGINE_KERNELS } from '../engine/kernels.js';
import type { RoomChoices } from '../engine/room-setup.js';
import type { ObservedCall } from '../inference/pool.js';
import type { EngineSource } from './engine-source.js';
import { scoreTurn } from './score-turn.js';

export interface EngineSourceOptions {
  readonly choices?: RoomChoices;
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
    asrLanguages: loadableAsrLanguages(),
    ready: () => open,
    create: (session, sessionId) => createEngine(session, sessionId, pool, choices),
    scoreTurn: (request, sessionId) => scoreTurn(request, sessionId, pool, choices),
    observe: (listener) => void listeners.push(listener),
    load: () => pool.load(),
    close: () => {
      open = false;
      return pool.close();
    },
  };
}
