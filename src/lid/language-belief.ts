/**
 * What is believed of one voice's language after every window so far: the forward algorithm of a hidden Markov model whose
 * states are the languages and "other" (Rabiner 1989, "A tutorial on hidden Markov models", section III.A). A voice mostly
 * stays in its language, so one odd window of an accent says little, and several unsure ones that agree say much. This is what
 * is told of a voice; what a recogniser does about it is for policy.ts, which believes windows that are sure alone.
 */
import { LANGUAGES, type Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';
import { type Identified, SURE } from './policy.js';

/** Probability that a voice speaks the language of its window before. */
const STAYS = 0.9;
/** What a window that is not sure counts: as much of its sound was in the window before. A sure one counts whole. */
const UNSURE_COUNTS = 0.5;
/** No window rules a language out. */
const LEAST = 1e-4;
/** What is believed at once of a change that policy.ts decided. */
const CHANGED = 0.7;
/** Least probability that is told at all. */
const MIN_TOLD = 0.5;

const OTHER = LANGUAGES.length;

export class LanguageBelief {
  /** `[15]` the languages in the order of protocol/languages.ts, then other; sums to 1. */
  private readonly expected: readonly number[];
  private believed: readonly number[] | undefined;

  /** @param weightOf how much likelier a language is than another before anything was heard: 1 for most. */
  constructor(weightOf: (language: Language) => number) {
    this.expected = normalised([...LANGUAGES.map(weightOf), 1]);
  }

  /**
   * @param window probabilities of a window; what they lack to 1 is "other".
   * @param changedTo the language that the voice was found to have changed to in this window.
   * @returns what is believed now, to three decimals; undefined where nothing is likelier than not, or "other" is.
   */
  push(window: LanguageProbabilities, changedTo: Language | undefined): Identified | undefined {
    const heard = LANGUAGES.map((language) => window[language] ?? 0);
    const counts = Math.max(...heard) >= SURE ? 1 : UNSURE_COUNTS;
    heard.push(Math.max(0, 1 - heard.reduce((sum, p) => sum + p, 0)));
    const posterior = normalised(heard.map((p, i) => this.before(i) * (p + LEAST) ** counts));
    this.believed = posterior.map((p, i) => {
      if (changedTo === undefined) return p;
      return (1 - CHANGED) * p + (LANGUAGES[i] === changedTo ? CHANGED : 0);
    });
    const best = this.believed.indexOf(Math.max(...this.believed));
    const confidence = Math.round(this.believed[best]! * 1e3) / 1e3;
    return best === OTHER || confidence < MIN_TOLD ? undefined : { language: LANGUAGES[best]!, confidence };
  }

  /** How likely a state is before its window is heard. */
  private before(state: number): number {
    const expected = this.expected[state]!;
    return this.believed ? STAYS * this.believed[state]! + (1 - STAYS) * expected : expected;
  }
}

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
