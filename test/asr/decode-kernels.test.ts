// The real model on real speech. Recordings lie beside the project and are absent in an installed package.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  decodeKernelFor,
  largeAsrDecode,
  otherAsrDecode,
  smallAsrDecode,
} from '../../src/asr/decode-kernels.js';
import { toFloat } from '../../src/audio/index.js';
import { createInlineInference } from '../../src/inference/index.js';
import { bookingCall, development, hasDevelopmentAudio, samplesOf } from '../helpers/recordings.js';

const recording = fileURLToPath(
  new URL('../../../shared/audio/moonshine/two_cities_16k.wav', import.meta.url),
);

describe('asr decode without speech', () => {
  const inference = createInlineInference();

  it('hears no words in silence', async () => {
    const output = await inference.call(smallAsrDecode, { audio: new Float32Array(32_000) });
    expect(output.text).toBe('');
    expect(output.noSpeechProb).toBeGreaterThan(0.5);
    expect(output.punctuation).toBeNull();
  });

  it('refuses windows the model cannot take', async () => {
    await expect(inference.call(smallAsrDecode, { audio: new Float32Array(100) })).rejects.toThrow(
      /1600 to 480000/,
    );
  });
});

describe.skipIf(!existsSync(recording))('asr decode of two_cities_16k.wav', () => {
  const inference = createInlineInference();
  const at = (from: number, to: number) => {
    const file = readFileSync(recording);
    const pcm = new Int16Array(file.buffer, file.byteOffset + 44, (file.length - 44) >> 1);
    return Float32Array.from(pcm.subarray(from * 16_000, to * 16_000), (sample) => sample / 32_768);
  };

  it('reads words, their times and how the last one ends', async () => {
    const output = await inference.call(smallAsrDecode, { audio: at(1, 5), wantTimes: true });
    expect(output.text).toBe('It was the best of times, it was the worst of times.');
    expect(output.noSpeechProb).toBeLessThan(0.1);
    expect(output.punctuation!.terminal).toBeGreaterThan(Math.log(0.8));
    expect(output.punctuation!.comma).toBeLessThan(output.punctuation!.period);
    const second = output.words.findLast((word) => word.text === 'it')!;
    expect(second.startSec).toBeGreaterThan(1.7);
    expect(second.startSec).toBeLessThan(2.1);
    output.words.forEach((word) => expect(word.endSec).toBeGreaterThanOrEqual(word.startSec));
  });

  it('hears a comma where the sentence goes on', async () => {
    const { punctuation } = await inference.call(smallAsrDecode, { audio: at(1, 3) });
    expect(punctuation!.comma).toBeGreaterThan(punctuation!.terminal);
  });

  it('keeps a right draft, corrects a wrong one, and obeys a prefix', async () => {
    const audio = at(1, 5);
    const plain = await inference.call(smallAsrDecode, { audio });
    const wrong = [...plain.tokens.slice(0, 6), 777, 888];
    for (const draftTokens of [plain.tokens, plain.tokens.slice(0, 5), wrong]) {
      expect((await inference.call(smallAsrDecode, { audio, draftTokens })).tokens).toEqual(plain.tokens);
    }
    const forced = await inference.call(smallAsrDecode, { audio, prefixTokens: plain.tokens.slice(0, 4) });
    expect(forced.tokens).toEqual(plain.tokens);
    expect(forced.noSpeechProb).toBeNull();
  });

  it('must not answer with nothing when speech was heard', async () => {
    const output = await inference.call(smallAsrDecode, {
      audio: new Float32Array(32_000),
      forbidEmpty: true,
    });
    expect(output.tokens.length).toBeGreaterThan(0);
  });
});

describe('the large English model', () => {
  const inference = createInlineInference();
  const part = async (file: string, fromSec: number, toSec: number) =>
    toFloat((await samplesOf(file, toSec)).subarray(fromSec * 16_000));

  it('decodes only languages that have one', async () => {
    expect(decodeKernelFor('en', 'large')).toBe(largeAsrDecode);
    expect(decodeKernelFor('en', 'small')).toBe(smallAsrDecode);
    expect(decodeKernelFor('es', 'large')).toBe(otherAsrDecode);
    const audio = await part(bookingCall, 11, 14);
    const small = await inference.call(smallAsrDecode, { audio });
    const large = await inference.call(largeAsrDecode, { audio });
    expect(large.text.split(' ').length).toBeGreaterThan(4);
    expect(large.tokenLogProbs).not.toEqual(small.tokenLogProbs);
  });

  it.skipIf(!hasDevelopmentAudio)('hears what the smaller one mishears (needs the recordings)', async () => {
    const audio = await part(development('azure/katiesteve_mono.wav'), 9.3, 14.8);
    expect((await inference.call(smallAsrDecode, { audio })).text).not.toMatch(/lets us know who said what/);
    expect((await inference.call(largeAsrDecode, { audio })).text).toMatch(/lets us know who said what/);
  });
});
