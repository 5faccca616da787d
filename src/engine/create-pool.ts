/** The inference pool with the engines' kernels. */
import { createInferencePool, type InferencePool } from '../inference/pool.js';

/** @param workers threads; default one per core. */
export function createEnginePool(workers?: number): InferencePool {
  // Workers run compiled code, also when this file is loaded from source by a test.
  const here = import.meta.url.replace('/src/engine/', '/dist/engine/');
  return createInferencePool({ workerUrl: new URL('./inference-worker.js', here), workers });
}
