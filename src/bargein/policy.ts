/**
 * When a barge-in is decided. A sure answer counts at once; otherwise the likelier class counts at the end of the window. A
 * user who stopped before there was enough to judge, and whose words claim nothing, gave a backchannel with `p_claim` null
 * (docs/protocol.md, "bargein.class"). If a recogniser runs, no class comes before the words are clear, and phrases that always or
 * never claim decide it.
 */
import { withWords, type WordEvidence } from './word-evidence.js';

export interface BargeinOptions {
  /** p_claim from which an onset is a claim after `earlySec`, 0.5 to 1. Raising it: fewer false stops, slower. */
  readonly claimAt: number;
  /** p_claim up to which an onset is a backchannel after `earlySec`, 0 to 0.5. Raising it: sooner decisions, more claims missed. */
  readonly backchannelAt: number;
  /**
   * Seconds since the onset before which only claims are decided, and only from a p_claim of `earlyClaimAt`: a backchannel word
   * may be the beginning of something longer. 0 to `maxSec`. Raising it: backchannels are decided later, and fewer claims are
   * missed.
   */
  readonly earlySec: number;
  /** p_claim from which an onset is a claim before `earlySec`, 0.5 to 1. Raising it: fewer false stops, slower. */
  readonly earlyClaimAt: number;
  /** Seconds since the onset from which a user who still speaks is judged, 0 to `maxSec`. Raising it: later and surer decisions. */
  readonly minSec: number;
  /** Seconds since the onset after which the likelier class is decided, `minSec` to 2. Raising it: surer, and later in the worst case. */
  readonly maxSec: number;
  /**
   * Speech from which a user who stopped is judged by the classifier, seconds, 0 to `maxSec`; words that claim count in shorter
   * speech too. Raising it: more backchannels without a judgement.
   */
  readonly minSpeechSec: number;
}

/**
 * Chosen by training/bargein on ten labelled calls; models/bargein-claim has the figures, also with each call left out of the choice.
 * `earlyClaimAt` was raised in sight of 220 Switchboard backchannels (2026-11-29): 0.93 takes 3 of them for claims, 0.92 takes 4.
 */
export const DEFAULT_BARGEIN_OPTIONS = {
  claimAt: 0.95,
  backchannelAt: 0.1,
  earlySec: 0.45,
  earlyClaimAt: 0.93,
  minSec: 0.2,
  maxSec: 0.8,
  minSpeechSec: 0.16,
} as const satisfies BargeinOptions;

/** `pClaim` is null if there was too little speech to judge. */
export type BargeinDecision = { readonly class: 'claim' | 'backchannel'; readonly pClaim: number | null };

/** The words of an onset so far. */
export interface OnsetWords extends WordEvidence {
  /** True if the next sound will hardly change what the words say: the speaker has stopped, or they are surely no half phrase. */
  readonly clear: boolean;
  /** True if the recogniser is sure of them. */
  readonly confident: boolean;
}

/** An onset so far. */
export interface BargeinState {
  /** Seconds since the onset. */
  readonly sinceOnsetSec: number;
  /** Seconds of speech since the onset. */
  readonly speechSec: number;
  /** True once the user has stopped. */
  readonly ended: boolean;
  /** True if all of the speech is too quiet for the caller to claim the floor (src/vad/caller-level.ts). */
  readonly isFaint: boolean;
  /** Undefined if no recogniser runs. */
  readonly words?: OnsetWords | undefined;
}

/**
 * p_claim of a finished utterance of words that are in no list, if the recogniser is sure of them. Listeners use few words;
 * who says others wants the floor. Chosen by hand: it only has to be above 0.5.
 */
const OTHER_WORDS_CLAIM = 0.8;
/** Largest p_claim of speech that is too quiet for the caller to claim the floor. Chosen by hand: it only has to be below 0.5. */
const FAINT_CLAIM = 0.1;
/** Words that are not clear are waited for this much longer than `maxSec`, in seconds. Chosen by hand. */
const UNCLEAR_SEC = 0.4;
/**
 * Words that are not clear when the speaker stops are read again after this much silence, in seconds: a soft last sound, as in
 * "off", comes after voice activity has ended. Chosen by hand: longer waits find few more words.
 */
