// The sound head for any language, with the shipped model and the real encoder on a shipped recording.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fusionTable, learnedScorer } from '../../src/eot/learned-scorer.js';
import type { EotPause, TurnHypothesis } from '../../src/eot/scorer.js';
import { turnAudio, turnAudioTo } from '../../src/eot/turn-audio.js';
import { turnSound } from '../../src/eot/turn-sound.js';
import { createInlineInference } from '../../src/inference/index.js';
import { callSound, pauseWithoutWords } from '../helpers/pauses.js';

// Written by training/sound/test_vectors.py: the same places of the same recording, by the training code.
const vectors = JSON.parse(readFileSync(new URL('./turn-sound.json', import.meta.url), 'utf8')) as {
  second: number;
  logit: number;
}[];
const RATE = 16_000;
const inference = createInlineInference();
afterAll(() => inference.close());

let call = new Float32Array();
beforeAll(async () => {
  call = await callSound(12);
});
const until = (second: number) => call.subarray(0, second * RATE);
const pause = (changes: Partial<EotPause> = {}) =>
  pauseWithoutWords({ audio: until(4), language: 'hi', ...changes });
const p = async (changes: Partial<EotPause> = {}, silenceSec = 0.2) =>
  (await learnedScorer.judge(pause(changes), inference)).pEot(silenceSec);

describe('the sound of a turn', () => {
  it('gives the log-odds of the code it was trained with', async () => {
    for (const { second, logit } of vectors) {
      expect(await inference.call(turnSound, until(second)), `at ${second} s`).toBeCloseTo(logit, 1);
    }
    expect(new Set(vectors.map(({ logit }) => logit)).size).toBe(vectors.length);
  });

  it('is judged over the last 1.5 s alone', async () => {
    const whole = await inference.call(turnSound, until(4));
    expect(await inference.call(turnSound, call.subarray(2.5 * RATE, 4 * RATE))).toBe(whole);
    expect(await inference.call(turnSound, call.subarray(3.2 * RATE, 4 * RATE))).not.toBe(whole);
  });
});

describe('the learned scorer without a recogniser', () => {
  it('judges by the sound in other languages, and more surely as the silence grows', async () => {
    const [one, other] = [await p({ audio: until(4) }), await p({ audio: until(7.3) })];
    expect(Math.abs(one - other)).toBeGreaterThan(0.01);
    expect(await p({}, 1)).toBeGreaterThan(await p({}, 0.2));
    expect(await p({ language: 'id' })).toBe(await p({ language: 'hi' }));
  });

  it('puts the score of the sound into the trace', async () => {
    const { parts } = await learnedScorer.judge(pause(), inference);
    expect(parts.sound).toBeCloseTo(await inference.call(turnSound, until(4)), 2);
  });

  it('judges by silence alone in English, as before', async () => {
    const english = await p({ language: 'en', audio: until(4) });
    expect(await p({ language: 'en', audio: until(7.3) })).toBe(english);
    const { withoutRecogniser } = await inference.call(fusionTable, null);
    expect(Math.log(english / (1 - english))).toBeCloseTo(withoutRecogniser, 5);
  });

  it('judges words, if there are any, by their own numbers', async () => {
    const hypothesis: TurnHypothesis = {
      text: 'hola',
      punctuationLogProb: -1,
      questionLogProb: -5,
      commaLogProb: -3,
      eosLogProb: -2,
      lastWordLogProb: -0.5,
      meanLogProb: -0.5,
    };
    const spanish = { language: 'es' as const, hypothesis };
    expect(await p({ ...spanish, audio: until(4) })).toBe(await p({ ...spanish, audio: until(7.3) }));
  });
});

describe('the sound a scorer is given', () => {
  const audio = Float32Array.from({ length: 8 * RATE }, (_, i) => i);
  const short = (silenceSec: number) => pause({ audio, turnSpeechSec: 2, silenceSec });

  it('begins with the turn', () => {
    expect(turnAudio(short(0.5))).toHaveLength(4.5 * RATE);
    expect(turnAudio(short(0.5)).at(-1)).toBe(audio.length - 1);
    expect(turnAudio(pause({ audio, turnSpeechSec: 60 }))).toHaveLength(audio.length);
  });

  it.each([
    [0.5, 0.3],
    [0.2, 0],
    [0.1, 0],
  ])('ends 0.2 s after speech if %d s of silence have passed: %d s are left out', (silenceSec, out) => {
    const sound = turnAudioTo(short(silenceSec), 0.2);
    expect(sound.at(-1)).toBe(audio.length - 1 - out * RATE);
  });
});
