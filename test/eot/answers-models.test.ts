// Does a turn that answers the agent's question score higher than the same words after another question? Ten pairs for each of the
// fourteen languages (answers.json), with the shipped models. Words and sound are the same in both; only the message differs.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { learnedScorer } from '../../src/eot/learned-scorer.js';
import type { TurnHypothesis } from '../../src/eot/scorer.js';
import { createInlineInference } from '../../src/inference/index.js';
import { LANGUAGES, type Language } from '../../src/protocol/languages.js';
import type { ConversationMessage } from '../../src/protocol/messages.js';

const pairs = JSON.parse(readFileSync(new URL('./answers.json', import.meta.url), 'utf8')) as Record<
  Language,
  { words: string; answered: string; unanswered: string }[]
>;
const inference = createInlineInference();
afterAll(() => inference.close());

const audio = Float32Array.from({ length: 24_000 }, (_, i) => 0.1 * Math.sin(i / 20));
const silenceSec = 0.2;

async function pEot(language: Language, words: string, messages: readonly ConversationMessage[]) {
  const hypothesis: TurnHypothesis = {
    text: words,
    punctuationLogProb: -0.5,
    questionLogProb: -5,
    commaLogProb: -2.5,
    eosLogProb: -3,
    lastWordLogProb: -0.2,
    meanLogProb: -0.2,
    sound: audio,
    ...(language !== 'en' && { recogniser: 'whisper' }),
  };
  const pause = { audio, silenceSec, turnSpeechSec: 1, hypothesis, messages, language };
  return (await learnedScorer.judge(pause, inference)).pEot(silenceSec);
}
const asked = (content: string) => [{ role: 'assistant', content }];

const missed: string[] = [];

describe.each(LANGUAGES)('an answer in %s', (language) => {
  it('scores higher after the question that it answers in at least eight pairs of ten', async () => {
    const wrong: string[] = [];
    for (const { words, answered, unanswered } of pairs[language]) {
      const [fitting, other] = [
        await pEot(language, words, asked(answered)),
        await pEot(language, words, asked(unanswered)),
      ];
      if (!(fitting > other)) wrong.push(`${language} ${words}: ${unanswered}`);
    }
    missed.push(...wrong);
    expect(pairs[language]).toHaveLength(10);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2);
  });
});

it('scores higher in at least 126 of the 140 pairs', () => {
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(14);
});

describe('the conversation before the last message', () => {
  const question = { role: 'assistant', content: '¿Cuál es su número de teléfono?' };
  const begun = { role: 'user', content: 'seis uno dos tres cuatro cinco' };

  it('counts what the caller has said since an open question', async () => {
    const rest = 'seis siete ocho';
    expect(await pEot('es', rest, [question, begun])).toBeGreaterThan(await pEot('es', rest, [question]));
  });

  it('goes on after the agent has only acknowledged', async () => {
    const acknowledged = [question, begun, { role: 'assistant', content: 'vale' }];
    expect(await pEot('es', 'seis siete ocho', acknowledged)).toBe(
      await pEot('es', 'seis siete ocho', [question, begun]),
    );
  });

  it('forgets a question that is answered', async () => {
    const answered = [
      { role: 'assistant', content: '¿Es correcto?' },
      { role: 'user', content: 'sí' },
    ];
    expect(await pEot('es', 'quiero cancelar mi pedido', answered)).toBe(
      await pEot('es', 'quiero cancelar mi pedido', []),
    );
  });
});
