// The trained heads behind the real encoder, on telephone and wide-band recordings they were never trained on: five of the
// languages they know well. models/language-encoder/README.md says how they do on the others.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAudio, toFloat } from '../../src/audio/index.js';
import { createInlineInference } from '../../src/inference/index.js';
import { learnedIdentifier } from '../../src/lid/learned-identifier.js';

const folder = fileURLToPath(new URL('../../../shared/audio/watson/', import.meta.url));

async function threeSeconds(file: string, from: number): Promise<Float32Array> {
  const samples: number[] = [];
  for await (const chunk of (await openAudio(folder + file)).chunks()) samples.push(...toFloat(chunk));
  return Float32Array.from(samples.slice(from * 16_000, (from + 3) * 16_000));
}

const likeliest = (probabilities: Readonly<Record<string, number>>) =>
  Object.entries(probabilities).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];

describe('learned language identifier', () => {
  const inference = createInlineInference();
  const hum = Float32Array.from({ length: 48_000 }, (_, i) => 0.1 * Math.sin(i * 0.04));

  it('gives probabilities of the 14 languages, less than 1 together, the same every time', async () => {
    const question = { audio: hum, decoding: undefined };
    const first = await learnedIdentifier.identify(question, inference);
    const values = Object.values(first);
    expect(values).toHaveLength(14);
    expect(values.every((p) => p >= 0)).toBe(true);
    expect(values.reduce((sum, p) => sum + p, 0)).toBeLessThan(1);
    expect(await learnedIdentifier.identify(question, inference)).toEqual(first);
  });

  it('believes the recogniser about the language it decodes', async () => {
    const ask = (meanLogProb: number) =>
      learnedIdentifier.identify(
        { audio: hum, decoding: { language: 'en', meanLogProb, words: 8 } },
        inference,
      );
    expect((await ask(-0.1)).en!).toBeGreaterThan((await ask(-1.2)).en!);
  });
});

describe.skipIf(!existsSync(folder))('learned language identifier on real clips', () => {
  const inference = createInlineInference();

  it.each([
    ['en-US_Broadband_sample1.wav', 'en'],
    ['Us_English_Narrowband_Sample_1.wav', 'en'],
    ['de-DE_NarrowbandModel_sample1.wav', 'de'],
    ['fr-FR_Broadband_sample1.wav', 'fr'],
    ['es-ES_Broadband_sample1.wav', 'es'],
    ['it-IT_BroadbandModel_sample1.wav', 'it'],
  ])('hears %s as %s in most windows', async (file, language) => {
    let right = 0;
    for (const from of [0, 3, 6]) {
      const audio = await threeSeconds(file, from);
      const heard = await learnedIdentifier.identify({ audio, decoding: undefined }, inference);
      right += Number(likeliest(heard) === language);
    }
    expect(right).toBeGreaterThanOrEqual(2);
  });
});
