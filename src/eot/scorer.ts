/**
 * The seam of end-of-turn scoring. At each pause of the speaker the engine asks a scorer, with everything heard so far; the
 * judgement then gives p_eot at every grid step of that silence. A scorer may hear a pause that lasts a second time.
 * Policies (policy.ts) turn p_eot into events. Scorers hold no session state.
 */
import type { Inference } from '../inference/kernel.js';
import type { ConversationMessage } from '../protocol/messages.js';
import type { Language } from '../protocol/languages.js';

/** What the recogniser heard in the turn so far, with the numbers a scorer can use. Log-probabilities are natural. */
export interface TurnHypothesis {
  /** Transcript of the turn so far, '' when nothing was understood. */
  readonly text: string;
  /** log p(`.` `?` `!`, alone or at the head of a token) right after the last word. */
  readonly punctuationLogProb: number;
  /** log p(`?`) and log p(`,`) at the same position. */
  readonly questionLogProb: number;
  readonly commaLogProb: number;
  /** log p(end of sequence) after the last token. */
  readonly eosLogProb: number;
  /** Mean log-probability of the tokens of the last word, and of all tokens. */
  readonly lastWordLogProb: number;
  readonly meanLogProb: number;
  /** `[samples]` 16 kHz, -1..1: what was decoded, for scorers that hear as well. */
  readonly sound?: Float32Array;
}

export interface EotPause {
  /** `[samples]` 16 kHz, -1..1: at most the last 8 s of sound, ending at the step of the judgement. */
  readonly audio: Float32Array;
  /** Silence already in `audio`'s tail, seconds. */
  readonly silenceSec: number;
  /** Speech in the turn so far, seconds. */
  readonly turnSpeechSec: number;
  /** Undefined when no recogniser is loaded for the language, or transcripts are off. */
  readonly heard: TurnHypothesis | undefined;
  /** The conversation before this turn, newest last. */
  readonly messages: readonly ConversationMessage[];
  readonly language: Language;
}

/** What hearing a pause again may change. */
export interface Recheck {
  /** `pEot` can't come to more than this by it: where that ends no turn, nobody need look. */
  pEotAtMost(silenceSec: number): number;
  judge(pause: EotPause): Promise<EotJudgement>;
}

export interface EotJudgement {
  /** Calibrated probability that the turn is complete, `silenceSec` into the silence; of one judgement it never falls as silence grows. */
  pEot(silenceSec: number): number;
  /** The numbers behind it, for `--trace`. */
  readonly parts: Readonly<Record<string, number | string>>;
  /** Undefined where hearing the pause again would tell nothing more. */
  readonly again?: Recheck;
}

export interface EotScorer {
  /** `rules`, `learned`, `smart-turn`: the `--scorer` option. */
  readonly name: string;
  /** Reported in `session.started.models.eot`. */
  readonly version: string;
  /**
   * Where a pause lasts: with how much silence it is heard again, and from which silence on that judgement stands, seconds. What
   * lies between hides the time it takes. Undefined: once is enough.
   */
  readonly secondLook?: { readonly heardSec: number; readonly standsSec: number };
  judge(pause: EotPause, inference: Inference): Promise<EotJudgement>;
}
