/** Inference in the calling thread, for tests, scripts and `run` on a single recording. */
import { TurnwireError } from '../protocol/errors.js';
import type { Inference } from './kernel.js';
import { LoadedKernels } from './session.js';

/**
 * Each call blocks the thread while its model runs; lanes and priorities have no effect. A call rejects with a TurnwireError of
 * kind `model` if a file is missing or damaged, and of kind `internal` after `close`.
 */
export function createInlineInference(): Inference {
  const kernels = new LoadedKernels();
  let closed = false;
  return {
    async call(kernel, input) {
      if (closed)
        throw new TurnwireError('internal', 'inference_closed', 'inference was closed before this call');
      return (await kernels.get(kernel))(input);
    },
    async warm(list) {
      for (const kernel of list) await kernels.get(kernel);
    },
    async close() {
      closed = true;
    },
  };
}
