/**
 * From the identifications of one voice to a change of its language. Three rules; each needs the newest window to agree:
 *
 * 1. A confirmed language, one whose recogniser takes part in identifying it, needs `AGREE` identifications in a row, each `SURE` or
 *    more: one odd window, an accent or a borrowed word is not enough.
 * 2. A language that no recogniser confirms needs a high mean over several windows: real speech in another language is seldom sure
 *    twice in a row, and an accent is not so sure for so long.
 * 3. A belief over all windows that is clear (language-belief.ts) is enough, with or without a recogniser.
 */
import { sum } from '../dsp/numeric.js';
import type { Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';

/** Least probability of an identification that counts for rule 1. Chosen by hand. Raising it: fewer, later changes. */
export const SURE = 0.8;
/** Identifications in a row that rule 1 needs. Chosen by hand. Raising it: fewer, later changes. */
const AGREE = 2;
/** Identifications in a row that rule 1 needs for a return to a language that the voice has spoken before. */
const AGREE_BACK = 1;
/** Fewest windows of rule 2: they begin a second apart, so the first and the last of four share no sound. */
const LEAST_WINDOWS = 4;
/** Most windows of rule 2, the newest. Raising it: an accent's odd stretches count less, a change within a talk is seen later. */
const MOST_WINDOWS = 10;
/**
 * Least mean probability of rule 2. Raising it: fewer, later changes. Of 28 real clips in other languages, English pinned, 17 are
 * found with 0.55 and 15 with 0.6 (7 with four `SURE` windows in a row). No change was found in 156 English recordings, 65 of them
 * with a Mandarin accent, nor in the six hardest accents at full length (16 min), of which a mean over four windows alone gets two
 * wrong at 0.6 (26 November 2026).
 */
const MIN_MEAN = 0.55;
/** Least probability of an identification: likelier than not. */
const LEAST_IDENTIFIED = 0.5;

export interface Identified {
  readonly language: Language;
  /** 0..1. */
  readonly confidence: number;
}

export class LanguagePolicy {
  /** The language that this voice surely speaks; undefined until there is one. */
  spoken: Language | undefined;
  private readonly spokenBefore = new Set<Language>();
  private candidate: Language | undefined;
  /** Identifications of the candidate in a row. */
  private inRow = 0;
  /** The newest windows, `MOST_WINDOWS` at most, oldest first. */
  private recent: LanguageProbabilities[] = [];

  /** @param confirmed languages whose recogniser takes part in identifying them */
  constructor(private readonly confirmed: readonly Language[]) {}

  /** True after a sure identification of another language than the voice's: a change may be near. */
  get isChanging(): boolean {
    return this.candidate !== undefined;
  }

  /**
   * @param clear the language that all windows together leave no doubt of, if there is one
   * @returns what this window alone says, and the language that the voice has changed to if it has.
   */
  push(
    probabilities: LanguageProbabilities,
    clear?: Language,
  ): { identified?: Identified; changedTo?: Language } {
    this.recent = [...this.recent, probabilities].slice(-MOST_WINDOWS);
    const identified = likeliest(probabilities);
    if (!identified || identified.confidence < LEAST_IDENTIFIED) {
      this.candidate = undefined;
      return {};
    }
    this.countInRow(identified);
    if (!this.isChange(identified.language, clear)) return { identified };
    this.spoken = identified.language;
    this.spokenBefore.add(this.spoken);
    this.candidate = undefined;
    return { identified, changedTo: this.spoken };
  }

  private countInRow({ language, confidence }: Identified): void {
    const counts = language !== this.spoken && confidence >= SURE;
    this.inRow = language === this.candidate ? this.inRow + 1 : 1;
    this.candidate = counts ? language : undefined;
  }

  private isChange(language: Language, clear: Language | undefined): boolean {
    if (language === this.spoken) return false;
    if (language === clear) return true;
    if (!this.confirmed.includes(language)) return this.meanOf(language) >= MIN_MEAN;
    const needed = this.spokenBefore.has(language) ? AGREE_BACK : AGREE;
    return language === this.candidate && this.inRow >= needed;
  }

  /** Mean probability over the newest windows; 0 until there are enough. */
  private meanOf(language: Language): number {
    const { length } = this.recent;
    if (length < LEAST_WINDOWS) return 0;
    return sum(this.recent.map((window) => window[language] ?? 0)) / length;
  }
}

function likeliest(probabilities: LanguageProbabilities): Identified | undefined {
  let best: Identified | undefined;
  for (const [language, confidence] of Object.entries(probabilities)) {
    if (!best || confidence > best.confidence) best = { language: language as Language, confidence };
  }
  return best;
}
