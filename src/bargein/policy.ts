/**
 * When a barge-in is decided. A sure answer counts at once; otherwise the likelier class counts at the end of the window. A
 * user who stopped before there was enough to judge gave a backchannel with `p_claim` null (docs/protocol.md, "bargein.class").
 */
export interface BargeinOptions {
  /** p_claim from which an onset is a claim after `earlySec`, 0.5 to 1. Raising it: fewer false stops, slower. */
  readonly claimAt: number;
  /** p_claim up to which an onset is a backchannel after `earlySec`, 0 to 0.5. Raising it: sooner decisions, more claims missed. */
  readonly backchannelAt: number;
  /**
   * Seconds since onset before which only claims are decided, from `earlyClaimAt`: a backchannel word may be the beginning
   * of something longer. 0 to `maxSec`. Raising it: backchannels are decided later, and fewer claims are missed.
   */
  readonly earlySec: number;
  /** p_claim from which an onset is a claim before `earlySec`, 0.5 to 1. Raising it: fewer false stops, slower. */
  readonly earlyClaimAt: number;
  /** Seconds since the onset from which a user who still speaks is judged, 0 to `maxSec`. Raising it: later and surer decisions. */
  readonly minSec: number;
  /** Seconds since the onset after which the likelier class is decided, `minSec` to 2. Raising it: surer, and later in the worst case. */
  readonly maxSec: number;
  /** Speech from which a user who stopped is judged, seconds, 0 to `maxSec`. Raising it: more backchannels without a judgement. */
  readonly minSpeechSec: number;
}

/** Chosen by training/bargein on ten labelled calls; models/bargein-claim has the figures, also with each call left out of the choice. */
export const DEFAULT_BARGEIN_OPTIONS = {
  claimAt: 0.95,
  backchannelAt: 0.1,
  earlySec: 0.45,
  earlyClaimAt: 0.92,
  minSec: 0.2,
  maxSec: 0.8,
  minSpeechSec: 0.16,
} as const satisfies BargeinOptions;

/** `pClaim` is null if there was too little speech to judge. */
export type BargeinDecision = { readonly class: 'claim' | 'backchannel'; readonly pClaim: number | null };

/** An onset so far. */
export interface BargeinState {
  /** Seconds since the onset. */
  readonly sinceOnsetSec: number;
  /** Seconds of speech since the onset. */
  readonly speechSec: number;
  /** True once the user has stopped. */
  readonly ended: boolean;
}

/** False while there is too little to ask a classifier about. */
export function worthJudging(state: BargeinState, options: BargeinOptions): boolean {
  return state.ended ? state.speechSec >= options.minSpeechSec : state.sinceOnsetSec >= options.minSec;
}

/** @param pClaim undefined if `worthJudging` is false. @returns undefined while it is too early to decide. */
export function decideBargein(
  pClaim: number | undefined,
  state: BargeinState,
  options: BargeinOptions,
): BargeinDecision | undefined {
  if (pClaim === undefined) return state.ended ? { class: 'backchannel', pClaim: null } : undefined;
  const final = state.ended || state.sinceOnsetSec >= options.maxSec;
  const early = state.sinceOnsetSec < options.earlySec;
  const claimAt = early ? options.earlyClaimAt : options.claimAt;
  if (pClaim >= claimAt || (final && pClaim >= 0.5)) return { class: 'claim', pClaim };
  if (final || (!early && pClaim <= options.backchannelAt)) return { class: 'backchannel', pClaim };
  return undefined;
}
