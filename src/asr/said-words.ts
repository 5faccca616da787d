/**
 * Which words of a new decoding are committed already. After `finalize` the recogniser's last words are committed although it is not
 * sure of them, so later decodings are not forced to begin with them. They hear the same sound again, and the words that repeat
 * committed ones are found by text and place.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { comparable, isSameWord, SAME_PLACE_SAMPLES, type RecognisedWord } from './recognised-word.js';

/**
 * Largest distance, in samples, between the starts of a word that was cut short and of the new word that is compared with it;
 * only their beginnings are compared. Chosen by hand. Raising it: a new word that begins like the last one is lost more often.
 */
const CUT_PLACE_SAMPLES = 0.15 * SAMPLE_RATE_HZ;

/**
 * @param words a decoding, in order
 * @param said committed words, in order, from the same sound
 * @returns how many of the first `words` repeat what was said.
 */
export function countSaid(words: readonly RecognisedWord[], said: readonly RecognisedWord[]): number {
  const last = said.at(-1);
  if (!last) return 0;
  const distance = (word: RecognisedWord) => Math.abs(word.start - last.start);
  const nearest = (isSame: (word: RecognisedWord) => boolean): number =>
    words.reduce((best, word, i) => {
      if (!isSame(word)) return best;
      return best < 0 || distance(word) < distance(words[best]!) ? i : best;
    }, -1);
  const whole = nearest((word) => isSameWord(word, last, SAME_PLACE_SAMPLES));
  if (whole >= 0) return whole + 1;
  const cut = nearest((word) => startsAlike(word, last) && distance(word) <= CUT_PLACE_SAMPLES);
  if (cut >= 0) return cut + 1;
  const after = words.findIndex(({ start, end }) => (start + end) / 2 >= last.end);
  return after < 0 ? words.length : after;
}

/** True if one word is the beginning of the other. */
function startsAlike(a: RecognisedWord, b: RecognisedWord): boolean {
  const [first, second] = [comparable(a.text), comparable(b.text)];
  return first.startsWith(second) || second.startsWith(first);
}
