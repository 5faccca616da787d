import { expect, it } from 'vitest';
import { isDigitalSilence, saidNothing } from '../../../src/asr/whisper/silence-rule.js';

it('drops a text only when no speech is likely and the text unsure', () => {
  expect(saidNothing(0.8, -1.4)).toBe(true);
  expect(saidNothing(0.8, -0.4)).toBe(false);
  expect(saidNothing(0.2, -1.4)).toBe(false);
});

it('knows a window without any sound', () => {
  expect(isDigitalSilence(new Float32Array(100).fill(2 / 32_768))).toBe(true);
  expect(isDigitalSilence(new Float32Array(100).fill(0.001, 99))).toBe(false);
});
