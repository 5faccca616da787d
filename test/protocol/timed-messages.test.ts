import { describe, expect, it } from 'vitest';
import { inTurn, type TimedMessage } from '../../src/protocol/timed-messages.js';

const told = (samples: Int16Array, done: number, waiting: TimedMessage<string>[]) =>
  [...inTurn(samples, done, waiting)].map((part) => (part instanceof Int16Array ? [...part] : part.message));

describe('messages in turn with samples', () => {
  it('cuts where a message is due, and leaves those that are not', () => {
    const waiting = [4, 6, 7].map((atSample) => ({ atSample, message: `at ${atSample}` }));
    expect(told(Int16Array.of(1, 2, 3), 3, waiting)).toEqual([[1], 'at 4', [2, 3], 'at 6']);
    expect(waiting).toEqual([{ atSample: 7, message: 'at 7' }]);
  });

  it('has late ones and those due at once before the samples', () => {
    const waiting = [1, 5].map((atSample) => ({ atSample, message: `at ${atSample}` }));
    expect(told(Int16Array.of(1, 2), 5, waiting)).toEqual(['at 1', 'at 5', [1, 2]]);
  });

  it('gives the same sequence however the samples are cut', () => {
    const sound = Int16Array.from({ length: 20 }, (_, i) => i);
    const schedule = () => [0, 3, 3, 9, 20].map((atSample, i) => ({ atSample, message: `${i}` }));
    const by = (size: number) => {
      const waiting = schedule();
      const pieces = Array.from({ length: Math.ceil(20 / size) }, (_, i) => i * size);
      return pieces.flatMap((from) => told(sound.subarray(from, from + size), from, waiting)).flat();
    };
    expect(by(7)).toEqual(by(20));
    expect(by(1)).toEqual(by(20));
  });
});
