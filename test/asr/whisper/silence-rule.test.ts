import { expect, it } from 'vitest';
import { isDigitalSilence, saidNothing } from '../../../src/asr/whisper/silence-rule.js';

it('drops a text only when no speech is likely and the text unsure', async () => {
  expect(await saidNothing(-1.4, async () => 0.8)).toBe(true);
  expect(await saidNothing(-1.4, async () => 0.2)).toBe(false);
});

it('believes an unsure text sooner where most of the window is speech', async () => {
  expect(await saidNothing(-1.4, async () => 0.8, true)).toBe(false);
  expect(await saidNothing(-2.2, async () => 0.8, true)).toBe(true);
});

it('does not ask how likely no speech is if the text is sure', async () => {
  const never = () => Promise.reject(new Error('asked'));
  expect(await saidNothing(-0.4, never)).toBe(false);
});

it('knows a window without any sound', () => {
  expect(isDigitalSilence(new Float32Array(100).fill(2 / 32_768))).toBe(true);
  expect(isDigitalSilence(new Float32Array(100).fill(0.001, 99))).toBe(false);
});
