/** Where to cut a window that has grown too long: in the widest gap between committed words, not too near either end. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

/** The new window keeps at least this much sound, and the cut takes at least that much away. */
const KEEP_SEC = 3;
const TAKE_SEC = 3;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * @param words committed words of the window, in absolute samples
 * @param next start of the word after them
 * @returns how many words the cut leaves behind and the sample to cut at; undefined when no place is good
 */
export function cutAfter(
  words: readonly Span[],
  next: number,
  windowStart: number,
  now: number,
): { words: number; sample: number } | undefined {
  let best: { words: number; sample: number; gap: number } | undefined;
  words.forEach((word, i) => {
    const following = words[i + 1]?.start ?? next;
    if (word.end < windowStart + TAKE_SEC * SAMPLE_RATE_HZ) return;
    if (following > now - KEEP_SEC * SAMPLE_RATE_HZ) return;
    const gap = following - word.end;
    // Of equal gaps the later one: it shortens the window more.
    if (!best || gap >= best.gap)
      best = { words: i + 1, sample: Math.round((word.end + following) / 2), gap };
  });
  return best;
}
