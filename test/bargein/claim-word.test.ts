/** What the head of single words is given. */
import { expect, it } from 'vitest';
import { poolWord } from '../../src/bargein/claim-word.js';

/** `[frames, 1]`: the frame's number. */
const frames = (count: number) => Float32Array.from({ length: count }, (_, i) => i);

it('pools the frames of the speech, without 10 before and 6 after it, as training/bargein/word_head.py does', () => {
  // Frames 10 to 19: mean, greatest, and quarters of 3, 3, 2 and 2 frames.
  expect([...poolWord(frames(26), 1)]).toEqual([14.5, 19, 11, 14, 16.5, 18.5].map(Math.fround));
});

it('reads a short window whole', () => {
  expect([...poolWord(frames(8), 1)]).toEqual([3.5, 7, 0.5, 2.5, 4.5, 6.5]);
});

it('pools each number of a frame by itself', () => {
  const two = Float32Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? i / 2 : -i));
  expect([...poolWord(two, 2)].filter((_, i) => i % 2 === 1)).toEqual([-8, -1, -2, -6, -10, -14]);
});
