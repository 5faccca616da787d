/**
 * A kernel is one model's pure function, running where ONNX sessions live (this thread or a worker). It keeps no
 * state between calls: recurrent state comes in with the input and goes out with the output, so that any worker
 * can serve any stream. Inputs and outputs must survive structured cloning (typed arrays, plain objects).
 */
import type { InferenceSession } from 'onnxruntime-node';

export interface KernelContext {
  /** Bytes of a catalogued model file, checked against its sha256. Throws TurnwireError kind `model`. */
  modelBytes(id: string): Promise<Uint8Array>;
  /** A session with one thread (several hurt on these sizes) on a model file's bytes, edited or not. */
  createSession(model: Uint8Array, options?: InferenceSession.SessionOptions): Promise<InferenceSession>;
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

/** `turn`: turn events wait for it. `partial`: only a transcript does, so it goes after them; no call is ever dropped. */
export type Priority = 'turn' | 'partial';

export interface CallOptions {
  readonly priority?: Priority;
  /** Session the call belongs to; the pool serves first whoever has used it least. */
  readonly session?: string;
}

/** Where models run: in this thread (inline.ts) or in worker threads (pool.ts). */
export interface Inference {
  /** Runs the kernel, which is loaded at its first call. */
  call<I, O>(kernel: Kernel<I, O>, input: I, options?: CallOptions): Promise<O>;
  /** Loads kernels ahead of their first call. */
  warm(kernels: readonly Kernel<never, unknown>[]): Promise<void>;
  /** Finishes what runs, then releases threads. Calls after it are rejected. */
  close(): Promise<void>;
}
