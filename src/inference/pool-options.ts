/** Options of the worker pool (pool.ts), and what it reports. */

export interface PoolOptions {
  /** Entry file of a worker, which calls `serveKernels`. */
  readonly workerUrl: URL;
  /** Worker threads. Default: one per core. Each uses about 350 MB, and about as much again once it decodes more than English. */
  readonly workers?: number;
  /**
   * True adds one thread that runs only kernels of the lane `express`, and lets every other thread take those first. Default
   * false: all kernels wait in one queue.
   */
  readonly hasExpressLane?: boolean;
  /**
   * Added to the nice value of all threads but the express one, 0 to 19: a higher value gives more processor time to short calls
   * and to the event loop. Linux only, because other systems have one nice value for the whole process. Default 0.
   */
  readonly longCallNice?: number;
  /** Called after every call that ran, for metrics. */
  readonly observe?: (call: ObservedCall) => void;
}

export interface ObservedCall {
  readonly kernel: string;
  /** Wall time in the queue and in the worker, in ms. */
  readonly waitedMs: number;
  readonly ranMs: number;
}

export interface PoolLoad {
  readonly queued: number;
  readonly running: number;
  readonly workers: number;
}
