// The real model on real clips. Recordings lie beside the project and are absent in an installed package.
import { describe, expect, it } from 'vitest';
import { whisperDecode, whisperLanguages } from '../../../src/asr/whisper/whisper-decode.js';
import { toFloat } from '../../../src/audio/index.js';
import { createInlineInference } from '../../../src/inference/index.js';
import { LANGUAGES, type Language } from '../../../src/protocol/languages.js';
import { bookingCall, development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';

const inference = createInlineInference();
const clip = async (file: string, seconds: number) => toFloat(await samplesOf(file, seconds));

describe('whisper', () => {
  it('hears nothing in silence', async () => {
    const output = await inference.call(whisperDecode, { audio: new Float32Array(48_000), language: 'en' });
    expect(output.text).toBe('');
    expect(output.words).toEqual([]);
    expect(output.noSpeechProb).toBeGreaterThan(0.5);
    expect(output.punctuation).toBeNull();
  });

  it('refuses windows the model cannot take', async () => {
    const audio = new Float32Array(100);
    await expect(inference.call(whisperDecode, { audio, language: 'en' })).rejects.toThrow(/1600 to 472000/);
    await expect(inference.call(whisperLanguages, { audio })).rejects.toThrow(/1600 to 472000/);
  });

  it('reads a call, and a draft changes nothing', async () => {
    const audio = (await clip(bookingCall, 14)).subarray(11 * 16_000);
    const input = { audio, language: 'en', forbidEmpty: true, wantTimes: true } as const;
    const output = await inference.call(whisperDecode, input);
    expect(output.words.length).toBeGreaterThan(4);
    const times = output.words.flatMap(({ startSec, endSec }) => [startSec, endSec]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const draftTokens = [...output.tokens.slice(0, 3), 777];
    const again = await inference.call(whisperDecode, { ...input, draftTokens });
    expect(again.tokens).toEqual(output.tokens);
  });
});

const CLIPS: [Language, string, RegExp][] = [
  ['de', 'speechmatics/languages/de_de_000675.wav', /südliche Afrika mit dem Auto/],
  ['fr', 'speechmatics/languages/fr_fr_000378.wav', /regardons le soleil/],
  // With int8 dot products it hears "abropiadas".
  ['es', 'speechmatics/languages/es_419_000896.wav', /calzado con suelas a.ropiadas/],
  ['pt', 'watson/pt-BR_Sample1-16KHz.wav', /o setor bancário/],
  ['ko', 'watson/ko-KR_BroadbandModel_sample1.wav', /예약/],
  ['ja', 'speechmatics/languages/ja_jp_000595.wav', /動物は地球上/],
  ['zh', 'speechmatics/languages/cmn_hans_cn_000328.wav', /出生于/],
];

describe.skipIf(!hasDevelopmentAudio)('whisper on recordings (needs the recordings)', () => {
  it.each(CLIPS)('%s', async (language, file, expected) => {
    const audio = await clip(development(file), 8);
    const output = await inference.call(whisperDecode, { audio, language, forbidEmpty: true });
    expect(output.text).toMatch(expected);
    expect(output.stopped).toBe('end');
    const heard = await inference.call(whisperLanguages, { audio: audio.subarray(16_000, 64_000) });
    expect(LANGUAGES[heard.languages.indexOf(Math.max(...heard.languages))]).toBe(language);
    expect(heard.languages.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
  });
});
