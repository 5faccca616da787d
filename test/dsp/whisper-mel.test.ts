import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WHISPER_FRAMES, whisperMel } from '../../src/dsp/whisper-mel.js';

// Written by training/shared/mel_test_vectors.py with the code of pipecat-ai 1.14.0.
const vectors = JSON.parse(readFileSync(new URL('./whisper-mel.json', import.meta.url), 'utf8')) as {
  band: number;
  frame: number;
  value: number;
}[];

describe('the mel features of Smart Turn', () => {
  it('are those of the model’s own code', () => {
    const sound = Float32Array.from({ length: 48_000 }, (_, i) => {
      const t = i / 16_000;
      return Math.sin(5 * t) > 0 ? 0.3 * Math.sin(2 * Math.PI * (200 + 300 * t) * t) : 0;
    });
    const mel = whisperMel(sound);
    for (const { band, frame, value } of vectors) {
      expect(mel[band * WHISPER_FRAMES + frame], `band ${band} frame ${frame}`).toBeCloseTo(value, 3);
    }
  });
});
