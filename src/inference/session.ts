/** How kernels get model bytes and ONNX sessions, and the kernels that a thread has loaded. Used by inline.ts and worker-host.ts. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { locateModel, modelFile, openModel, readModel } from './catalogue.js';
import type { Kernel, KernelContext } from './kernel.js';
import { WEIGHTS_FOLDER } from './model-source.js';
import { decodeModel } from './onnx/onnx-graph.js';
import { modelBytes } from './onnx/onnx-write.js';
import { switchOffTelemetry } from './no-telemetry.js';

/** Bytes from which a model file's constants stay in the file. Chosen by hand: reading a smaller file twice costs more. */
const LEAST_REWRITTEN = 1_000_000;

export const kernelContext: KernelContext = {
  modelBytes: readModel,
  openModel,
  createSession(model, options) {
    switchOffTelemetry();
    return InferenceSession.create(model, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
      // Sounds have all lengths: an arena would keep the most that any one needed, and a plan of one length serves no other.
      enableCpuMemArena: false,
      enableMemPattern: false,
      ...options,
      extra: {
        ...options?.extra,
        session: {
          model_external_initializers_file_folder_path: WEIGHTS_FOLDER,
          ...(options?.extra?.session as object | undefined),
        },
      },
    });
  },
  async modelSession(id, options) {
    const source = await openModel(id);
    const folder = folderOfData(id);
    if (folder) {
      const session = await kernelContext.createSession(source.bytes, withWeightsIn(folder, options));
      source.release();
      return session;
    }
    if (source.bytes.length >= LEAST_REWRITTEN) {
      const model = decodeModel(source.bytes);
      const bytes = modelBytes(model, model.graph!, [source]);
      source.release();
      return kernelContext.createSession(bytes, options);
    }
    const session = await kernelContext.createSession(source.bytes, options);
    source.release();
    return session;
  },
};

/**
 * The folder of a model file whose constants lie in a second file beside it, as the standard export of a large model has them
 * (`encoder_model.onnx_data`); undefined if there is none.
 */
function folderOfData(id: string): string | undefined {
  const file = locateModel(modelFile(id));
  return file !== undefined && existsSync(`${file}_data`) ? path.dirname(file) : undefined;
}

/** The options with another folder in which onnxruntime looks for constants. */
function withWeightsIn(
  folder: string,
  options: InferenceSession.SessionOptions = {},
): InferenceSession.SessionOptions {
  const session = {
    ...(options.extra?.session as object | undefined),
    model_external_initializers_file_folder_path: folder,
  };
  return { ...options, extra: { ...options.extra, session } };
}

/** Loads each kernel at its first use and keeps it as long as the thread lives; one that could not be loaded is tried again. */
export class LoadedKernels {
  private readonly loaded = new Map<string, Promise<(input: never) => Promise<unknown>>>();

  get<I, O>(kernel: Kernel<I, O>): Promise<(input: I) => Promise<O>> {
    let run = this.loaded.get(kernel.name);
    if (!run) {
      run = kernel.load(kernelContext);
      this.loaded.set(kernel.name, run);
      // A file that is repaired later is tried again.
      run.catch(() => this.loaded.delete(kernel.name));
    }
    return run as Promise<(input: I) => Promise<O>>;
  }
}
