/** Inference in this thread: the simplest form, for tests, scripts and single files. */
import { TurnwireError } from '../protocol/errors.js';
import type { Inference } from './kernel.js';
import { LoadedKernels } from './session.js';

/**
 * Each call blocks the thread while its model runs; priorities mean nothing here. A call rejects with a TurnwireError:
 * kind `model` where a file is missing or damaged, `internal` after `close`.
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
