/**
 * What the words of an onset say about its class, in any language: does the speaker claim the floor, or only listen? Pure: text
 * in, evidence out. Policy.ts decides with it.
 */
import { logOdds, sigmoid } from '../dsp/numeric.js';
import type { Language } from '../protocol/languages.js';
import { LISTENER_SOUNDS, WORD_LISTS } from './word-lists.js';

export interface WordEvidence {
  /**
   * `none`: no word. `backchannel`: nothing but phrases that never claim. `claim`: a phrase that claims even alone. `other`:
   * words that are in neither list.
   */
  readonly kind: 'none' | 'backchannel' | 'claim' | 'other';
  /** True if the last words may be the beginning of a backchannel phrase: "thank" of "thank you", "no" of "no problem". */
  readonly open: boolean;
  /** Number of words (characters in zh, ja, ko) after the leading backchannels. */
  readonly otherWords: number;
}

/** Languages whose words are compared character by character: written without spaces, or with spaces of little meaning. */
const BY_CHARACTER: ReadonlySet<Language> = new Set(['zh', 'ja', 'ko']);
/**
 * A phrase of at least this many letters is also found if the recogniser got up to this fraction of them wrong. Chosen by
 * hand: "sound is good" stands for "sounds good" (0.27); with more, or for shorter phrases, other words would be taken for them.
 */
const LONG_PHRASE_LETTERS = 8;
const WRONG_LETTERS = 0.3;
/**
 * What a phrase of a list adds to the log-odds of `claim`, beyond 0: a listed phrase decides, whatever the sound says. Chosen
 * by hand: larger values would only move `p_claim`.
 */
const LISTED_LOG_ODDS = 4;

/** Kinds of evidence, the strongest first. */
const STRENGTH: readonly WordEvidence['kind'][] = ['claim', 'backchannel', 'other', 'none'];

type Units = readonly string[];
/** Each list has its longest phrases first. */
interface Phrases {
  readonly claims: readonly Units[];
  readonly backchannels: readonly Units[];
}
const phrasesByLanguage = new Map<Language, Phrases>();

/** @param text what a recogniser of the language wrote, with capitals and punctuation */
export function wordEvidence(text: string, language: Language): WordEvidence {
  const phrases = phrasesOf(language);
  const { claims, backchannels } = phrases;
  const units = unitsOf(text, language);
  if (units.length === 0) return { kind: 'none', open: false, otherWords: 0 };
  const rest = withoutLeading(units, phrases);
  const open = backchannels.some((phrase) => isBeginning(rest.length > 0 ? rest : units, phrase));
  if (rest.length === 0) return { kind: 'backchannel', open: false, otherWords: 0 };
  const claimsFloor = rest.some((_, at) => claims.some((phrase) => startsWith(rest.slice(at), phrase)));
  if (claimsFloor) return { kind: 'claim', open, otherWords: rest.length };
  if (backchannels.some((phrase) => soundsLike(rest, phrase)))
    return { kind: 'backchannel', open: false, otherWords: 0 };
  return { kind: 'other', open, otherWords: rest.length };
}

/**
 * The evidence of two readings of the same words. A phrase of a list is seldom read by chance, so it counts before other words;
 * a claim counts before a backchannel, which is the more common misreading of short sounds.
 */
export function strongerEvidence(one: WordEvidence, other: WordEvidence): WordEvidence {
  return STRENGTH.indexOf(one.kind) <= STRENGTH.indexOf(other.kind) ? one : other;
}

/** p_claim with the evidence of words that are clear. Words of neither list leave it as it is. */
export function withWords(pClaim: number, { kind }: WordEvidence): number {
  const fromSound = logOdds(pClaim);
  if (kind === 'claim') return sigmoid(Math.max(0, fromSound) + LISTED_LOG_ODDS);
  if (kind === 'backchannel') return sigmoid(Math.min(0, fromSound) - LISTED_LOG_ODDS);
  return pClaim;
}

function phrasesOf(language: Language): Phrases {
  const known = phrasesByLanguage.get(language);
  if (known) return known;
  const { claims, backchannels } = WORD_LISTS[language];
  const parse = (list: string): Units[] =>
    list
      .split(',')
      .map((phrase) => unitsOf(phrase, language))
      .sort((a, b) => b.length - a.length);
  const phrases = {
    claims: parse(claims),
    backchannels: parse(`${LISTENER_SOUNDS},${backchannels}`),
  };
  phrasesByLanguage.set(language, phrases);
  return phrases;
}

/**
 * Words, or characters in languages that are compared so, without capitals and punctuation. A word said twice counts once: cut
 * words are often misread as repeated.
 */
function unitsOf(text: string, language: Language): string[] {
  const words =
    text
      .normalize('NFKC')
      .replaceAll('’', "'")
      .toLocaleLowerCase(language)
      .match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
  if (BY_CHARACTER.has(language)) return [...words.join('')];
  return words.filter((word, i) => word !== words[i - 1]);
}

function startsWith(units: Units, phrase: Units): boolean {
  return phrase.length <= units.length && phrase.every((unit, i) => unit === units[i]);
}

/** What follows the leading backchannels. A longer claim is not cut: "um" listens, "um momento" claims in Portuguese. */
function withoutLeading(units: Units, phrases: Phrases): Units {
  const longest = (list: readonly Units[]): number =>
    list.find((phrase) => startsWith(units, phrase))?.length ?? 0;
  const length = longest(phrases.backchannels);
  return length > longest(phrases.claims) ? withoutLeading(units.slice(length), phrases) : units;
}

/** Fewer letters of a phrase are no sign of it. */
const LEAST_BEGINNING_LETTERS = 2;

/** True if `units` are the beginning of the phrase and not all of it; the last word may be cut short. */
function isBeginning(units: Units, phrase: Units): boolean {
  const [said, whole] = [units.join(' '), phrase.join(' ')];
  const isLongEnough = said.length >= LEAST_BEGINNING_LETTERS || units[0] === phrase[0];
  return isLongEnough && said.length < whole.length && whole.startsWith(said);
}

function soundsLike(units: Units, phrase: Units): boolean {
  const [said, whole] = [units.join(''), phrase.join('')];
  return whole.length >= LONG_PHRASE_LETTERS && editDistance(said, whole) <= WRONG_LETTERS * whole.length;
}

/** Levenshtein distance: letters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
