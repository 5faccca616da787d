/**
 * cpWER and tcpWER: the word errors of a meeting under the one-to-one pairing of voices that gives the fewest errors.
 * Called by `score` and room summaries. Conventions: all words of a voice without a partner are errors; the words of a
 * voice are taken in order of time; tcpWER spreads the time of an utterance over its words by their letters and matches
 * two words only if their times, widened by the collar, touch.
 * Source: Watanabe et al. 2020 (cpWER), von Neumann et al. 2023 (tcpWER); fgnt/meeteval doc/algorithms.md.
 */
import type { Utterance } from '../formats/utterance.js';
import { cheapestAssignment } from './assignment.js';
import { scoringCharacters, scoringWords } from './scoring-words.js';
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

/** Errors of cpWER on one recording. Times only order the utterances of a voice. */
export function cpWordErrors(reference: readonly Utterance[], hypothesis: readonly Utterance[]): VoiceErrors {
  return bestPairing(tokensByVoice(reference), tokensByVoice(hypothesis));
}

/**
 * Errors of tcpWER on one recording.
 * @param collarSec how far the word times of the hypothesis are widened on both sides, in seconds; 5 is usual.
 */
export function tcpWordErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
  collarSec: number,
): VoiceErrors {
  const touches = (a: TimedToken, b: TimedToken) =>
    a.end > b.start - collarSec && b.end + collarSec > a.start;
  const points = mapValues(tokensByVoice(hypothesis), (tokens) => tokens.map(toPoint));
  return bestPairing(tokensByVoice(reference), points, touches);
}

/** Word errors of one recording with all words in order of time, as if one voice had said them. */
export function plainWordErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
): WordErrors {
  return countWordErrors(tokensOf(reference), tokensOf(hypothesis), sameWord);
}

/** Character errors of one recording: all utterances in order of time, without spaces. */
export function characterErrors(
  reference: readonly Utterance[],
  hypothesis: readonly Utterance[],
): WordErrors {
  const characters = (side: readonly Utterance[]) =>
    side.toSorted((a, b) => a.start - b.start).flatMap(({ text }) => scoringCharacters(text));
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

function tokensByVoice(utterances: readonly Utterance[]): Map<string, TimedToken[]> {
  const speakers = [...new Set(utterances.map(({ speaker }) => speaker))].sort();
  return new Map(
    speakers.map((speaker) => [
      speaker,
      tokensOf(utterances.filter((utterance) => utterance.speaker === speaker)),
    ]),
  );
}

function tokensOf(utterances: readonly Utterance[]): TimedToken[] {
  return utterances.toSorted((a, b) => a.start - b.start).flatMap(spreadOverWords);
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
function toPoint({ word, start, end }: TimedToken): TimedToken {
  const middle = (start + end) / 2;
  return { word, start: middle, end: middle };
}

function mapValues<T, U>(map: ReadonlyMap<string, T>, change: (value: T) => U): Map<string, U> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