const UNCLEAR_SILENCE_SEC = 0.3;
/** p_claim of speech that goes on over the agent. Chosen by hand: it only has to be above 0.5. */
export const GOES_ON_CLAIM = 0.95;
/**
 * Speech without a pause that is a claim whatever it was classed before, in seconds (docs/protocol.md, "Barge-in"). Below the 2 s
 * within which the report counts a claim, because a caller's first short pause starts the time again. Chosen in sight of 66
 * backchannels that run on into speech (`npm run report:barge-in`).
 */
const GOES_ON_SEC = 1.7;
/** Shorter speech does not go on: it may still be one slow backchannel. In seconds, chosen by hand. */
const GOES_ON_LEAST_SEC = 0.8;
/** Speech that goes on is a claim at once if it has this many words beside backchannels. Chosen by hand. */
const GOES_ON_WORDS = 2;

/** False while there is too little to ask a classifier about. */
export function worthJudging(state: BargeinState, options: BargeinOptions): boolean {
  return state.ended ? state.speechSec >= options.minSpeechSec : state.sinceOnsetSec >= options.minSec;
}

/** True for an utterance that is over and too short for the classifier. Only words that are heard in it count, at the last reading. */
export function isTooShort(state: BargeinState, options: BargeinOptions): boolean {
  return state.ended && !worthJudging(state, options);
}

/** @param pClaim undefined if `worthJudging` is false. @returns undefined while it is too early to decide. */
export function decideBargein(
  pClaim: number | undefined,
  state: BargeinState,
  options: BargeinOptions,
): BargeinDecision | undefined {
  if (pClaim === undefined) return state.ended ? { class: 'backchannel', pClaim: null } : undefined;
  const { words } = state;
  const final = isFinal(state, options);
  if (words && !words.clear && !final) return undefined;
  const byWords = words ? judgedByWords(pClaim, words, state.ended) : pClaim;
  const p = state.isFaint ? Math.min(byWords, FAINT_CLAIM) : byWords;
  const early = state.sinceOnsetSec < options.earlySec;
  const claimAt = early ? options.earlyClaimAt : options.claimAt;
  if (p >= claimAt || (final && p >= 0.5)) return { class: 'claim', pClaim: p };
  // Before the end of an utterance with other words only a claim is certain: the next word may be "stop". A faint one may rise.
  const mayListen = words?.kind !== 'other' && !state.isFaint;
  if (final || (!early && mayListen && p <= options.backchannelAt))
    return { class: 'backchannel', pClaim: p };
  return undefined;
}

/** True if nothing that comes later is waited for. */
function isFinal({ words, ended, sinceOnsetSec, speechSec }: BargeinState, options: BargeinOptions): boolean {
  const isClear = words?.clear !== false;
  if (sinceOnsetSec >= options.maxSec + (isClear ? 0 : UNCLEAR_SEC)) return true;
  return ended && (isClear || sinceOnsetSec - speechSec >= UNCLEAR_SILENCE_SEC);
}

/** True if words that are unclear at this step are not read again: the speaker has been silent for long enough, or time is up. */
export function isLastReading(state: BargeinState, options: BargeinOptions): boolean {
  const { ended, sinceOnsetSec, speechSec } = state;
  const isLate = sinceOnsetSec >= options.maxSec + UNCLEAR_SEC;
  return ended && (isLate || sinceOnsetSec - speechSec >= UNCLEAR_SILENCE_SEC);
}

function judgedByWords(pClaim: number, words: OnsetWords, ended: boolean): number {
  const sureOfOthers = words.kind === 'other' && ended && words.confident;
  return sureOfOthers ? Math.max(pClaim, OTHER_WORDS_CLAIM) : withWords(pClaim, words);
}

/**
 * Speech that goes on after it was classed `backchannel`: is it a claim by now?
 * @param speechSec speech without a pause, in seconds
 * @param words of all of it; undefined if they were not asked for at this step, or no recogniser runs
 */
export function claimsByGoingOn(speechSec: number, words: OnsetWords | undefined): boolean {
  if (speechSec >= GOES_ON_SEC) return true;
  if (!words?.clear || speechSec < GOES_ON_LEAST_SEC) return false;
  return (
    words.kind === 'claim' || (words.kind === 'other' && words.confident && words.otherWords >= GOES_ON_WORDS)
  );
}
