/** How kernels get model bytes and ONNX sessions, and the kernels that a thread has loaded. Used by inline.ts and worker-host.ts. */
import { InferenceSession } from 'onnxruntime-node';
import { readModel } from './catalogue.js';
import type { Kernel, KernelContext } from './kernel.js';
import { switchOffTelemetry } from './no-telemetry.js';

export const kernelContext: KernelContext = {
  modelBytes: readModel,
  createSession(model, options) {
    switchOffTelemetry();
    return InferenceSession.create(model, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
      ...options,
    });
  },
};

/** Loads each kernel at its first use and keeps it as long as the thread lives. */
export class LoadedKernels {
  private readonly loaded = new Map<string, Promise<(input: never) => Promise<unknown>>>();

  get<I, O>(kernel: Kernel<I, O>): Promise<(input: I) => Promise<O>> {
    let run = this.loaded.get(kernel.name);
    if (!run) {
      run = kernel.load(kernelContext);
      this.loaded.set(kernel.name, run);
    }
    return run as Promise<(input: I) => Promise<O>>;
  }
}
