/**
 * Where the streaming recogniser cuts a window that has grown too long: in the widest gap between committed words, away from
 * both ends.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';

/** The new window keeps at least this much sound, in seconds. Chosen by hand. */
const KEEP_SEC = 3;
/** A cut removes at least this much sound, in seconds. Chosen by hand. */
const TAKE_SEC = 3;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * @param words committed words of the window; all positions are samples from the start of the session
 * @param next start of the first word that is not committed
 * @returns how many words lie before the cut, and the sample to cut at; undefined if no gap is far enough from both ends
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
    // Of two equal gaps the later one is taken, because it shortens the window more.
    if (!best || gap >= best.gap)
      best = { words: i + 1, sample: Math.round((word.end + following) / 2), gap };
  });
  return best;
}
