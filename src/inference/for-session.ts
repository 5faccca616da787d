/** An inference that counts every call as one session's, even if the capability that calls it names no session. */
import type { Inference } from './kernel.js';

export function inferenceForSession(inference: Inference, session: string): Inference {
  return {
    call: (kernel, input, options) => inference.call(kernel, input, { session, ...options }),
    warm: (kernels) => inference.warm(kernels),
    close: () => inference.close(),
  };
}
