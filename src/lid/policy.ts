/**
 * From identifications of one voice to what is said about its language. A change needs `AGREE` identifications in a row
 * of one other language, each at least `MIN_CONFIDENCE` sure: one odd window, an accent, or a borrowed word is not enough.
 */
import type { Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';

/** Least probability of an identification that counts for a change. Raising it: fewer, later changes. */
const MIN_CONFIDENCE = 0.8;
/** Identifications in a row that a change needs. */
const AGREE = 2;
/** The same back to a language that the voice has spoken before. */
const AGREE_BACK = 1;
/** The same where no loaded recogniser can bear witness: of four, a second apart, first and last share no sound. */
const AGREE_ALONE = 4;
/** Least probability that is reported at all. */
const MIN_REPORTED = 0.5;

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
  constructor(private readonly witnessed: readonly Language[]) {}

  /** True while one more identification would be a change. */
  get isChanging(): boolean {
    return this.candidate !== undefined;
  }

  /** @returns what to report of this window, and the language the voice has changed to, if it has. */
  push(probabilities: LanguageProbabilities): { identified?: Identified; changedTo?: Language } {
    const identified = likeliest(probabilities);
    if (!identified || identified.confidence < MIN_REPORTED) {
      this.candidate = undefined;
      return {};
    }
    if (identified.language === this.spoken || identified.confidence < MIN_CONFIDENCE) {
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
    if (!this.witnessed.includes(language)) return AGREE_ALONE;
    return this.known.has(language) ? AGREE_BACK : AGREE;
  }
}

function likeliest(probabilities: LanguageProbabilities): Identified | undefined {
  let best: Identified | undefined;
  for (const [language, confidence] of Object.entries(probabilities)) {
    if (!best || confidence > best.confidence) best = { language: language as Language, confidence };
  }
  return best;
}
