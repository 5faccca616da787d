/**
 * What the words of an onset say about its class, in any language: does the speaker claim the floor, or only listen? Pure: text
 * in, evidence out. policy.ts decides with it.
 */
import { logOdds, sigmoid } from '../dsp/numeric.js';
import type { Language } from '../protocol/languages.js';
import { BACKCHANNEL_SOUNDS, NEGATIONS, WORD_LISTS } from './word-lists.js';

export interface WordEvidence {
  /**
   * `none`: no word. `backchannel`: nothing but phrases that never claim. `claim`: a phrase that claims even alone. `other`:
   * words that are in neither list.
   */
  readonly kind: 'none' | 'backchannel' | 'claim' | 'other';
  /**
   * True if the words may be the beginning of others: "thank" of "thank you", "no" of "no problem", "oh" of "off".
   */
  readonly open: boolean;
  /** Number of words (characters in zh, ja, ko) after the leading backchannels. */
  readonly otherWords: number;
  /**
   * True if one word of neither list follows leading backchannels. Before the speaker stops it may be the first half of one more
   * backchannel: "thank you, R." of "thank you very much", "great, sir" of "great, thanks".
   */
  readonly mayBeHalf?: boolean;
}

/** Languages whose words are compared character by character: written without spaces, or with spaces of little meaning. */
const BY_CHARACTER: ReadonlySet<Language> = new Set(['zh', 'ja', 'ko']);
/** A phrase of at least this many letters is also found if some of them are wrong (WRONG_LETTERS). Chosen by hand. */
const LONG_PHRASE_LETTERS = 8;
/**
 * Largest fraction of the letters of a long phrase that the recogniser may get wrong. Chosen by hand: "sound is good" counts as
 * "sounds good" (0.27). Raising it: other words are taken for listed phrases.
 */
const WRONG_LETTERS = 0.3;
/**
 * What a phrase of a list adds to the log-odds of `claim`, beyond 0: a listed phrase decides, whatever the sound says. Chosen
 * by hand: larger values would only move `p_claim`.
 */
const LISTED_LOG_ODDS = 4;

/**
 * A model is sure of words that are over if their log-probability is above this. Chosen by hand on single words by 30 speakers
 * and on 220 backchannels: words have -0.6 and more, words that are misread from backchannel sounds -0.8 and less.
 */
const SURE_LOG_PROB = -0.7;
/** The larger model is sure of words of neither list if their log-probability is above this. Chosen by hand like SURE_LOG_PROB. */
const SURE_OF_OTHERS_LOG_PROB = -0.5;
/**
 * A claim that the larger model writes with less counts for nothing, though both write one: it is what noise is misread as.
 * Log-probability, chosen by hand on 60 coughs ("But." at -3.4) and single words by 74 speakers ("Stop." at -2.2).
 */
const LEAST_CLAIM_LOG_PROB = -2.5;
/**
 * Claims that "huh" is taken for: they count if both models read a claim, not if one is sure of them alone. Chosen in sight of 220
 * backchannels.
 */
const LIKE_HUH: ReadonlySet<string> = new Set(['hey', 'hi']);
/** Two readings are alike if at most this fraction of the letters of the longer one differs. Chosen by hand. */
const UNLIKE_LETTERS = 0.5;

/** Backchannel sounds that are a vowel and nothing else. */
const LONE_VOWELS: readonly string[] = ['ah', 'oh', 'eh', 'uh'];

type Units = readonly string[];
/** Each list has its longest phrases first. */
interface Phrases {
  readonly claims: readonly Units[];
  readonly backchannels: readonly Units[];
  readonly negations: readonly Units[];
}
const phrasesByLanguage = new Map<Language, Phrases>();

/** @param text what a recogniser of the language wrote, with capitals and punctuation */
export function wordEvidence(text: string, language: Language): WordEvidence {
  const phrases = phrasesOf(language);
  const { claims, backchannels, negations } = phrases;
  const units = unitsOf(text, language);
  if (units.length === 0) return { kind: 'none', open: false, otherWords: 0 };
  const rest = withoutLeading(units, phrases);
  const open = backchannels.some((phrase) => isBeginning(rest.length > 0 ? rest : units, phrase));
  if (rest.length === 0) return { kind: 'backchannel', open: isLoneVowel(units), otherWords: 0 };
  if (contains(rest, claims)) return { kind: 'claim', open, otherWords: rest.length };
  if (!contains(rest, negations) && backchannels.some((phrase) => soundsLike(rest, phrase)))
    return { kind: 'backchannel', open: false, otherWords: 0 };
  return { kind: 'other', open, otherWords: rest.length, mayBeHalf: rest.length === 1 && units.length > 1 };
}

/** What one model read. */
export interface Reading {
  readonly evidence: WordEvidence;
  /** The words without capitals, punctuation and spaces. */
  readonly letters: string;
  /** The lesser of the mean log-probability and that of the last word. */
  readonly logProb: number;
}

/**
 * The evidence of two readings of the same words. A phrase of a list is seldom read twice by chance, so it counts if both
 * models read one of its kind, even if they are unsure. Otherwise it counts if its own model is sure of it, the larger first.
 * @returns undefined if neither is so: the words are other ones, or unclear
 */
export function agreedEvidence(small: Reading, large: Reading): WordEvidence | undefined {
  const isMisread = large.evidence.kind === 'claim' && large.logProb < LEAST_CLAIM_LOG_PROB;
  const isSame = small.evidence.kind === large.evidence.kind && small.evidence.kind !== 'other';
  if (isSame && !isMisread) return large.evidence;
  return [large, small].find(isSure)?.evidence;
}

/**
 * True if two readings are surely the same words of neither list: what a backchannel sound is misread as differs from one model
 * to the other.
 */
export function sameOtherWords(small: Reading, large: Reading): boolean {
  const [one, two] = [small, large].map(({ letters }) => letters);
  const areOthers = small.evidence.kind === 'other' && large.evidence.kind === 'other';
  const isAlike = editDistance(one!, two!) <= UNLIKE_LETTERS * Math.max(one!.length, two!.length);
  return areOthers && isAlike && large.logProb > SURE_OF_OTHERS_LOG_PROB;
}

/** @param logProb the lesser of the mean log-probability and that of the last word */
export function readingOf(text: string, logProb: number, language: Language): Reading {
  return { evidence: wordEvidence(text, language), letters: unitsOf(text, language).join(''), logProb };
}

/** True if a phrase of a list counts though the other model does not read its kind. */
function isSure({ evidence: { kind }, letters, logProb }: Reading): boolean {
  const isListed = kind === 'backchannel' || (kind === 'claim' && !LIKE_HUH.has(letters));
  return isListed && logProb > SURE_LOG_PROB;
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
    backchannels: parse(`${BACKCHANNEL_SOUNDS},${backchannels}`),
    negations: parse(NEGATIONS[language]),
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

function contains(units: Units, phrases: readonly Units[]): boolean {
  return units.some((_, at) => phrases.some((phrase) => startsWith(units.slice(at), phrase)));
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

/** True for one word such as "oh": as likely the beginning of another word, "off" or "hold", whose rest is softer. */
function isLoneVowel(units: Units): boolean {
  return units.length === 1 && LONE_VOWELS.includes(units[0]!);
}

const lettersOf = (units: Units): string => units.join('').replaceAll("'", '');

function soundsLike(units: Units, phrase: Units): boolean {
  const [said, whole] = [lettersOf(units), lettersOf(phrase)];
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
