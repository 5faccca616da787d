/** What a pool (pool.ts) can be told, and what it tells. */

export interface PoolOptions {
  /** Entry file that calls `serveKernels`. */
  readonly workerUrl: URL;
  /** Worker threads. Default: one per core. Each costs about 350 MB with every model loaded. */
  readonly workers?: number;
  /**
   * True adds one thread that runs only kernels of the lane `express`, and lets every other thread take those first. Default
   * false: all kernels wait in one queue.
   */
  readonly hasExpressLane?: boolean;
  /**
   * How far the other threads step back for those short calls and for the event loop: added to their nice value, 0 to
   * 19, on Linux only (elsewhere it would hold for the whole process). Default 0.
   */
  readonly longCallNice?: number;
  /** Told of every call that ran; for metrics. */
  readonly observe?: (call: ObservedCall) => void;
}

export interface ObservedCall {
  readonly kernel: string;
  /** Wall milliseconds in the queue, and in the worker. */
  readonly waitedMs: number;
  readonly ranMs: number;
}

export interface PoolLoad {
  readonly queued: number;
  readonly running: number;
  readonly workers: number;
}
