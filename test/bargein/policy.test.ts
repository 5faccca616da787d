import { describe, expect, it } from 'vitest';
import {
  claimsByGoingOn,
  decideBargein,
  DEFAULT_BARGEIN_OPTIONS as options,
  type OnsetWords,
} from '../../src/bargein/policy.js';

const at = (sinceOnsetSec: number, ended = false, isFaint = false) => ({
  sinceOnsetSec,
  speechSec: sinceOnsetSec,
  ended,
  isFaint,
});
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

  it('never claims while all of the speech is too quiet to be the caller, and waits in case it grows louder', () => {
    const faint = (sec: number, ended = false) => decideBargein(0.99, at(sec, ended, true), options)?.class;
    expect(faint(0.3)).toBeUndefined();
    expect(faint(0.5)).toBeUndefined();
    expect(faint(0.5, true)).toBe('backchannel');
    expect(faint(options.maxSec)).toBe('backchannel');
  });

  it('calls an utterance too short to judge a backchannel', () => {
    expect(decideBargein(undefined, at(0.1, true), options)).toEqual({ class: 'backchannel', pClaim: null });
    expect(decide(undefined, 0.1)).toBeUndefined();
  });
});

describe('a barge-in with words', () => {
  const words = (kind: OnsetWords['kind'], changes: Partial<OnsetWords> = {}): OnsetWords => ({
    kind,
    open: false,
    otherWords: 1,
    clear: true,
    confident: true,
    ...changes,
  });
  const withThem = (pClaim: number, sec: number, said: OnsetWords, ended = false) =>
    decideBargein(pClaim, { ...at(sec, ended), words: said }, options)?.class;

  it('gets no class before they are clear, for 0.4 s longer at most', () => {
    const unclear = words('other', { clear: false });
    expect(withThem(0.99, 0.3, unclear)).toBeUndefined();
    expect(withThem(0.01, 0.7, unclear)).toBeUndefined();
    expect(withThem(0.99, options.maxSec, unclear)).toBeUndefined();
    expect(withThem(0.99, options.maxSec + 0.4, unclear)).toBe('claim');
    expect(withThem(0.4, options.maxSec + 0.4, unclear)).toBe('backchannel');
  });

  it('waits for 0.3 s of silence if the words are unclear when the speaker stops', () => {
    const state = {
      sinceOnsetSec: 0.5,
      ended: true,
      isFaint: false,
      words: words('other', { clear: false, confident: false }),
    };
    expect(decideBargein(0.01, { ...state, speechSec: 0.3 }, options)).toBeUndefined();
    expect(decideBargein(0.01, { ...state, speechSec: 0.2 }, options)?.class).toBe('backchannel');
    expect(
      decideBargein(0.01, { ...state, speechSec: 0.4, words: words('backchannel') }, options)?.class,
    ).toBe('backchannel');
  });

  it('is what the phrases of the lists say, whatever the sound', () => {
    expect(withThem(0.01, 0.5, words('claim'), true)).toBe('claim');
    expect(withThem(0.01, 0.3, words('claim'))).toBe('claim');
    expect(withThem(0.99, 0.5, words('backchannel'), true)).toBe('backchannel');
    expect(withThem(0.99, 0.5, words('backchannel'))).toBe('backchannel');
  });

  it('is no backchannel before other words are over, and a claim then if they are sure', () => {
    expect(withThem(0.01, 0.6, words('other'))).toBeUndefined();
    expect(withThem(0.01, 0.6, words('other'), true)).toBe('claim');
    expect(withThem(0.01, 0.6, words('other', { confident: false }), true)).toBe('backchannel');
    expect(withThem(0.96, 0.6, words('other'))).toBe('claim');
  });

  it('without a word is judged by its sound', () => {
    expect(withThem(0.01, 0.5, words('none'))).toBe('backchannel');
    expect(withThem(0.93, 0.3, words('none'))).toBe('claim');
  });

  it('that goes on after a backchannel is a claim by its words, or after 1.7 s', () => {
    expect(claimsByGoingOn(1.2, undefined)).toBe(false);
    expect(claimsByGoingOn(1.7, undefined)).toBe(true);
    expect(claimsByGoingOn(1.2, words('claim'))).toBe(true);
    expect(claimsByGoingOn(1.2, words('other', { otherWords: 2 }))).toBe(true);
    expect(claimsByGoingOn(1.2, words('other', { otherWords: 1 }))).toBe(false);
    expect(claimsByGoingOn(1.2, words('other', { otherWords: 2, confident: false }))).toBe(false);
    expect(claimsByGoingOn(0.7, words('claim'))).toBe(false);
    expect(claimsByGoingOn(1.2, words('claim', { clear: false }))).toBe(false);
    expect(claimsByGoingOn(1.6, words('backchannel'))).toBe(false);
  });
});
