/**
 * What the recogniser's probabilities of listed phrases say about a short sound that it does not read as one of them. Greedy
 * decoding writes the one likeliest text: "Oz", "Asked." or "F." for "off". That "off" is the next guess and a backchannel is
 * none shows only if both are scored. English only. Used by engine/session/onset-words.ts.
 */
import { logAddExp } from '../dsp/numeric.js';
import type { Language } from '../protocol/languages.js';
import type { WordEvidence } from './word-evidence.js';
import { BACKCHANNEL_SOUNDS, WORD_LISTS } from './word-lists.js';

/**
 * Claims that backchannel sounds are taken for ("huh" for "hey", "yeah" for "no"): of them only what is read counts. They are what
 * the likeliest claims of 220 Switchboard backchannels were, and their like.
 */
const LIKE_BACKCHANNELS: ReadonlySet<string> = new Set([
  'no',
  'nope',
  'hey',
  'hi',
  'hello',
  'what',
  'but',
  'wait',
  'sorry',
]);
/**
 * A claim counts if it is at least so likely beside all backchannels, in log-probability, as the mean of both models. Chosen on
 * 110 single words by speakers who are not in the report, in sight of 220 backchannels (2026-11-29): at -1 "off" is heard 7 times
 * less of 86, at -2 4 times more. Raising it: fewer words are found.
 */
const LEAST_MARGIN = -1.5;

const phrasesOf = (list: string): string[] =>
  list.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
const CLAIMS = phrasesOf(WORD_LISTS.en.claims);
/** Sounds of two parts are written with a hyphen: "Uh-huh". */
const SOUNDS = phrasesOf(BACKCHANNEL_SOUNDS).map((sound) => sound.replace(' ', '-'));
const BACKCHANNELS = [...SOUNDS, ...phrasesOf(WORD_LISTS.en.backchannels)];
const WRITTEN = [...CLAIMS, ...BACKCHANNELS].map((phrase) => phrase[0]!.toUpperCase() + phrase.slice(1));

/** The phrases to score, as a recogniser writes them; undefined if the language has none. */
export function phrasesToScore(language: Language): readonly string[] | undefined {
  return language === 'en' ? WRITTEN : undefined;
}

/**
 * @param models for each model the log-probability of each of `phrasesToScore`
 * @returns the evidence of a claim; undefined if no claim is likely enough
 */
export function scoredEvidence(models: readonly (readonly number[])[]): WordEvidence | undefined {
  const margins = models.map((scores) => {
    const backchannels = scores.slice(CLAIMS.length).reduce(logAddExp);
    return scores.slice(0, CLAIMS.length).map((score) => score - backchannels);
  });
  const mean = CLAIMS.map((_, i) => margins.reduce((sum, margin) => sum + margin[i]!, 0) / models.length);
  const best = mean.indexOf(Math.max(...mean));
  const counts = mean[best]! >= LEAST_MARGIN && !LIKE_BACKCHANNELS.has(CLAIMS[best]!);
  return counts ? { kind: 'claim', open: false, otherWords: 1 } : undefined;
}
