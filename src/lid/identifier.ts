/**
 * The interface of spoken-language identifiers. The engine asks about the last 3 s of a voice's solo speech; language-belief.ts and
 * policy.ts follow the answers over time. Identifiers hold no session state.
 */
import type { Inference } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';

/** How well a recogniser decoded some speech: fluent tokens speak for its language. */
export interface DecodingEvidence {
  readonly language: Language;
  /** Mean natural log-probability of the tokens, 0 or less. */
  readonly meanLogProb: number;
  readonly words: number;
}

export interface LanguageQuestion {
  /** `[samples]` 16 kHz, -1..1: solo speech without long pauses, 1 to 3 s. */
  readonly audio: Float32Array;
  /** How well the voice's own recogniser decoded it; undefined if it has no words. */
  readonly decoding: DecodingEvidence | undefined;
  /** `[14]` probabilities by the recogniser of many languages, in the order of protocol/languages.ts; absent if it was not asked. */
  readonly byRecogniser?: readonly number[];
  /** How well the other loaded recognisers decode it; they are asked only if the voice's own one is not fluent. */
  readonly others?: readonly DecodingEvidence[];
}

/** Calibrated probabilities, 0..1; what they lack to 1 is the probability of another language, or of none. */
export type LanguageProbabilities = Readonly<Partial<Record<Language, number>>>;

export interface LanguageIdentifier {
  identify(question: LanguageQuestion, inference: Inference): Promise<LanguageProbabilities>;
}
