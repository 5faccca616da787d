/** An inference whose every call is booked on one session, also where a capability does not name it. */
import type { Inference } from './kernel.js';

export function inferenceForSession(inference: Inference, session: string): Inference {
  return {
    call: (kernel, input, options) => inference.call(kernel, input, { session, ...options }),
    warm: (kernels) => inference.warm(kernels),
    close: () => inference.close(),
  };
}
