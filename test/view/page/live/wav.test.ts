import { expect, it } from 'vitest';
import { openAudioChannels } from '../../../../src/audio/index.js';
import { wavOf } from '../../../../src/view/page/live/wav.js';

it('is read back sample for sample', async () => {
  const left = Int16Array.from({ length: 3000 }, (_, i) => i * 7 - 9000);
  const right = left.map((value) => -value);
  async function* bytes() {
    yield wavOf([left, right]);
  }
  const source = await openAudioChannels('-', [0, 1], { stdin: bytes() });
  expect(source.description).toMatchObject({ container: 'WAV', channels: 2, sampleRateHz: 16_000 });
  const read: number[][] = [[], []];
  for await (const chunk of source.chunks()) chunk.forEach((part, i) => read[i]!.push(...part));
  expect(read).toEqual([[...left], [...right]]);
});
