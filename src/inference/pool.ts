/**
 * Inference in worker threads, one thread each: `session.run()` blocks the thread it is called on, so the event loop
 * of a server or a terminal must not be that thread. A call goes to an idle worker or waits in the queue; `turn` calls
 * go before `partial` ones, and the session that has used the pool least goes first. Closing drains: ending a worker
 * inside `run()` would abort the whole process.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TurnwireError } from '../protocol/errors.js';
import { FairQueue } from './fair-queue.js';
import type { CallOptions, Inference, Kernel, KernelTraits } from './kernel.js';
import { switchOffTelemetry } from './no-telemetry.js';
import type { ObservedCall, PoolLoad, PoolOptions } from './pool-options.js';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-host.js';

interface Job {
  readonly message: Extract<ToWorker, { kind: 'call' }>;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly queue: FairQueue<Job>;
  readonly session: string;
  readonly queuedAt: number;
}

type Waiter = Pick<Job, 'resolve' | 'reject'>;

interface Lane {
  readonly worker: Worker;
  /** Takes express calls only. */
  readonly express: boolean;
  readonly pending: Map<number, Waiter>;
  /** True once it answered: a worker that dies before that would die again, and is not replaced. */
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
  private readonly lanes: Lane[] = [];
  private readonly queue = new FairQueue<Job>();
  private readonly expressQueue = new FairQueue<Job>();
  private nextId = 1;
  private closing: Promise<void> | undefined;
  private onIdle: (() => void) | undefined;

  constructor(private readonly options: PoolOptions) {
    const count = options.workers ?? availableParallelism();
    for (let i = 0; i < count; i++) this.lanes.push(this.openLane(false));
    if (options.hasExpressLane) this.lanes.push(this.openLane(true));
  }

  call<I, O>(kernel: Kernel<I, O>, input: I, options: CallOptions = {}): Promise<O> {
    if (this.closing) return Promise.reject(closedError());
    if (!this.lanes.some((lane) => !lane.express)) return Promise.reject(noWorkersError());
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
    const namesFor = ({ express }: Lane): string[] =>
      kernels.filter(({ lane }) => !express || lane === 'express').map(({ name }) => name);
    await Promise.all(
      this.lanes.map(
        (lane) =>
          new Promise<unknown>((resolve, reject) => {
            this.send(
              lane,
              { kind: 'warm', id: this.nextId++, kernels: namesFor(lane) },
              { resolve, reject },
            );
          }),
      ),
    );
  }

  load(): PoolLoad {
    const running = this.lanes.reduce((sum, lane) => sum + lane.pending.size, 0);
    return { queued: this.queue.size + this.expressQueue.size, running, workers: this.lanes.length };
  }

  close(): Promise<void> {
    this.closing ??= this.drain();
    return this.closing;
  }

  private queueOf({ lane }: KernelTraits): FairQueue<Job> {
    return this.options.hasExpressLane && lane === 'express' ? this.expressQueue : this.queue;
  }

  private openLane(express: boolean): Lane {
    const data: WorkerSettings = { nice: express ? 0 : (this.options.longCallNice ?? 0) };
    // Without the options of the program's own node: a thread refuses the --input-type of one given by --eval.
    const worker = new Worker(this.options.workerUrl, { workerData: data, execArgv: [] });
    const lane: Lane = { worker, express, pending: new Map(), proven: false };
    worker.on('message', (message: FromWorker) => this.settle(lane, message));
    worker.on('error', (error) => this.failLane(lane, error));
    return lane;
  }

  private dispatch(): void {
    for (const lane of this.lanes) {
      if (lane.pending.size > 0) continue;
      const job = this.expressQueue.shift() ?? (lane.express ? undefined : this.queue.shift());
      if (!job) continue;
      this.send(lane, job.message, this.metered(job));
    }
    if (this.onIdle && this.load().queued === 0 && this.lanes.every((lane) => lane.pending.size === 0))
      this.onIdle();
  }

  /** The job's waiter, which first books the worker time on the job's session. */
  private metered(job: Job): Waiter {
    const startedAt = performance.now();
    const book = (): void => {
      const ranMs = performance.now() - startedAt;
      const { kernel } = job.message;
      job.queue.charge(job.session, ranMs);
      this.options.observe?.({ kernel, waitedMs: startedAt - job.queuedAt, ranMs });
    };
    return {
      resolve: (output) => {
        book();
        job.resolve(output);
      },
      reject: (error) => {
        book();
        job.reject(error);
      },
    };
  }

  private send(lane: Lane, message: Exclude<ToWorker, { kind: 'exit' }>, waiter: Waiter): void {
    lane.pending.set(message.id, waiter);
    lane.worker.postMessage(message);
  }

  private settle(lane: Lane, message: FromWorker): void {
    const waiter = lane.pending.get(message.id);
    lane.pending.delete(message.id);
    lane.proven = true;
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

  /** A worker that died takes its own calls down; the others go on, and a new worker takes its place. */
  private failLane(lane: Lane, cause: Error): void {
    this.lanes.splice(this.lanes.indexOf(lane), 1);
    if (lane.proven && !this.closing) this.lanes.push(this.openLane(lane.express));
    const error = new TurnwireError('internal', 'worker_died', `an inference worker died: ${cause.message}`, {
      cause,
    });
    for (const waiter of lane.pending.values()) waiter.reject(error);
    lane.pending.clear();
    if (!this.lanes.some((other) => !other.express)) {
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
    const exits = this.lanes.map(
      (lane) => new Promise<void>((resolve) => lane.worker.once('exit', () => resolve())),
    );
    for (const lane of this.lanes) lane.worker.postMessage({ kind: 'exit' } satisfies ToWorker);
    await Promise.all(exits);
  }
}

function noWorkersError(): TurnwireError {
  return new TurnwireError('internal', 'no_workers', 'every inference worker has died: restart turnwire');
}

function closedError(): TurnwireError {
  return new TurnwireError('internal', 'inference_closed', 'inference was closed before this call');
}
