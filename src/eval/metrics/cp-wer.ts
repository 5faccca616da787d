/**
 * cpWER and tcpWER: the word errors of a meeting under the one-to-one pairing of voices that gives the fewest errors.
 * Called by `score` and room summaries. Conventions: all words of a voice without a partner are errors; the words of a
 * voice are taken in order of time; tcpWER spreads the time of an utterance over its words by their letters and matches
 * two words only if their times, widened by the collar, touch. A word whose middle lies in a region that the reference leaves out
 * counts on neither side; the time of a word is its share of its utterance by letters.
 * Source: Watanabe et al. 2020 (cpWER), von Neumann et al. 2023 (tcpWER); fgnt/meeteval doc/algorithms.md.
 */
import type { TimeSpan } from '../basics/time-span.js';
import type { Utterance } from '../formats/utterance.js';
import { cheapestAssignment } from './assignment.js';
import { holds } from './scored-time.js';
import { scoringWords } from './scoring-words.js';
import {
  addWordErrors,
  countWordErrors,
  NO_WORD_ERRORS,
  type TimedToken,
  type WordErrors,
} from './word-errors.js';

/** Word errors under the best pairing of voices. */
export interface VoiceErrors {
  readonly errors: WordErrors;
  /** Hypothesis voice of each reference voice that has a partner. */
  readonly pairs: Readonly<Record<string, string>>;
}

/**
 * Errors of cpWER on one recording. Times only order the utterances of a voice.
 * @param unscored regions in which no word counts; so below.
 */
export function cpWordErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  unscored: readonly TimeSpan[] = [],
): VoiceErrors {
  return bestPairing(tokensByVoice(reference, unscored), tokensByVoice(hypothesis, unscored));
}

/**
 * Errors of tcpWER on one recording.
 * @param collarSec how far the word times of the hypothesis are widened on both sides, in seconds; 5 is usual.
 */
export function tcpWordErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  collarSec: number,
  unscored: readonly TimeSpan[] = [],
): VoiceErrors {
  const touches = (a: TimedToken, b: TimedToken) =>
    a.end > b.start - collarSec && b.end + collarSec > a.start;
  const points = mapValues(tokensByVoice(hypothesis, unscored), (tokens) => tokens.map(toPoint));
  return bestPairing(tokensByVoice(reference, unscored), points, touches);
}

/** Word errors of one recording with all words in order of time, as if one voice had said them. */
export function plainWordErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  unscored: readonly TimeSpan[] = [],
): WordErrors {
  return countWordErrors(tokensOf(reference, unscored), tokensOf(hypothesis, unscored), sameWord);
}

/** Character errors of one recording: all utterances in order of time, without spaces. */
export function characterErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  unscored: readonly TimeSpan[] = [],
): WordErrors {
  const characters = (side: readonly Utterance[]) =>
    tokensOf(side, unscored).flatMap(({ word }) => [...word]);
  return countWordErrors(characters(reference), characters(hypothesis), (a, b) => a === b);
}

const sameWord = (a: TimedToken, b: TimedToken): boolean => a.word === b.word;

type Voices = ReadonlyMap<string, readonly TimedToken[]>;

function bestPairing(
  reference: Voices,
  hypothesis: Voices,
  mayMatch?: (a: TimedToken, b: TimedToken) => boolean,
): VoiceErrors {
  const [left, right] = [[...reference.keys()], [...hypothesis.keys()]];
  const size = Math.max(left.length, right.length);
  const tokens = (voices: Voices, name: string | undefined) => (name === undefined ? [] : voices.get(name)!);
  const counts = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) =>
      countWordErrors(tokens(reference, left[i]), tokens(hypothesis, right[j]), sameWord, mayMatch),
    ),
  );
  const columnOf = cheapestAssignment(counts.map((row) => row.map(({ errors }) => errors)));
  const pairs: Record<string, string> = {};
  let errors = NO_WORD_ERRORS;
  for (const [i, j] of columnOf.entries()) {
    errors = addWordErrors(errors, counts[i]![j]!);
    if (left[i] !== undefined && right[j] !== undefined) pairs[left[i]] = right[j];
  }
  return { errors, pairs };
}

function tokensByVoice(
  utterances: readonly Utterance[],
  unscored: readonly TimeSpan[],
): Map<string, TimedToken[]> {
  const speakers = [...new Set(utterances.map(({ speaker }) => speaker))].sort();
  return new Map(
    speakers.map((speaker) => [
      speaker,
      tokensOf(
        utterances.filter((utterance) => utterance.speaker === speaker),
        unscored,
      ),
    ]),
  );
}

function tokensOf(utterances: readonly Utterance[], unscored: readonly TimeSpan[]): TimedToken[] {
  const tokens = utterances.toSorted((a, b) => a.start - b.start).flatMap(spreadOverWords);
  return tokens.filter((token) => !unscored.some((region) => holds(region, middleOf(token))));
}

function spreadOverWords({ start, end, text }: Utterance): TimedToken[] {
  const words = scoringWords(text);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let at = start;
  return words.map((word) => {
    const from = at;
    at += ((end - start) * word.length) / letters;
    return { word, start: from, end: at };
  });
}

/** Places a hypothesis word at its middle; the collar then widens it. */
function toPoint(token: TimedToken): TimedToken {
  const middle = middleOf(token);
  return { word: token.word, start: middle, end: middle };
}

const middleOf = ({ start, end }: TimeSpan): number => (start + end) / 2;

function mapValues<T, U>(map: ReadonlyMap<string, T>, change: (value: T) => U): Map<string, U> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
