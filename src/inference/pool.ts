/**
 * Inference in worker threads, one thread each: `session.run()` blocks the thread it is called on, so the event loop
 * of a server or a terminal must not be that thread. A call goes to an idle worker or waits in the queue; `turn` calls
 * go before `partial` ones, and sessions are served in turn. Closing drains: ending a worker inside `run()` would
 * abort the whole process.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TurnwireError } from '../protocol/errors.js';
import { FairQueue } from './fair-queue.js';
import type { CallOptions, Inference, Kernel } from './kernel.js';
import type { FromWorker, ToWorker } from './worker-host.js';

export interface PoolOptions {
  /** Entry file that calls `serveKernels`. */
  readonly workerUrl: URL;
  /** Worker threads. Default: one per core. Each costs about 150 MB with every model loaded. */
  readonly workers?: number;
}

interface Job {
  readonly message: Extract<ToWorker, { kind: 'call' }>;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Lane {
  readonly worker: Worker;
  readonly pending: Map<number, Pick<Job, 'resolve' | 'reject'>>;
}

export interface PoolLoad {
  readonly queued: number;
  readonly running: number;
  readonly workers: number;
}

export interface InferencePool extends Inference {
  load(): PoolLoad;
}

export function createInferencePool(options: PoolOptions): InferencePool {
  return new Pool(options);
}

class Pool implements InferencePool {
  private readonly lanes: Lane[];
  private readonly queue = new FairQueue<Job>();
  private nextId = 1;
  private closing: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(options: PoolOptions) {
    const count = options.workers ?? availableParallelism();
    this.lanes = Array.from({ length: count }, () => this.openLane(options.workerUrl));
  }

  call<I, O>(kernel: Kernel<I, O>, input: I, options: CallOptions = {}): Promise<O> {
    if (this.closing) return Promise.reject(closedError());
    return new Promise<O>((resolve, reject) => {
      const message = { kind: 'call', id: this.nextId++, kernel: kernel.name, input } as const;
      this.queue.push(
        { message, resolve: resolve as (output: unknown) => void, reject },
        options.priority ?? 'turn',
        options.session ?? '',
      );
      this.dispatch();
    });
  }

  async warm(kernels: readonly Kernel<never, unknown>[]): Promise<void> {
    const names = kernels.map((kernel) => kernel.name);
    await Promise.all(
      this.lanes.map(
        (lane) =>
          new Promise<unknown>((resolve, reject) => {
            this.send(lane, { kind: 'warm', id: this.nextId++, kernels: names }, { resolve, reject });
          }),
      ),
    );
  }

  load(): PoolLoad {
    const running = this.lanes.reduce((sum, lane) => sum + lane.pending.size, 0);
    return { queued: this.queue.size, running, workers: this.lanes.length };
  }

  close(): Promise<void> {
    this.closing ??= this.drain();
    return this.closing;
  }

  private openLane(url: URL): Lane {
    const worker = new Worker(url);
    const lane: Lane = { worker, pending: new Map() };
    worker.on('message', (message: FromWorker) => this.settle(lane, message));
    worker.on('error', (error) => this.failLane(lane, error));
    return lane;
  }

  private dispatch(): void {
    for (const lane of this.lanes) {
      if (lane.pending.size > 0) continue;
      const job = this.queue.shift();
      if (!job) break;
      this.send(lane, job.message, job);
    }
    if (this.onIdle && this.queue.size === 0 && this.lanes.every((lane) => lane.pending.size === 0))
      this.onIdle();
  }

  private send(
    lane: Lane,
    message: Exclude<ToWorker, { kind: 'exit' }>,
    waiter: Pick<Job, 'resolve' | 'reject'>,
  ): void {
    lane.pending.set(message.id, waiter);
    lane.worker.postMessage(message);
  }

  private settle(lane: Lane, message: FromWorker): void {
    const waiter = lane.pending.get(message.id);
    lane.pending.delete(message.id);
    this.dispatch();
    if ('error' in message) {
      const { kind, code, message: text, stack } = message.error;
      const error = new TurnwireError(kind, code, text);
      if (stack) error.stack = stack;
      waiter?.reject(error);
    } else {
      waiter?.resolve(message.output);
    }
  }

  /** A worker that died takes its own calls down; the others go on. */
  private failLane(lane: Lane, cause: Error): void {
    this.lanes.splice(this.lanes.indexOf(lane), 1);
    const error = new TurnwireError('internal', 'worker_died', `an inference worker died: ${cause.message}`, {
      cause,
    });
    for (const waiter of lane.pending.values()) waiter.reject(error);
    lane.pending.clear();
    if (this.lanes.length === 0)
      for (let job = this.queue.shift(); job; job = this.queue.shift()) job.reject(error);
    this.dispatch();
  }

  private async drain(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.onIdle = resolve;
      this.dispatch();
    });
    const exits = this.lanes.map(
      (lane) => new Promise<void>((resolve) => lane.worker.once('exit', () => resolve())),
    );
    for (const lane of this.lanes) lane.worker.postMessage({ kind: 'exit' } satisfies ToWorker);
    await Promise.all(exits);
  }
}

function closedError(): TurnwireError {
  return new TurnwireError('internal', 'inference_closed', 'inference was closed before this call');
}
