import { describe, expect, it } from 'vitest';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../src/vad/policy.js';

/** What the policy says after each frame. */
function heard(probabilities: readonly number[]): string[] {
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, 32);
  return probabilities.map((probability) => {
    policy.push(probability);
    if (policy.speaking) return 'speech';
    return policy.mayBegin ? 'may begin' : 'silence';
  });
}

describe('speech may begin', () => {
  it('in a first frame that is not silence', () => {
    expect(heard([0.1, 0.4, 0.9, 0.9, 0.9])).toEqual([
      'silence',
      'may begin',
      'may begin',
      'speech',
      'speech',
    ]);
    expect(heard([0.1, 0.9, 0.1])).toEqual(['silence', 'may begin', 'silence']);
  });

  it('in three frames at most, if the model stays unsure', () => {
    expect(heard([0.1, 0.4, 0.4, 0.4, 0.4, 0.4, 0.1, 0.4])).toEqual([
      ...['silence', 'may begin', 'may begin', 'may begin', 'silence', 'silence', 'silence'],
      'may begin',
    ]);
  });
});
