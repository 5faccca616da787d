/**
 * How well recognisers decode, as evidence in addition to the networks. A recogniser that decodes fluently speaks for its own
 * language, so an accent that decodes well keeps its language. If it halts, the other loaded recognisers have decoded the same sound
 * and speak for or against theirs.
 */
import { clamp } from '../dsp/numeric.js';
import { LANGUAGES } from '../protocol/languages.js';
import type { DecodingEvidence, LanguageProbabilities, LanguageQuestion } from './identifier.js';

/**
 * Mean token log-probability at which a decoding speaks neither for its language nor against it: the middle between English by
 * Moonshine tiny (-0.05 to -0.35) and other languages decoded as English (-0.7 to -1.5).
 */
export const EVEN_LOG_PROB = -0.55;
/**
 * Log-odds that decoding adds to its language: `slope` times the distance of the mean token log-probability from EVEN_LOG_PROB, at
 * most `most` either way, nothing below `words` words. Slope and bound are chosen by hand. Raising `most`: networks are overruled
 * more.
 */
const OWN_FLUENCY = { slope: 4, most: 2, words: 3 } as const;
/**
 * Log-odds that the decoding of another recogniser adds to its language; the fields are those of OWN_FLUENCY. On 55 windows
 * base-es decodes Spanish at -0.03 to -0.4 and other languages at -0.5 and below (21 November 2026); slope and bound are chosen
 * by hand.
 */
const OTHER_FLUENCY = { slope: 8, most: 3, words: 2 } as const;

/** @param probabilities `[15]`: the 14 languages as in protocol/languages.ts, then other. */
export function withEvidence(
  probabilities: ArrayLike<number>,
  { decoding, others = [] }: LanguageQuestion,
): LanguageProbabilities {
  const logOdds = new Map<string, number>(
    others.map((other) => [other.language, fluencyLogOdds(other, OTHER_FLUENCY)]),
  );
  // Halting tokens alone do not mean another language: a child, an accent or a bad line halts too. Another recogniser must do well.
  const least = [...logOdds.values()].some((value) => value > 0) ? -OWN_FLUENCY.most : 0;
  if (decoding) logOdds.set(decoding.language, Math.max(least, fluencyLogOdds(decoding, OWN_FLUENCY)));
  const weights = LANGUAGES.map((language, i) => probabilities[i]! * Math.exp(logOdds.get(language) ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, probabilities[LANGUAGES.length]!);
  return Object.fromEntries(LANGUAGES.map((language, i) => [language, weights[i]! / total]));
}

/** Log-odds for the language of a decoding; bounded, because other evidence counts beside it. */
function fluencyLogOdds(
  { meanLogProb, words }: DecodingEvidence,
  by: typeof OWN_FLUENCY | typeof OTHER_FLUENCY,
): number {
  if (words < by.words) return 0;
  return clamp(by.slope * (meanLogProb - EVEN_LOG_PROB), -by.most, by.most);
}
