/**
 * A kernel is the pure function of one model, run in the thread that holds its ONNX session. It keeps no state between calls:
 * recurrent state comes in with the input and goes out with the output, so any worker can serve any session. Inputs and outputs
 * are copied between threads by structured cloning (typed arrays and plain objects).
 */
import type { InferenceSession } from 'onnxruntime-node';
import type { ModelSource } from './model-source.js';

export interface KernelContext {
  /** The bytes of a catalogued model file, checked against its sha256. @throws TurnwireError kind `model` */
  modelBytes(id: string): Promise<Uint8Array>;
  /** The same for a graph that is rewritten. Release it before the session is created. @throws TurnwireError kind `model` */
  openModel(id: string): Promise<ModelSource>;
  /** An ONNX session with one thread on the bytes of a model file; more threads are slower on models of this size. */
  createSession(model: Uint8Array, options?: InferenceSession.SessionOptions): Promise<InferenceSession>;
  /** A session on a catalogued model file as it is. @throws TurnwireError kind `model` */
  modelSession(id: string, options?: InferenceSession.SessionOptions): Promise<InferenceSession>;
}

/** What a kernel declares of itself; the pool and the server read it from here. */
export interface KernelTraits {
  /** Unique among the kernels of a worker; metrics report it. */
  readonly name: string;
  /**
   * `express`: a call takes a few milliseconds and events wait for it, so it must not wait behind a long call. `long`:
   * everything else. Only a pool with an express lane (pool-options.ts) treats them differently.
   */
  readonly lane: 'express' | 'long';
  /** True if no session can run without this kernel: a server that misses its model does not start. Default false. */
  readonly isRequired?: boolean;
}

export interface Kernel<I, O> extends KernelTraits {
  /** Called once per thread, before the first call. @throws TurnwireError kind `model` */
  load(context: KernelContext): Promise<(input: I) => Promise<O>>;
}

export function defineKernel<I, O>(traits: KernelTraits, load: Kernel<I, O>['load']): Kernel<I, O> {
  return { ...traits, load };
}

/** `turn`: turn events wait for the call. `partial`: only a transcript waits for it, so it goes after those. No call is dropped. */
export type Priority = 'turn' | 'partial';

export interface CallOptions {
  /** Default `turn`. */
  readonly priority?: Priority;
  /** The session that the call belongs to. The pool serves the session first that has used it least. */
  readonly session?: string;
}

/** Where models run: in this thread (inline.ts) or in worker threads (pool.ts). */
export interface Inference {
  /** Runs the kernel. Its first call in a thread loads it. */
  call<I, O>(kernel: Kernel<I, O>, input: I, options?: CallOptions): Promise<O>;
  /** Loads kernels in every thread, ahead of their first call. @throws TurnwireError kind `model` */
  warm(kernels: readonly Kernel<never, unknown>[]): Promise<void>;
  /** Finishes all calls, then ends the threads. Later calls are rejected. */
  close(): Promise<void>;
}
