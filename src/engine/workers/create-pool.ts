/** The inference pool with the engines' kernels. */
import { createInferencePool, type InferencePool, type PoolOptions } from '../../inference/pool.js';

/**
 * Inference in worker threads, for any number of sessions. Its threads keep the process alive until `close`.
 * @param workers threads; default one per core, each some 350 MB with every model loaded.
 */
export function createEnginePool(
  workers?: number,
  options: Omit<PoolOptions, 'workerUrl' | 'workers'> = {},
): InferencePool {
  // Workers run compiled code, also when this file is loaded from source by a test.
  const here = import.meta.url.replace('/src/engine/', '/dist/engine/');
  return createInferencePool({ workerUrl: new URL('./inference-worker.js', here), workers, ...options });
}
