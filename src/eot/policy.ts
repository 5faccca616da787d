/**
 * Turns p_eot and silence into the decision of an operating point. A score may end the turn once `actionDelaySec` of
 * silence has passed; silence alone ends it at `timeoutSec` (eot-bench method, section 7: score strictly above).
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export interface EotLimits {
  readonly threshold: number;
  readonly actionDelaySec: number;
  readonly timeoutSec: number;
}

/** Half a sample: silence is a sum of whole samples, limits are decimal seconds. */
const EPS_SEC = 0.5 / SAMPLE_RATE_HZ;

/** True once a silence is as long as a limit. */
export function hasLasted(silenceSec: number, limitSec: number): boolean {
  return silenceSec >= limitSec - EPS_SEC;
}

/** False while silence is too short for any score to end the turn. */
export function scoreMatters(silenceSec: number, limits: EotLimits): boolean {
  return hasLasted(silenceSec, Math.min(limits.actionDelaySec, limits.timeoutSec));
}

export function decideEot(
  pEot: number,
  silenceSec: number,
  limits: EotLimits,
): 'score' | 'timeout' | undefined {
  if (
    pEot > limits.threshold &&
    hasLasted(silenceSec, limits.actionDelaySec) &&
    silenceSec < limits.timeoutSec
  ) {
    return 'score';
  }
  return hasLasted(silenceSec, limits.timeoutSec) ? 'timeout' : undefined;
}
