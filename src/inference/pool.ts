/**
 * Inference in worker threads. onnxruntime's `session.run()` blocks the thread that calls it, which must not be the event loop of
 * a server or a terminal. A call goes to an idle worker or waits in the queue (fair-queue.ts). With an express lane there are two
 * queues and one thread more: it runs express calls only, and the other threads take those first. Closing waits for all calls,
 * because ending a worker inside `run()` would abort the whole process. Why not Piscina: docs/decisions/2026-11-28-worker-pool.md.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TurnwireError } from '../protocol/errors.js';
import { FairQueue } from './fair-queue.js';
import type { CallOptions, Inference, Kernel, KernelTraits } from './kernel.js';
import { switchOffTelemetry } from './no-telemetry.js';
import type { ObservedCall, PoolLoad, PoolOptions } from './pool-options.js';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-host.js';

/**
 * Space for the new objects of a worker, in MB; V8's own choice is 48. Chosen by hand: large tensors are used again, so little else
 * is new.
 */
const YOUNG_MB = 6;

interface Job {
  readonly message: Extract<ToWorker, { kind: 'call' }>;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly queue: FairQueue<Job>;
  readonly session: string;
  readonly queuedAt: number;
}

type Waiter = Pick<Job, 'resolve' | 'reject'>;

/** One worker thread and the calls it has not answered. */
interface PoolThread {
  readonly worker: Worker;
  /** True if it takes express calls only. */
  readonly express: boolean;
  readonly pending: Map<number, Waiter>;
  /** True after its first answer. A worker that dies before is not replaced, because another would die too. */
  proven: boolean;
}

export type { ObservedCall, PoolLoad, PoolOptions };

export interface InferencePool extends Inference {
  load(): PoolLoad;
}

export function createInferencePool(options: PoolOptions): InferencePool {
  switchOffTelemetry();
  return new Pool(options);
}

class Pool implements InferencePool {
  private readonly threads: PoolThread[] = [];
  private readonly queue = new FairQueue<Job>();
  private readonly expressQueue = new FairQueue<Job>();
  private nextId = 1;
  private closing: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: PoolOptions) {
    const count = options.workers ?? availableParallelism();
    for (let i = 0; i < count; i++) this.threads.push(this.openThread(false));
    if (options.hasExpressLane) this.threads.push(this.openThread(true));
  }

  call<I, O>(kernel: Kernel<I, O>, input: I, options: CallOptions = {}): Promise<O> {
    if (this.closing) return Promise.reject(closedError());
    if (!this.threads.some((thread) => !thread.express)) return Promise.reject(noWorkersError());
    const { priority = 'turn', session = '' } = options;
    return new Promise<O>((resolve, reject) => {
      const message = { kind: 'call', id: this.nextId++, kernel: kernel.name, input } as const;
      const job: Job = {
        message,
        resolve: resolve as (output: unknown) => void,
        reject,
        queue: this.queueOf(kernel),
        session,
        queuedAt: performance.now(),
      };
      job.queue.push(job, priority, session);
      this.dispatch();
    });
  }

  async warm(kernels: readonly Kernel<never, unknown>[]): Promise<void> {
    const namesFor = ({ express }: PoolThread): string[] =>
      kernels.filter(({ lane }) => !express || lane === 'express').map(({ name }) => name);
    await Promise.all(
      this.threads.map(
        (thread) =>
          new Promise<unknown>((resolve, reject) => {
            this.send(
              thread,
              { kind: 'warm', id: this.nextId++, kernels: namesFor(thread) },
              { resolve, reject },
            );
          }),
      ),
    );
  }

  load(): PoolLoad {
    const running = this.threads.reduce((sum, thread) => sum + thread.pending.size, 0);
    return { queued: this.queue.size + this.expressQueue.size, running, workers: this.threads.length };
  }

  close(): Promise<void> {
    this.closing ??= this.drain();
    return this.closing;
  }

  private queueOf({ lane }: KernelTraits): FairQueue<Job> {
    return this.options.hasExpressLane && lane === 'express' ? this.expressQueue : this.queue;
  }

  private openThread(express: boolean): PoolThread {
    const data: WorkerSettings = { nice: express ? 0 : (this.options.longCallNice ?? 0) };
    // Without the options of this process: a thread refuses the --input-type of a program given by --eval.
    const worker = new Worker(this.options.workerUrl, {
      workerData: data,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: PoolThread = { worker, express, pending: new Map(), proven: false };
    worker.on('message', (message: FromWorker) => this.receive(thread, message));
    worker.on('error', (error) => this.failThread(thread, error));
    return thread;
  }

  private dispatch(): void {
    for (const thread of this.threads) {
      if (thread.pending.size > 0) continue;
      const job = this.expressQueue.shift() ?? (thread.express ? undefined : this.queue.shift());
      if (!job) continue;
      this.send(thread, job.message, this.metered(job));
    }
    if (this.onIdle && this.load().queued === 0 && this.threads.every((thread) => thread.pending.size === 0))
      this.onIdle();
  }

  /** Answers a job after adding its worker time to what its session has used. */
  private metered(job: Job): Waiter {
    const startedAt = performance.now();
    const charge = (): void => {
      const ranMs = performance.now() - startedAt;
      const { kernel } = job.message;
      job.queue.charge(job.session, ranMs);
      this.options.observe?.({ kernel, waitedMs: startedAt - job.queuedAt, ranMs });
    };
    return {
      resolve: (output) => {
        charge();
        job.resolve(output);
      },
      reject: (error) => {
        charge();
        job.reject(error);
      },
    };
  }

  private send(thread: PoolThread, message: Exclude<ToWorker, { kind: 'exit' }>, waiter: Waiter): void {
    thread.pending.set(message.id, waiter);
    thread.worker.postMessage(message);
  }

  private receive(thread: PoolThread, message: FromWorker): void {
    const waiter = thread.pending.get(message.id);
    thread.pending.delete(message.id);
    thread.proven = true;
    if ('error' in message) {
      const { kind, code, message: text, stack } = message.error;
      const error = new TurnwireError(kind, code, text);
      if (stack) error.stack = stack;
      waiter?.reject(error);
    } else {
      waiter?.resolve(message.output);
    }
    this.dispatch();
  }

  /** A worker died: its own calls fail, the others go on, and a new worker replaces it. */
  private failThread(thread: PoolThread, cause: Error): void {
    this.threads.splice(this.threads.indexOf(thread), 1);
    if (thread.proven && !this.closing) this.threads.push(this.openThread(thread.express));
    const error = new TurnwireError('internal', 'worker_died', `an inference worker died: ${cause.message}`, {
      cause,
    });
    for (const waiter of thread.pending.values()) waiter.reject(error);
    thread.pending.clear();
    if (!this.threads.some((other) => !other.express)) {
      for (const queue of [this.queue, this.expressQueue])
        for (let job = queue.shift(); job; job = queue.shift()) job.reject(error);
    }
    this.dispatch();
  }

  private async drain(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.onIdle = resolve;
      this.dispatch();
    });
    const exits = this.threads.map(
      (thread) => new Promise<void>((resolve) => thread.worker.once('exit', () => resolve())),
    );
    for (const thread of this.threads) thread.worker.postMessage({ kind: 'exit' } satisfies ToWorker);
    await Promise.all(exits);
  }
}

function noWorkersError(): TurnwireError {
  return new TurnwireError('internal', 'no_workers', 'every inference worker has died: restart turnwire');
}

function closedError(): TurnwireError {
  return new TurnwireError('internal', 'inference_closed', 'inference was closed before this call');
}
