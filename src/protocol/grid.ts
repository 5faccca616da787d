/**
 * Audio time. Everything is counted in samples at 16 kHz from the session's first sample; event times fall on
 * the grid of `inference_interval` and are rounded to milliseconds (docs/protocol.md, "Time").
 */

/** The one sample rate of the engines and of the wire: mono PCM16 at this many samples a second. */
export const SAMPLE_RATE_HZ = 16_000;

/** Limits of `inference_interval`, in seconds. */
export const INTERVAL_MIN_SEC = 0.02;
export const INTERVAL_MAX_SEC = 1;

/** Rounds seconds to milliseconds, as `t`, `duration`, `t0` and `t1` are written. */
export function roundMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Converts seconds to whole milliseconds, as `latency_ms`, `after_ms` and `decided_after_ms` are written. */
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

  /** Number of samples that must have been received for step `k` to be due. */
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
