/**
 * The seam of end-of-turn scoring. At each pause the session gives a scorer everything known so far; the judgement that
 * comes back gives p_eot at every grid step of that silence. A scorer may ask to judge a lasting pause a second time, the
 * recheck. Policies (policy.ts) turn p_eot into events. Scorers hold no session state.
 */
import type { Inference } from '../inference/kernel.js';
import type { ConversationMessage } from '../protocol/messages.js';
import type { Language } from '../protocol/languages.js';

/** The recogniser's hypothesis of the turn so far, with the numbers a scorer can use. Log-probabilities are natural. */
export interface TurnHypothesis {
  /** Transcript of the turn so far, '' if nothing was understood. */
  readonly text: string;
  /** log p(`.` `?` `!`, alone or at the head of a token) right after the last word. */
  readonly punctuationLogProb: number;
  /** log p(`?`) at the same position. */
  readonly questionLogProb: number;
  /** log p(`,`) at the same position. */
  readonly commaLogProb: number;
  /** log p(end of sequence) after the last token. */
  readonly eosLogProb: number;
  /** Mean log-probability of the tokens of the last word. */
  readonly lastWordLogProb: number;
  /** Mean log-probability of all tokens. */
  readonly meanLogProb: number;
  /** Log-probability that each phrase that was asked for is all that was said; undefined if none was, or the model cannot tell. */
  readonly phraseLogProbs?: readonly number[];
  /** The model family that decoded it, if it is not Moonshine: its log-probabilities have another scale. */
  readonly recogniser?: 'whisper';
  /** `[samples]` 16 kHz, -1..1: the sound that was decoded, for scorers that use sound too. */
  readonly sound?: Float32Array;
}

export interface EotPause {
  /** `[samples]` 16 kHz, -1..1: at most the scorer's `soundSec` of sound, ending at the step of the judgement. */
  readonly audio: Float32Array;
  /** Silence at the end of `audio`, in seconds. */
  readonly silenceSec: number;
  /** Speech in the turn so far, in seconds. */
  readonly turnSpeechSec: number;
  /** Undefined if no recogniser is loaded for the language, or transcripts are off. */
  readonly hypothesis: TurnHypothesis | undefined;
  /** The conversation before this turn, newest last. */
  readonly messages: readonly ConversationMessage[];
  readonly language: Language;
}

/** The second judgement of a pause, as the first one announces it. */
export interface Recheck {
  /** Highest `pEot` that the recheck can come to. If that ends no turn, the session does not run it. */
  pEotAtMost(silenceSec: number): number;
  judge(pause: EotPause): Promise<EotJudgement>;
}

export interface EotJudgement {
  /** Calibrated probability 0..1 that the turn is complete, `silenceSec` into the silence. Never falls as silence grows. */
  pEot(silenceSec: number): number;
  /** The numbers behind it, for `--trace`. */
  readonly parts: Readonly<Record<string, number | string>>;
  /** Absent if a recheck would gain nothing. */
  readonly recheck?: Recheck;
}

/** When a lasting pause is judged again. Time between the two numbers hides how long the recheck takes to work out. */
export interface RecheckTiming {
  /** Silence in the sound that the recheck is given, in seconds. */
  readonly atSec: number;
  /** Silence from which its judgement replaces the first, in seconds, at least `atSec`. */
  readonly appliesFromSec: number;
}

export interface EotScorer {
  /** `rules`, `learned`, `smart-turn`: the `--scorer` option. */
  readonly name: string;
  /** Reported in `session.started.models.eot`. */
  readonly version: string;
  /** Absent if one judgement of a pause is enough. */
  readonly recheck?: RecheckTiming;
  /** Longest sound that it reads, in seconds, with the silence of the pause; at most and by default 8. */
  readonly soundSec?: number;
  judge(pause: EotPause, inference: Inference): Promise<EotJudgement>;
}

/** A number to three decimals, as traces show it. */
export function traced(value: number): number {
  return Math.round(value * 1000) / 1000;
}
