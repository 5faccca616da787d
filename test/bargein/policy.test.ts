import { describe, expect, it } from 'vitest';
import { decideBargein, DEFAULT_BARGEIN_OPTIONS as options } from '../../src/bargein/policy.js';

const at = (sinceOnsetSec: number, ended = false) => ({ sinceOnsetSec, speechSec: sinceOnsetSec, ended });
const decide = (pClaim: number | undefined, sinceOnsetSec: number, ended = false) =>
  decideBargein(pClaim, at(sinceOnsetSec, ended), options)?.class;

describe('when a barge-in is decided', () => {
  it.each([
    [0.93, 0.3, 'claim'],
    [0.9, 0.3, undefined],
    [0.93, 0.5, undefined],
    [0.96, 0.5, 'claim'],
    [0.01, 0.3, undefined],
    [0.09, 0.5, 'backchannel'],
    [0.2, 0.5, undefined],
  ])('p_claim %d, %d s after the onset: %s', (pClaim, sec, decided) => {
    expect(decide(pClaim, sec)).toBe(decided);
  });

  it('takes what is likelier when the window ends or the user stopped', () => {
    expect(decide(0.6, options.maxSec)).toBe('claim');
    expect(decide(0.4, options.maxSec)).toBe('backchannel');
    expect(decide(0.4, 0.3, true)).toBe('backchannel');
    expect(decide(0.6, 0.3, true)).toBe('claim');
  });

  it('calls an utterance too short to judge a backchannel', () => {
    expect(decideBargein(undefined, at(0.1, true), options)).toEqual({ class: 'backchannel', pClaim: null });
    expect(decide(undefined, 0.1)).toBeUndefined();
  });
});
