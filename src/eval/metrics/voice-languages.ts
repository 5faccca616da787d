/**
 * Whether the voices of a room were heard in the language they speak. Counts that add.
 * Called by room summaries and `turnwire score`.
 */
import type { Utterance } from '../formats/utterance.js';
import { cpWordErrors } from './cp-wer.js';

/** Each is a part of the one before. */
export interface LanguageCounts {
  /** Reference voices whose language is known. */
  readonly voices: number;
  /** Those paired with a voice that was given a language. */
  readonly paired: number;
  /** Those whose most-heard language is the reference's. */
  readonly right: number;
}

export const NO_LANGUAGES: LanguageCounts = { voices: 0, paired: 0, right: 0 };

/**
 * Voices are paired by their words, as for cpWER.
 *
 * @param wanted reference voice -> language.
 * @param heard `language.summary`: hypothesis voice -> language -> share.
 */
export function countVoiceLanguages(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  wanted: Readonly<Record<string, string>>,
  heard: Readonly<Record<string, Readonly<Record<string, number>>>>,
): LanguageCounts {
  const { pairs } = cpWordErrors(reference, hypothesis);
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

/** Of two recordings together. */
export function addLanguageCounts(a: LanguageCounts, b: LanguageCounts): LanguageCounts {
  return { voices: a.voices + b.voices, paired: a.paired + b.paired, right: a.right + b.right };
}
