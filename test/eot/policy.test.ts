import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideEot, endsTurn, scoreMatters, type EotPolicy } from '../../src/eot/policy.js';

const policy: EotPolicy = { threshold: 0.8, actionDelaySec: 0.3, timeoutSec: 2.5 };
/** A judgement that says `start` at 0.2 s of silence and grows by `slope` a second. */
const growing = (start: number, slope: number) => (silenceSec: number) =>
  Math.min(1, start + slope * (silenceSec - 0.2));

describe('what ends a turn', () => {
  it.each([
    ['nothing before the action delay, however high the score', growing(0.99, 0), 0.2, undefined],
    ['the score, if it passes with the silence of the action delay alone', growing(0.9, 0), 0.3, 'score'],
    ['the score, also at a later step', growing(0.9, 0), 1.2, 'score'],
    ['nothing while the score is low', growing(0.5, 0), 1.2, undefined],
    ['nothing at the threshold itself', growing(0.8, 0), 1.2, undefined],
    ['the silence, if the score passes only because it has grown', growing(0.5, 0.4), 1.2, 'timeout'],
    ['the silence, at the timeout', growing(0.1, 0), 2.5, 'timeout'],
    ['the silence at the timeout, whatever the score', growing(0.9, 0), 2.5, 'timeout'],
  ] as const)('is %s', (_, pEot, silenceSec, by) => {
    expect(decideEot(pEot, silenceSec, policy)).toBe(by);
    expect(endsTurn(pEot(silenceSec), silenceSec, policy)).toBe(by !== undefined);
  });

  it('property: never comes from the score of a judgement that is low at the action delay', () => {
    const number = (max: number) => fc.double({ min: 0, max, noNaN: true });
    fc.assert(
      fc.property(number(1), number(1), number(4), (start, slope, silenceSec) => {
        const pEot = growing(start, slope);
        const by = decideEot(pEot, silenceSec, policy);
        expect(by === 'score').toBe(
          pEot(policy.actionDelaySec) > policy.threshold &&
            endsTurn(pEot(silenceSec), silenceSec, policy) &&
            silenceSec < policy.timeoutSec - 0.5 / 16_000,
        );
      }),
    );
  });

  it('needs no score before the action delay or the timeout, whichever is shorter', () => {
    expect(scoreMatters(0.29, policy)).toBe(false);
    expect(scoreMatters(0.3, policy)).toBe(true);
    expect(scoreMatters(0.2, { ...policy, timeoutSec: 0.2 })).toBe(true);
  });
});
