/**
 * Audio time. Everything is counted in samples at 16 kHz from the session's first sample; event times fall on
 * the grid of `inference_interval` and are rounded to milliseconds (decisions.md, "Order, time and determinism").
 */

/** The one sample rate of the engines and of the wire: mono PCM16 at this many samples a second. */
export const SAMPLE_RATE_HZ = 16_000;

/** What `inference_interval` may be, seconds. */
export const INTERVAL_MIN_SEC = 0.02;
export const INTERVAL_MAX_SEC = 1;

/** Seconds rounded to milliseconds, as written in `t`, `duration`, `t0`, `t1`. */
export function roundMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Whole milliseconds, as written in `latency_ms`, `after_ms`, `decided_after_ms`. */
export function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** The steps at which a session is scored, in seconds and in samples. */
export class Grid {
  /** @param intervalSec 0.02 to 1.0 seconds between scoring steps. */
  constructor(readonly intervalSec: number) {}

  /** Time of step `k` in seconds, rounded to milliseconds; step 0 is the session's first sample. */
  timeOf(step: number): number {
    return roundMs(step * this.intervalSec);
  }

  /** Number of samples received when step `k` is due. */
  sampleOf(step: number): number {
    return Math.floor(step * this.intervalSec * SAMPLE_RATE_HZ + 1e-6);
  }

  /** The last step that is due once `samples` samples have been received. */
  lastStepAt(samples: number): number {
    let step = Math.floor(samples / SAMPLE_RATE_HZ / this.intervalSec);
    while (this.sampleOf(step + 1) <= samples) step += 1;
    while (step > 0 && this.sampleOf(step) > samples) step -= 1;
    return step;
  }
}
