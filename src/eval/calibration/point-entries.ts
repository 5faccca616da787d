/** Turns a calibration into rows of the measured points file. Called by `turnwire calibrate`. */
import type { PointEntry } from '../../operating-points/measured.js';
import { PROFILES } from '../../protocol/names.js';
import type { Calibration, MeasuredPoint } from './calibrate.js';

export function pointEntries(calibration: Calibration, basis: PointEntry['basis']): PointEntry[] {
  return PROFILES.flatMap((profile) => {
    const point = calibration[profile];
    return point === null ? [] : [pointEntry(point, basis)];
  });
}

function pointEntry(point: MeasuredPoint, basis: PointEntry['basis']): PointEntry {
  const { policy, fitted, meanLatencyInterval } = point;
  return {
    profile: point.profile,
    mean_latency_ms: Math.round(point.meanLatencySec * 1000),
    cutoff_rate: Number(point.cutoffRate.toFixed(4)),
    basis,
    threshold: policy.threshold,
    action_delay_s: policy.actionDelaySec,
    timeout_s: policy.timeoutSec,
    holds: point.holds,
    cut_holds: point.cutHolds,
    ends: point.ends,
    detected: point.detected,
    mean_latency_interval_ms: meanLatencyInterval && {
      low: Math.round(meanLatencyInterval.low * 1000),
      high: Math.round(meanLatencyInterval.high * 1000),
    },
    cutoff_rate_interval: point.cutoffRateInterval,
    plain_cutoff_rate: Number(point.plainCutoffRate.toFixed(4)),
    plain_cutoff_rate_interval: point.plainCutoffRateInterval,
    fitted_cutoff_rate: Number(fitted.cutoffRate.toFixed(4)),
    fitted_mean_latency_ms: Math.round(fitted.meanLatencySec * 1000),
  };
}
