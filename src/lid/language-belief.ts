/**
 * What is believed of one voice's language after all its windows so far: the forward algorithm of a hidden Markov model whose states
 * are the languages and "other" (Rabiner 1989, "A tutorial on hidden Markov models", section III.A). A voice mostly stays in its
 * language, so one odd window of an accent changes little, and several unsure windows that agree change much. A belief that has been
 * clear for some windows lets policy.ts find a change; a window by itself is what `asr.language` reports.
 */
import { argMax, normalise, sum } from '../dsp/numeric.js';
import { LANGUAGES, type Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';
import { SURE } from './policy.js';

/**
 * Probability that a voice speaks the same language as in its window before. Raising it: fewer odd reports, later changes. With
 * UNSURE_WEIGHT chosen on 49 English recordings and 24 in nine other languages, 27 November 2026, on a plateau of 0.8 to 0.98
 * (docs/decisions/2026-11-27-language-of-a-voice.md).
 */
export const STAYS = 0.9;
/** Weight of a window that is not sure, as half of its sound was in the window before; a sure window has 1. Plateau 0.4 to 0.6. */
const UNSURE_WEIGHT = 0.5;
/** Least probability of a language in a window, so that no window rules a language out. Chosen by hand. */
const LEAST = 1e-4;
/** Belief from which a language is clear. Chosen by hand with CLEAR_WINDOWS. Raising either: fewer, later changes. */
const CLEAR = 0.95;
/** A language is clear after this many windows in a row with a belief of CLEAR or more. */
const CLEAR_WINDOWS = 3;

const OTHER = LANGUAGES.length;

export class LanguageBelief {
  /** `[15]` the languages in the order of protocol/languages.ts, then other; sums to 1. */
  private readonly prior: readonly number[];
  private believed: readonly number[] | undefined;
  /** The language that is believed, and for how many windows in a row it has been clear. */
  private candidate: Language | undefined;
  private inRow = 0;

  /** @param weightOf how much likelier a language is than another before the first window: 1 for most */
  constructor(weightOf: (language: Language) => number) {
    this.prior = normalise([...LANGUAGES.map(weightOf), 1]);
  }

  /** The language that the voice clearly speaks: undefined until a belief has been clear for some windows in a row. */
  get clear(): Language | undefined {
    return this.inRow >= CLEAR_WINDOWS ? this.candidate : undefined;
  }

  /**
   * @param window probabilities of a window; what they lack to 1 is "other"
   * @returns how sure each state is: `[15]` the languages in the order of protocol/languages.ts, then other.
   */
  push(window: LanguageProbabilities): readonly number[] {
    const probabilities = LANGUAGES.map((language) => window[language] ?? 0);
    const isSure = Math.max(...probabilities) >= SURE;
    probabilities.push(Math.max(0, 1 - sum(probabilities)));
    const predicted = probabilities.map((_, i) => this.predicted(i));
    this.believed = afterWindow(predicted, probabilities, isSure);
    const best = argMax(this.believed);
    const language = best !== OTHER && this.believed[best]! >= CLEAR ? LANGUAGES[best] : undefined;
    this.inRow = language !== undefined && language === this.candidate ? this.inRow + 1 : 1;
    this.candidate = language;
    return this.believed;
  }

  /** Probability of a state before its window is taken into account. */
  private predicted(state: number): number {
    const prior = this.prior[state]!;
    return this.believed ? STAYS * this.believed[state]! + (1 - STAYS) * prior : prior;
  }
}

/**
 * One step of the forward algorithm.
 * @param predicted probability of each state before the window is taken into account
 * @param window probability of each state in the window
 * @param isSure true if the window names a language surely: then it counts fully
 * @returns the probability of each state after the window; sums to 1.
 */
export function afterWindow(
  predicted: readonly number[],
  window: readonly number[],
  isSure: boolean,
): number[] {
  const weight = isSure ? 1 : UNSURE_WEIGHT;
  return normalise(predicted.map((p, i) => p * (window[i]! + LEAST) ** weight));
}
