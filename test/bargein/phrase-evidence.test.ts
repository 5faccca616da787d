import { describe, expect, it } from 'vitest';
import { phrasesToScore, scoredEvidence } from '../../src/bargein/phrase-evidence.js';

const PHRASES = phrasesToScore('en')!;
/** Log-probabilities of all phrases: those of `said`, and -8 of the others. */
const scores = (said: Readonly<Record<string, number>>) => {
  for (const phrase of Object.keys(said)) expect(PHRASES).toContain(phrase);
  return PHRASES.map((phrase) => said[phrase] ?? -8);
};

describe('a short sound whose listed phrases are scored', () => {
  it('is a claim if one is as likely as all backchannels, by the mean of both models', () => {
    // "off" by a speaker of Speech Commands, read "Asked us." by one model and nothing by the other.
    expect(scoredEvidence([scores({ Off: -2.7, Ah: -2.6 }), scores({ Off: -2.7, Yes: -4.4 })])?.kind).toBe(
      'claim',
    );
    expect(scoredEvidence([scores({ Off: -4.5, Uh: -1.8 }), scores({ Off: -6, Ah: -1.9 })])).toBeUndefined();
  });

  it('is none if the likeliest claim is one that backchannels are taken for', () => {
    expect(scoredEvidence([scores({ Hey: -0.5 }), scores({ Hey: -0.1, Off: -3 })])).toBeUndefined();
    expect(scoredEvidence([scores({ No: -1 }), scores({ Stop: -3 })])).toBeUndefined();
  });

  it('is scored in English alone', () => {
    expect(phrasesToScore('de')).toBeUndefined();
    expect(PHRASES.every((phrase) => phrase[0] === phrase[0]!.toUpperCase())).toBe(true);
  });
});
