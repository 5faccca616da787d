/**
 * Rooms and streams in languages that Whisper decodes: the same events however the sound is cut and in whichever thread the models run,
 * and text as it is written in the language. Without the development recordings the synthetic speech of corpora/sample-calls is run, on
 * which Whisper writes few words, in many of them none.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createEnginePool } from '../../../src/engine/workers/create-pool.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import type { Inference } from '../../../src/inference/kernel.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import type { Endpoint } from '../../../src/protocol/names.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { find } from '../../helpers/events.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { development, hasDevelopmentAudio, repo, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const CLIPS = {
  de: 'de_de_000675',
  es: 'es_419_000896',
  ja: 'ja_jp_000595',
  zh: 'cmn_hans_cn_000328',
} as const;
const SECONDS = 6;
/** Cuts that no frame or grid step is a multiple of, in samples. */
const CUTS = [701, 4093, 1600];

const inline = createInlineInference();
const pool = createEnginePool(1);
afterAll(() => Promise.all([inline.close(), pool.close()]));

async function eventsOf(
  endpoint: Endpoint,
  language: keyof typeof CLIPS,
  inference: Inference,
  cuts: readonly number[],
): Promise<WireEvent[]> {
  const file = hasDevelopmentAudio
    ? development(`speechmatics/languages/${CLIPS[language]}.wav`)
    : `${repo}corpora/sample-calls/audio/${language}-006.flac`;
  const samples = await samplesOf(file, SECONDS);
  const session = parseSessionStart({ language: { pin: language } }, endpoint);
  const engine = createEngine(session, 'same', inference);
  await engine.prepare();
  return runEngine(engine, samples, cuts);
}

describe.each(['de', 'es', 'ja', 'zh'] as const)('sound in %s', (language) => {
  it.each(['room', 'stream'] as const)(
    'gives the same events in a %s, cut and in a thread',
    async (endpoint) => {
      const whole = await eventsOf(endpoint, language, inline, [SECONDS * 16_000]);
      expect(violationsOf(whole, 0.1)).toEqual([]);
      expect(await eventsOf(endpoint, language, pool, CUTS)).toEqual(whole);
      if (endpoint === 'stream') return;
      const finals = find(whole, 'asr.final');
      expect(finals.length).toBeGreaterThan(0);
      expect(new Set(finals.map((final) => final.language))).toEqual(new Set([language]));
      for (const { text } of [...finals, ...find(whole, 'asr.partial')]) {
        if (language === 'ja' || language === 'zh')
          expect(text).not.toMatch(/[\p{Script=Han}\p{Script=Hiragana}] /u);
        expect(text).not.toMatch(/[說們這個國語]/u);
      }
    },
  );
});
