/**
 * How fluently recognisers decode, as evidence beside what a head hears. The recogniser in use speaks for or against its own
 * language, so an accent that decodes well stays in its language; where it halts, the other recognisers that are loaded have
 * decoded the same sound, and are witnesses for their languages.
 */
import { LANGUAGES } from '../protocol/languages.js';
import type { DecodingEvidence, LanguageProbabilities, LanguageQuestion } from './identifier.js';

/** Log-odds per unit of mean token log-probability around the middle between fluent and halting decoding (tiny, en). */
const FLUENCY = { slope: 4, middle: -0.55, most: 2, words: 3 } as const;
/** The same for the others: base-es decodes Spanish at -0.03 to -0.4, other languages at -0.5 and below (55 windows). */
const OTHER_FLUENCY = { slope: 8, middle: -0.55, most: 3, words: 2 } as const;

/** @param heard `[15]` probabilities: the 14 languages as in protocol/languages.ts, then other. */
export function withEvidence(
  heard: ArrayLike<number>,
  { decoding, others = [] }: LanguageQuestion,
): LanguageProbabilities {
  const odds = new Map<string, number>(
    others.map((other) => [other.language, fluency(other, OTHER_FLUENCY)]),
  );
  // Halting decoding alone is no other language: a child, an accent or a bad line halts too. It takes a better witness.
  const least = [...odds.values()].some((value) => value > 0) ? -FLUENCY.most : 0;
  if (decoding) odds.set(decoding.language, Math.max(least, fluency(decoding, FLUENCY)));
  const weights = LANGUAGES.map((language, i) => heard[i]! * Math.exp(odds.get(language) ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, heard[LANGUAGES.length]!);
  return Object.fromEntries(LANGUAGES.map((language, i) => [language, weights[i]! / total]));
}

/** Log-odds that fluent or halting decoding adds to its language, bounded: it is one witness of several. */
function fluency(
  { meanLogProb, words }: DecodingEvidence,
  by: typeof FLUENCY | typeof OTHER_FLUENCY,
): number {
  if (words < by.words) return 0;
  return Math.min(by.most, Math.max(-by.most, by.slope * (meanLogProb - by.middle)));
}
