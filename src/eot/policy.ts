/**
 * The end-of-turn policy of an operating point: p_eot and silence in, the decision out. A score may end the turn once
 * `actionDelaySec` of silence has passed; silence alone ends it at `timeoutSec` at the latest. The score must be strictly
 * above the threshold, as in the eot-bench method.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

/** The three numbers behind a profile, for one endpoint and language. */
export interface EotPolicy {
  /** p_eot must be above this, 0..1. Raising it: fewer false cut-offs, more turns ended by timeout. */
  readonly threshold: number;
  /** Silence before a score may end the turn, in seconds. Raising it: fewer false cut-offs, every turn ends later. */
  readonly actionDelaySec: number;
  /** Silence that ends the turn whatever the score, in seconds. Raising it: fewer false cut-offs, low scores wait longer. */
  readonly timeoutSec: number;
}

/** The score of one judgement by the length of the silence, as EotJudgement.pEot. */
export type PEot = (silenceSec: number) => number;

/** Half a sample: silence is a sum of whole samples, policies are decimal seconds. */
const EPS_SEC = 0.5 / SAMPLE_RATE_HZ;

/** True once a silence is as long as `limitSec`. */
export function hasLasted(silenceSec: number, limitSec: number): boolean {
  return silenceSec >= limitSec - EPS_SEC;
}

/** False while a silence is too short for any score to end the turn. */
export function scoreMatters(silenceSec: number, policy: EotPolicy): boolean {
  return hasLasted(silenceSec, Math.min(policy.actionDelaySec, policy.timeoutSec));
}

/** True if a turn ends at this step: the score is high enough, or the silence alone is long enough. */
export function endsTurn(pEot: number, silenceSec: number, policy: EotPolicy): boolean {
  if (hasLasted(silenceSec, policy.timeoutSec)) return true;
  return pEot > policy.threshold && hasLasted(silenceSec, policy.actionDelaySec);
}

/**
 * What ends the turn at this step; undefined if nothing does. It is the score only if the judgement passes the threshold with
 * no more silence than the action delay: then what was said and how it sounded say that the turn is complete. A score that
 * passes only because the silence has grown is a timeout, however long before `timeoutSec`.
 */
export function decideEot(
  pEot: PEot,
  silenceSec: number,
  policy: EotPolicy,
): 'score' | 'timeout' | undefined {
  if (!endsTurn(pEot(silenceSec), silenceSec, policy)) return undefined;
  if (hasLasted(silenceSec, policy.timeoutSec)) return 'timeout';
  return pEot(policy.actionDelaySec) > policy.threshold ? 'score' : 'timeout';
}
