/**
 * Counts the voices of a room whose language was identified right.
 * Called by room summaries and `turnwire score`.
 */
import { addCounts } from '../basics/add-counts.js';
import type { TimeSpan } from '../basics/time-span.js';
import type { Utterance } from '../formats/utterance.js';
import { cpWordErrors } from './cp-wer.js';

/** Counts that can be added; each counts a part of the one before. */
export interface LanguageCounts {
  /** Reference voices whose language is known. */
  readonly voices: number;
  /** Voices of known language whose partner in the hypothesis has a language. */
  readonly paired: number;
  /** Paired voices of which the most frequent language of the partner is that of the reference. */
  readonly right: number;
}

export const NO_LANGUAGES: LanguageCounts = { voices: 0, paired: 0, right: 0 };

/**
 * Counts one recording. Voices are paired by their words, as for cpWER.
 *
 * @param wanted language of each reference voice.
 * @param heard the speakers of `language.summary`: for each hypothesis voice the share of each language.
 * @param unscored regions in which no word counts.
 */
export function countVoiceLanguages(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  wanted: Readonly<Record<string, string>>,
  heard: Readonly<Record<string, Readonly<Record<string, number>>>>,
  unscored: readonly TimeSpan[] = [],
): LanguageCounts {
  const { pairs } = cpWordErrors(reference, hypothesis, unscored);
  const counts = { ...NO_LANGUAGES };
  for (const [voice, language] of Object.entries(wanted)) {
    counts.voices++;
    const shares = Object.entries(heard[pairs[voice] ?? ''] ?? {});
    const mostHeard = shares.sort((a, b) => b[1] - a[1])[0]?.[0];
    if (mostHeard === undefined) continue;
    counts.paired++;
    if (mostHeard === language) counts.right++;
  }
  return counts;
}

/** @returns the counts of two recordings added up. */
export function addLanguageCounts(a: LanguageCounts, b: LanguageCounts): LanguageCounts {
  return addCounts(a, b);
}
