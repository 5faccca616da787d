/**
 * Golden logs of streams in four other languages: read sentences with messages before them, and silence until the turn has ended.
 * After an intended change, write them again with `UPDATE_GOLDEN=1 npx vitest run test/engine/stream/language-golden-models.test.ts`
 * and review the difference. Processors add floats in another order, which may change a score in its last digits: so on a
 * processor with AVX-512 VNNI, which these logs were not written on, only the kinds of events are compared.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { toJsonLine } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { development, hasDevelopmentAudio, repo, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const isOther = existsSync('/proc/cpuinfo') && readFileSync('/proc/cpuinfo', 'utf8').includes('avx512_vnni');
const inference = createInlineInference();
afterAll(() => inference.close());

const CLIPS = [
  ['es', 'es_419_000896.wav', '¿Qué les recomienda a los viajeros?'],
  ['de', 'de_de_000675.wav', 'Was empfehlen Sie uns?'],
  ['ja', 'ja_jp_000595.wav', 'どのような様子でしたか。'],
  ['zh', 'cmn_hans_cn_000328.wav', '请您介绍一下。'],
] as const;

describe.skipIf(!hasDevelopmentAudio)('a stream (needs the development recordings)', () => {
  it.each(CLIPS)(
    'in %s has its golden log; in Spanish it is cut in pieces too',
    async (language, file, question) => {
      const speech = await samplesOf(development(`speechmatics/languages/${file}`), 7);
      const samples = new Int16Array(speech.length + 4 * 16_000);
      samples.set(speech);
      const log = async (chunks?: number[]) => {
        const messages = [{ role: 'assistant', content: question }];
        const session = parseSessionStart({ language: { pin: language }, messages }, 'stream');
        const events = await runEngine(createEngine(session, 'golden', inference), samples, chunks);
        expect(violationsOf(events, 0.1)).toEqual([]);
        // The first event has the published points, which are measured anew from time to time.
        return events.slice(1).map(toJsonLine).join('');
      };
      const whole = await log();
      if (language === 'es') expect(await log([4801, 77, 16_000])).toBe(whole);
      expect(whole).toContain('"turn.end"');
      const golden = `${repo}test/engine/golden/stream-${language}.jsonl`;
      if (process.env.UPDATE_GOLDEN || !existsSync(golden)) writeFileSync(golden, whole);
      const comparable = (text: string) => (isOther ? text.match(/"type":"[a-z.]+"/g) : text);
      expect(comparable(whole)).toEqual(comparable(readFileSync(golden, 'utf8')));
    },
  );
});
