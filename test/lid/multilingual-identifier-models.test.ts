// All heads together on real recordings they were never trained on, with the file of Smart Turn v3.2 that a person fetches
// (skips without it). models/lid-encoder/README.md says how they do on all of them.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAudio, toFloat } from '../../src/audio/index.js';
import { locateModel, modelFile } from '../../src/inference/catalogue.js';
import { createInlineInference } from '../../src/inference/index.js';
import { multilingualIdentifier } from '../../src/lid/multilingual-identifier.js';

const folder = fileURLToPath(new URL('../../../shared/audio/watson/', import.meta.url));
const hasEncoder = locateModel(modelFile('smart-turn-v3.2')) !== undefined;

describe.skipIf(!hasEncoder || !existsSync(folder))('multilingual identifier on real clips', () => {
  const inference = createInlineInference();

  it.each([
    ['en-US_Broadband_sample1.wav', 'en'],
    ['es-ES_Broadband_sample1.wav', 'es'],
    ['it-IT_BroadbandModel_sample1.wav', 'it'],
    ['zh-CN_sample1_for_8k.wav', 'zh'],
    ['de-DE_NarrowbandModel_sample1.wav', 'de'],
    ['ja-JP_Broadband_sample1.wav', 'ja'],
  ])('hears %s as %s over its first windows', async (file, language) => {
    const samples: number[] = [];
    for await (const chunk of (await openAudio(folder + file)).chunks()) samples.push(...toFloat(chunk));
    const heard = new Map<string, number>();
    for (const from of [0, 3, 6]) {
      const audio = Float32Array.from(samples.slice(from * 16_000, (from + 3) * 16_000));
      if (audio.length < 32_000) break;
      const found = await multilingualIdentifier.identify({ audio, decoding: undefined }, inference);
      for (const [code, p] of Object.entries(found))
        heard.set(code, (heard.get(code) ?? 0) + Math.log(p + 1e-4));
    }
    const [best] = [...heard].reduce((top, entry) => (entry[1] > top[1] ? entry : top));
    expect(best).toBe(language);
  });
});
