import { expect, it } from 'vitest';
import { SessionTally } from '../../src/cli/session/session-tally.js';
import { logOf } from '../helpers/events.js';

it('counts the words of Chinese, which have no spaces between them', () => {
  const tally = new SessionTally();
  const final = (text: string, language: 'zh' | 'en') =>
    ({ type: 'asr.final', t: 4, speaker: 'spk_1', text, t0: 1, t1: 2, language }) as const;
  for (const event of logOf(final('今天天气很好,', 'zh'), final('see you', 'en'))) tally.take(event);
  expect(tally.sentence('call', 4, 2)).toContain('1 voice(s), 5 words');
});
