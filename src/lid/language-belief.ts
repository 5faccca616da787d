/**
 * What is believed of one voice's language after all its windows so far: the forward algorithm of a hidden Markov model whose states
 * are the languages and "other" (Rabiner 1989, "A tutorial on hidden Markov models", section III.A). A voice mostly stays in its
 * language, so one odd window of an accent changes little, and several unsure windows that agree change much. The belief is what is
 * reported of a voice; whether a recogniser switches is decided by policy.ts on single sure windows.
 */
import { normalise, sum } from '../dsp/numeric.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';
import { type Identified, SURE } from './policy.js';

/**
 * Probability that a voice speaks the language of its window before. Raising it: fewer odd reports, later changes. With
 * UNSURE_WEIGHT chosen on 49 English recordings and 24 in nine other languages, 27 November 2026, on a plateau of 0.8 to 0.98:
 * events right and wrong 358 and 4, 100 and 0 (docs/decisions/2026-11-27-language-of-a-voice.md, `training/lid`).
 */
const STAYS = 0.9;
/** Weight of a window that is not sure, as half of its sound was in the window before; a sure window has 1. Plateau 0.4 to 0.6. */
const UNSURE_WEIGHT = 0.5;
/** Least probability of a language in a window, so that no window rules a language out. Chosen by hand. */
const LEAST = 1e-4;
/** Belief in a change at the moment that policy.ts decides it. Chosen by hand; above MIN_REPORTED, so that it is reported at once. */
const CHANGED = 0.7;
/** Least belief that is reported: likelier than not. */
const MIN_REPORTED = 0.5;

const OTHER = LANGUAGES.length;

export class LanguageBelief {
  /** `[15]` the languages in the order of protocol/languages.ts, then other; sums to 1. */
  private readonly prior: readonly number[];
  private believed: readonly number[] | undefined;

  /** @param weightOf how much likelier a language is than another before the first window: 1 for most */
  constructor(weightOf: (language: Language) => number) {
    this.prior = normalise([...LANGUAGES.map(weightOf), 1]);
  }

  /**
   * @param window probabilities of a window; what they lack to 1 is "other"
   * @param changedTo the language that policy.ts found the voice to have changed to in this window
   * @returns what is believed now, to three decimals; undefined if nothing is likelier than not, or "other" is.
   */
  push(window: LanguageProbabilities, changedTo: Language | undefined): Identified | undefined {
    const probabilities = LANGUAGES.map((language) => window[language] ?? 0);
    const weight = Math.max(...probabilities) >= SURE ? 1 : UNSURE_WEIGHT;
    probabilities.push(Math.max(0, 1 - sum(probabilities)));
    const posterior = normalise(probabilities.map((p, i) => this.predicted(i) * (p + LEAST) ** weight));
    this.believed = posterior.map((p, i) => {
      if (changedTo === undefined) return p;
      return (1 - CHANGED) * p + (LANGUAGES[i] === changedTo ? CHANGED : 0);
    });
    const best = this.believed.indexOf(Math.max(...this.believed));
    const confidence = Math.round(this.believed[best]! * 1e3) / 1e3;
    return best === OTHER || confidence < MIN_REPORTED
      ? undefined
      : { language: LANGUAGES[best]!, confidence };
  }

  /** Probability of a state before its window is taken into account. */
  private predicted(state: number): number {
    const prior = this.prior[state]!;
    return this.believed ? STAYS * this.believed[state]! + (1 - STAYS) * prior : prior;
  }
}
