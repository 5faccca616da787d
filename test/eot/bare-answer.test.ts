import { describe, expect, it } from 'vitest';
import { answeredLogOdds, bareAnswer, type BareAnswer } from '../../src/eot/bare-answer.js';

const QUESTION = 'Thanks for calling. Do you have an account with us?';

describe('an answer that is nothing but yes or no', () => {
  it.each([
    'Yes.',
    'Yes,',
    'yeah yeah',
    'No.',
    'Um, no, thanks.',
    'Not really',
    'Sure.',
    'Of course!',
    'That’s right.',
  ])('is "%s" after a question', (text) => expect(bareAnswer(text, QUESTION)).toBe('answers'));

  it.each(['Yes, I', 'Not', 'No problem with', 'Okay.', 'Right.', 'Um', 'Yes no', 'I do', ''])(
    'is not "%s"',
    (text) => expect(bareAnswer(text, QUESTION)).toBeUndefined(),
  );

  it.each([
    ['Sure.', 'What was your last name?'],
    ['Yes.', 'Can you repeat that, please?'],
    ['Yes.', 'Could you tell me your date of birth?'],
    ['Yeah.', 'I will look that up now.'],
    ['No.', 'I will look that up now.'],
  ])('is not "%s" after "%s", which asks for more or for nothing', (text, context) =>
    expect(bareAnswer(text, context)).toBeUndefined(),
  );

  it('is "no" after any question, and yes or no if nothing is known that it answers', () => {
    expect(bareAnswer('No.', 'Can I help you with anything else?')).toBe('answers');
    expect(bareAnswer('No.', '')).toBe('unknown');
    expect(bareAnswer('Yes.', '')).toBe('unknown');
    expect(bareAnswer('Sure.', '')).toBeUndefined();
  });

  it('counts from 0.4 s of silence, in full from 0.6 s; later if nobody knows what it answers', () => {
    const at = (kind: BareAnswer) => [0.2, 0.4, 0.6, 0.7, 0.9, 2].map((sec) => answeredLogOdds(kind, sec));
    expect(at('answers')).toEqual([0, 0, 3, 3, 3, 3]);
    expect(at('unknown')).toEqual([0, 0, 0, 0, 3, 3]);
    expect(answeredLogOdds('answers', 0.5)).toBeCloseTo(1.5);
  });
});
