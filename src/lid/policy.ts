/**
 * From identifications of one voice to what is said about its language. A change needs `agree` identifications in a row
 * of one other language, each at least `minConfidence` sure: one odd window, an accent, or a borrowed word is not enough.
 */
import type { Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';

export interface LanguagePolicyOptions {
  /** Least probability of an identification that counts for a change, 0.5 to 1. Raising it: fewer, later changes. */
  readonly minConfidence: number;
  /** Identifications in a row that a change needs, 1 to 5. */
  readonly agree: number;
  /** The same back to a language that the voice has spoken before. */
  readonly agreeBack: number;
  /** The same where no loaded recogniser can bear witness, `agree` to 6: of four, a second apart, first and last share no sound. */
  readonly agreeAlone: number;
  /** Least probability that is reported at all, 0 to 1. */
  readonly minReported: number;
}

export const DEFAULT_LANGUAGE_POLICY = {
  minConfidence: 0.8,
  agree: 2,
  agreeBack: 1,
  agreeAlone: 4,
  minReported: 0.5,
} as const satisfies LanguagePolicyOptions;

export interface Identified {
  readonly language: Language;
  readonly confidence: number;
}

export class LanguagePolicy {
  /** The language this voice surely speaks, undefined until identified. */
  spoken: Language | undefined;
  private readonly known = new Set<Language>();
  private candidate: Language | undefined;
  private seen = 0;

  /** @param witnessed languages that a loaded recogniser decodes. */
  constructor(
    private readonly witnessed: readonly Language[],
    private readonly options: LanguagePolicyOptions = DEFAULT_LANGUAGE_POLICY,
  ) {}

  /** True while one more identification would be a change. */
  get isChanging(): boolean {
    return this.candidate !== undefined;
  }

  /** @returns what to report of this window, and the language the voice has changed to, if it has. */
  push(probabilities: LanguageProbabilities): { identified?: Identified; changedTo?: Language } {
    const identified = likeliest(probabilities);
    if (!identified || identified.confidence < this.options.minReported) {
      this.candidate = undefined;
      return {};
    }
    if (identified.language === this.spoken || identified.confidence < this.options.minConfidence) {
      this.candidate = undefined;
      return { identified };
    }
    this.seen = identified.language === this.candidate ? this.seen + 1 : 1;
    this.candidate = identified.language;
    if (this.seen < this.needed(this.candidate)) return { identified };
    this.spoken = identified.language;
    this.known.add(this.spoken);
    this.candidate = undefined;
    return { identified, changedTo: this.spoken };
  }

  /** Identifications in a row that a change to the language needs. */
  private needed(language: Language): number {
    const { agree, agreeBack, agreeAlone } = this.options;
    if (!this.witnessed.includes(language)) return agreeAlone;
    return this.known.has(language) ? agreeBack : agree;
  }
}

function likeliest(probabilities: LanguageProbabilities): Identified | undefined {
  let best: Identified | undefined;
  for (const [language, confidence] of Object.entries(probabilities)) {
    if (!best || confidence > best.confidence) best = { language: language as Language, confidence };
  }
  return best;
}
