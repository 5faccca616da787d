/** The KernelContext every thread uses: catalogue lookup plus single-threaded onnxruntime-node sessions. */
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

/** Loads each kernel at most once and keeps it for the life of the thread. */
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
