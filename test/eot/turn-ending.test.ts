// The ending of a turn by its phones, with the shipped models and the real encoder on a shipped recording.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fusionTable, learnedScorer } from '../../src/eot/learned-scorer.js';
import type { EotPause } from '../../src/eot/scorer.js';
import { endingsTaught, phonesOf, turnEnding } from '../../src/eot/turn-ending.js';
import { createInlineInference } from '../../src/inference/index.js';
import { callSound, pauseWithoutWords } from '../helpers/pauses.js';

// Written by training/phones/test_vectors.py: the same places of the same recording, by the training code.
const vectors = JSON.parse(readFileSync(new URL('./turn-ending.json', import.meta.url), 'utf8')) as {
  second: number;
  phones: string;
  logit: number;
}[];
const RATE = 16_000;
const inference = createInlineInference();
afterAll(() => inference.close());

let call = new Float32Array();
beforeAll(async () => {
  call = await callSound(12);
});
const until = (second: number) => call.subarray(0, Math.round(second * RATE));
const ending = (audio: Float32Array) => inference.call(turnEnding, { audio, language: 'ko' });
const pause = (changes: Partial<EotPause> = {}) =>
  pauseWithoutWords({ audio: until(4), language: 'ko', ...changes });

describe('the ending of a turn', () => {
  it('is recognised and judged as by the code it was trained with', async () => {
    let same = 0;
    for (const { second, phones, logit } of vectors) {
      const found = await ending(until(second));
      if (found.phones !== phones) continue;
      same += 1;
      expect(found.logit, `at ${second} s`).toBeCloseTo(logit, 2);
    }
    // Between kinds of processors the last digits of a float may tip a frame from one phone to another.
    expect(same).toBeGreaterThanOrEqual(vectors.length - 1);
    expect(new Set(vectors.map(({ phones }) => phones)).size).toBe(vectors.length);
  });

  it('is judged over the last 1.7 s alone', async () => {
    const whole = await ending(until(4));
    expect(await ending(call.subarray(2.3 * RATE, 4 * RATE))).toEqual(whole);
    expect(await ending(call.subarray(3.2 * RATE, 4 * RATE))).not.toEqual(whole);
  });

  it.each([0, 1, 500, 641])('takes a sound of %d samples', async (count) => {
    const { phones, logit } = await ending(new Float32Array(count));
    expect(phones === '').toBe(logit === undefined);
  });

  it('was trained for Korean alone', () => {
    expect(endingsTaught('ko')).toBe(true);
    expect(endingsTaught('hi')).toBe(false);
  });
});

describe('phones of frames', () => {
  const frame = (code: number) => Array.from({ length: 24 }, (_, i) => (i === code ? 1 : 0));
  const recognised = (...codes: number[]) => phonesOf(Float32Array.from(codes.flatMap(frame)));

  it('leaves out blanks and repetitions, and keeps a phone said twice', () => {
    expect(recognised(0, 3, 3, 0, 5, 5, 5, 0)).toEqual([3, 5]);
    expect(recognised(3, 0, 3, 7)).toEqual([3, 3, 7]);
    expect(recognised(0, 0)).toEqual([]);
    expect(recognised()).toEqual([]);
  });
});

describe('the learned scorer in Korean', () => {
  it('judges by the ending and by the silence, and puts the phones into the trace', async () => {
    const judged = await learnedScorer.judge(pause(), inference);
    // The pause is 0.2 s old; the last 0.1 s of it is cut off.
    const { phones, logit } = await ending(until(3.9));
    expect(judged.parts).toEqual({ ending: expect.closeTo(logit!, 2) as number, phones, heard: '' });
    expect(judged.pEot(1)).toBeGreaterThan(judged.pEot(0.2));
  });

  it('says no more of a sound without a phone than that no word was understood', async () => {
    const { parts } = await learnedScorer.judge(pause({ audio: until(0.5) }), inference);
    const { withoutWords } = await inference.call(fusionTable, null);
    expect(parts).toEqual({ ending: expect.closeTo(withoutWords, 2) as number, phones: '', heard: '' });
  });
});
