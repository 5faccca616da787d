import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../src/eot/open-question.js';

const agent = (content: string) => ({ role: 'assistant', content });
const caller = (content: string) => ({ role: 'user', content });
const question = agent('¿Cuál es su número de teléfono?');

describe('the question that a turn may answer', () => {
  it.each([
    ['nobody has spoken', [], '', []],
    ['the agent asked last', [caller('hola'), question], question.content, []],
    [
      'the caller has begun to answer',
      [question, caller('seis uno dos')],
      question.content,
      ['seis uno dos'],
    ],
    [
      'the agent only acknowledged',
      [question, caller('seis uno dos'), agent('vale'), caller('tres'), agent('sí')],
      question.content,
      ['seis uno dos', 'tres'],
    ],
    ['a short message is all that the agent said', [agent('¿Nombre?')], '¿Nombre?', []],
    ['a short message follows a question', [question, agent('¿sí?')], '¿sí?', []],
    ['only callers have spoken', [caller('hola'), caller('¿me oye?')], '', []],
    ['the question is long ago', [question, ...['a', 'b', 'c', 'd', 'e'].map(caller)], '', []],
  ] as const)('%s', (_, messages, asked, since) => {
    expect(openQuestion(messages)).toEqual({ asked, since });
  });
});
