import { describe, expect, it } from 'vitest';
import { loopCut } from '../../src/asr/loop-guard.js';

describe('loop guard', () => {
  it('cuts a phrase said three times after its first copy', () => {
    expect(loopCut([9, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])).toBe(5);
  });

  it('lets people say a short word a few times', () => {
    expect(loopCut([7, 7, 7, 7])).toBeUndefined();
    expect(loopCut([7, 8, 7, 8, 7, 8])).toBeUndefined();
    expect(loopCut([7, 7, 7, 7, 7, 7])).toBe(1);
  });

  it('sees nothing in text that merely shares words', () => {
    expect(loopCut([1, 2, 3, 4, 5, 1, 2, 3, 4, 6, 1, 2, 3, 4])).toBeUndefined();
  });
});
