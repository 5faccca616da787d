import { describe, expect, it } from 'vitest';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../src/vad/policy.js';

/** What voice activity says of frames of 32 ms, with the frame at which it says so. */
function changes(probabilities: readonly number[], quietCounts: boolean): string[] {
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, 32);
  return probabilities.flatMap((probability, i) => {
    const change = policy.push(probability, quietCounts);
    return change ? [`${change.kind} of ${change.atFrame} at ${i}`] : [];
  });
}

describe('a quiet sound', () => {
  const quiet = [0, 0, 0.3, 0.45, 0.4, 0.1, 0, 0, 0, 0];

  it('is speech once it is over, if it counts', () => {
    expect(changes(quiet, true)).toEqual(['start of 2 at 5', 'end of 5 at 7']);
    expect(changes(quiet, false)).toEqual([]);
  });

  it('needs two frames', () => {
    expect(changes([0, 0.4, 0.1, 0.4, 0.1, 0, 0], true)).toEqual([]);
    expect(changes([0, 0.4, 0.25, 0.4, 0.1, 0, 0], true)).toEqual(['start of 1 at 4', 'end of 4 at 6']);
  });

  it('changes nothing of speech that is heard anyway, before it or after it', () => {
    for (const speech of [
      [0, 0.3, 0.3, 0.6, 0.9, 0.9, 0.3, 0.3, 0.3, 0.3, 0.25, 0, 0],
      [0, 0.9, 0.9, 0.1, 0.1, 0.1, 0.1, 0],
    ]) {
      expect(changes(speech, true)).toEqual(changes(speech, false));
    }
  });

  it('comes after silence: what follows speech is its tail', () => {
    const spoken = [0, 0.9, 0.9, 0.9, 0.3, 0.3, 0.3];
    expect(changes([...spoken, 0.34, 0.34, 0.1, 0, 0, 0], true)).toEqual([
      'start of 1 at 2',
      'end of 4 at 6',
    ]);
    expect(changes([...spoken, 0.1, 0.34, 0.34, 0.1, 0, 0, 0], true).slice(2)).toEqual([
      'start of 8 at 10',
      'end of 10 at 12',
    ]);
  });
});
