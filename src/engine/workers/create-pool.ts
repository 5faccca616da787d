/** Creates the inference pool with the kernels of all engines. */
import { createInferencePool, type InferencePool, type PoolOptions } from '../../inference/pool.js';

/**
 * Inference in worker threads, for any number of sessions. The threads keep the process alive until `close`.
 * @param workers threads; default one per core. Each uses about 350 MB, and about as much again once it decodes more
 * than English
 */
export function createEnginePool(
  workers?: number,
  options: Omit<PoolOptions, 'workerUrl' | 'workers'> = {},
): InferencePool {
  // Workers run compiled code, even if a test loads this file from source.
  const here = import.meta.url.replace('/src/engine/', '/dist/engine/');
  return createInferencePool({ workerUrl: new URL('./inference-worker.js', here), workers, ...options });
}
