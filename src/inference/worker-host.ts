/** The worker's side of the pool: runs one call at a time in the order of arrival, answers each, and exits at the message `exit`. */
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { TurnwireError, type ErrorKind } from '../protocol/errors.js';
import type { Kernel } from './kernel.js';
import { LoadedKernels } from './session.js';

export type ToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly kernel: string; readonly input: unknown }
  | { readonly kind: 'warm'; readonly id: number; readonly kernels: readonly string[] }
  | { readonly kind: 'exit' };

/** What a worker is given when it starts. */
export interface WorkerSettings {
  /** Added to the nice value of the worker's thread, 0 to 19. */
  readonly nice: number;
}

export type FromWorker =
  { readonly id: number; readonly output: unknown } | { readonly id: number; readonly error: PlainError };

/** An error in a form that keeps its kind and code through structured cloning. */
export interface PlainError {
  readonly message: string;
  readonly kind: ErrorKind;
  readonly code: string;
  readonly stack?: string;
}

/** Call this once in the entry file of a worker, with every kernel that the pool may name. */
export function serveKernels(kernels: readonly Kernel<never, unknown>[]): void {
  const port = parentPort;
  if (!port)
    throw new TurnwireError('internal', 'not_a_worker', 'serveKernels must be called in a worker thread');
  lowerPriority((workerData as WorkerSettings | null)?.nice ?? 0);
  const byName = new Map(kernels.map((kernel) => [kernel.name, kernel]));
  const loaded = new LoadedKernels();

  const find = (name: string): Kernel<never, unknown> => {
    const kernel = byName.get(name);
    if (!kernel) throw new TurnwireError('internal', 'kernel_unknown', `no kernel '${name}' in this worker`);
    return kernel;
  };
  const handle = async (message: Exclude<ToWorker, { kind: 'exit' }>): Promise<FromWorker> => {
    try {
      if (message.kind === 'warm') {
        for (const name of message.kernels) await loaded.get(find(name));
        return { id: message.id, output: undefined };
      }
      const run = await loaded.get(find(message.kernel));
      return { id: message.id, output: await run(message.input as never) };
    } catch (error) {
      return { id: message.id, error: toPlain(error) };
    }
  };

  let last = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    last = last.then(async () => {
      if (message.kind === 'exit') port.close();
      else port.postMessage(await handle(message));
    });
  });
}

/** Raises the nice value of this thread. Only Linux has one for each thread; elsewhere the whole process would change. */
function lowerPriority(nice: number): void {
  if (nice === 0 || process.platform !== 'linux') return;
  try {
    os.setPriority(0, Math.min(19, os.getPriority(0) + nice));
  } catch {
    // A sandbox may forbid it. All threads then have the same priority.
  }
}

function toPlain(error: unknown): PlainError {
  if (error instanceof TurnwireError) {
    return { message: error.message, kind: error.kind, code: error.code, stack: error.stack };
  }
  const cause = error instanceof Error ? error : new Error(String(error));
  return { message: cause.message, kind: 'internal', code: 'inference_failed', stack: cause.stack };
}
