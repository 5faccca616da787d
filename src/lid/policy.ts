/**
 * From identifications of one voice to what is said about its language. A change to a language that a loaded recogniser
 * decodes needs `AGREE` identifications in a row, each `SURE` or more: one odd window, an accent, or a
 * borrowed word is not enough. Where no recogniser bears witness, the mean of several windows decides: real speech in
 * another language is seldom sure so often in a row, and an accent is not so sure for so long.
 */
import type { Language } from '../protocol/languages.js';
import type { LanguageProbabilities } from './identifier.js';

/** Least probability of an identification that counts for a change. Raising it: fewer, later changes. */
export const SURE = 0.8;
/** Identifications in a row that a change needs. */
const AGREE = 2;
/** The same back to a language that the voice has spoken before. */
const AGREE_BACK = 1;
/** Windows that are averaged where no recogniser bears witness: at least four; a second apart, first and last share no sound. */
const LEAST_ALONE = 4;
/** And at most these, the newest. Raising it: an accent's odd stretches count less, a change in the middle of a talk is seen later. */
const MOST_ALONE = 10;
/**
 * Least mean probability over them for a change. Raising it: fewer, later changes. On 28 real clips in other languages, with
 * English pinned, 17 are told, 15 with 0.6; four windows in a row of `SURE` told 7. None of 156 recordings in
 * English, 65 of them with a Mandarin accent, nor of the six hardest accents at full length (16 min), two of which a mean
 * over four windows alone gets wrong at 0.6 (2026-11-26).
 */
const MIN_ALONE_MEAN = 0.55;
/** Least probability of an identification at all. */
const LEAST_IDENTIFIED = 0.5;

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
  /** The last windows, `MOST_ALONE` at most, oldest first. */
  private recent: LanguageProbabilities[] = [];

  /** @param witnessed languages that a loaded recogniser decodes. */
  constructor(private readonly witnessed: readonly Language[]) {}

  /** True after a sure identification of another language than the voice's: a change may be near. */
  get isChanging(): boolean {
    return this.candidate !== undefined;
  }

  /** @returns what this window alone says, and the language the voice has changed to, if it has. */
  push(probabilities: LanguageProbabilities): { identified?: Identified; changedTo?: Language } {
    this.recent = [...this.recent, probabilities].slice(-MOST_ALONE);
    const identified = likeliest(probabilities);
    if (!identified || identified.confidence < LEAST_IDENTIFIED) {
      this.candidate = undefined;
      return {};
    }
    this.follow(identified);
    if (!this.isChange(identified.language)) return { identified };
    this.spoken = identified.language;
    this.known.add(this.spoken);
    this.candidate = undefined;
    return { identified, changedTo: this.spoken };
  }

  /** Counts sure identifications in a row. */
  private follow({ language, confidence }: Identified): void {
    const counts = language !== this.spoken && confidence >= SURE;
    this.seen = language === this.candidate ? this.seen + 1 : 1;
    this.candidate = counts ? language : undefined;
  }

  private isChange(language: Language): boolean {
    if (language === this.spoken) return false;
    if (!this.witnessed.includes(language)) return this.meanOf(language) >= MIN_ALONE_MEAN;
    return language === this.candidate && this.seen >= (this.known.has(language) ? AGREE_BACK : AGREE);
  }

  /** Over the last windows; 0 before there are enough. */
  private meanOf(language: Language): number {
    const { length } = this.recent;
    if (length < LEAST_ALONE) return 0;
    return this.recent.reduce((sum, window) => sum + (window[language] ?? 0), 0) / length;
  }
}

function likeliest(probabilities: LanguageProbabilities): Identified | undefined {
  let best: Identified | undefined;
  for (const [language, confidence] of Object.entries(probabilities)) {
    if (!best || confidence > best.confidence) best = { language: language as Language, confidence };
  }
  return best;
}
