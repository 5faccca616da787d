/**
 * The policy of an operating point: turns p_eot and silence into `turn.end`. A score may end the turn once
 * `actionDelaySec` of silence has passed; silence alone ends it at `timeoutSec` (eot-bench method, section 7: score
 * strictly above). The values of each operating point stand in operating-points/policies.ts.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

export interface EotPolicy {
  /** p_eot must be above this, 0..1. Raising it: fewer false cut-offs, more turns ended by timeout. */
  readonly threshold: number;
  /** Minimum silence before a score may end the turn, in seconds. Raising it: fewer false cut-offs, later ends. */
  readonly actionDelaySec: number;
  /** Silence that ends the turn whatever the score, in seconds. Raising it: fewer false cut-offs, later ends by timeout. */
  readonly timeoutSec: number;
}

/** Half a sample: silence is a sum of whole samples, limits are decimal seconds. */
const EPS_SEC = 0.5 / SAMPLE_RATE_HZ;

/** True once a silence is as long as a limit. */
export function hasLasted(silenceSec: number, limitSec: number): boolean {
  return silenceSec >= limitSec - EPS_SEC;
}

/** False while silence is too short for any score to end the turn. */
export function scoreMatters(silenceSec: number, limits: EotPolicy): boolean {
  return hasLasted(silenceSec, Math.min(limits.actionDelaySec, limits.timeoutSec));
}

export function decideEot(
  pEot: number,
  silenceSec: number,
  limits: EotPolicy,
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
