import { expect, it } from 'vitest';
import { loudPart } from '../../../src/engine/room/loud-part.js';

const SEC = 16_000;

it('leaves out silence and what is 30 dB below the rest at either end, but for 0.1 s', () => {
  const sound = new Float32Array(3 * SEC).map((_, i) => (i % 2 ? 0.001 : -0.001));
  sound.fill(0.1, SEC, 2 * SEC);
  sound.fill(0, 1.4 * SEC, 1.6 * SEC);
  expect(loudPart(sound)).toEqual({ start: 0.9 * SEC, end: 2.1 * SEC });
});

it('leaves silence alone', () => {
  expect(loudPart(new Float32Array(SEC))).toEqual({ start: 0, end: SEC });
});
