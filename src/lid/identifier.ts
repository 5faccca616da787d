/**
 * The seam of spoken-language identification. The engine asks about the last 3 s of a voice's solo speech; policy.ts
 * smooths the answers over time and decides on events. Identifiers hold no session state.
 */
import type { Inference } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';

/** What the recogniser made of the same speech, when it decodes it: fluent tokens speak for its language. */
export interface DecodingEvidence {
  readonly language: Language;
  /** Mean log-probability of the tokens, natural. */
  readonly meanLogProb: number;
  readonly words: number;
}

export interface LanguageQuestion {
  /** `[samples]` 16 kHz, -1..1: solo speech without long pauses, 1 to 3 s. */
  readonly audio: Float32Array;
  readonly decoding: DecodingEvidence | undefined;
  /** The same of the other recognisers that are loaded, asked only when the first one halts. */
  readonly others?: readonly DecodingEvidence[];
}

/** Calibrated probabilities 0..1; what they lack to 1 is another language, or none. */
export type LanguageProbabilities = Readonly<Partial<Record<Language, number>>>;

export interface LanguageIdentifier {
  identify(question: LanguageQuestion, inference: Inference): Promise<LanguageProbabilities>;
}
