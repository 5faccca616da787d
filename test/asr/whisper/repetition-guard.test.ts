import { describe, expect, it } from 'vitest';
import { repetitionCut } from '../../../src/asr/whisper/repetition-guard.js';

/** A token every 0.3 s. */
const moving = (count: number) => Array.from({ length: count }, (_, i) => i * 0.3);

describe('repetition guard', () => {
  it('lets a person say a phrase three times', () => {
    const said = [7, 8, 9, 7, 8, 9, 7, 8, 9];
    expect(repetitionCut(said, moving(9))).toBeUndefined();
  });

  it('cuts the second copy of tokens that look at the same sound', () => {
    const peaks = [0.2, 0.5, 0.8, 1.1, 0.3, 0.6, 0.9];
    expect(repetitionCut([7, 8, 9, 4, 7, 8, 9], peaks)).toBe(4);
  });

  it('does not cut while one of the three looks elsewhere', () => {
    const peaks = [0.2, 0.5, 0.8, 1.1, 0.3, 0.6, 1.05];
    expect(repetitionCut([7, 8, 9, 4, 7, 8, 9], peaks)).toBeUndefined();
  });

  it('keeps one of five copies, wherever the model looks and also when that is unknown', () => {
    const loop = [1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3];
    expect(repetitionCut(loop, moving(11))).toBe(3);
    expect(repetitionCut(loop, [])).toBe(3);
    expect(repetitionCut(loop.slice(0, -2), [])).toBeUndefined();
  });
});
