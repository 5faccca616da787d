import { expect, it } from 'vitest';
import { SpeakerRegistry } from '../../../src/voices/diarizer/speaker-registry.js';

it('has the mean embedding of a voice, of unit length, once there are 1.5 s of it', () => {
  const voices = new SpeakerRegistry({ sameVoiceLogOdds: () => 0 });
  const window = (...vector: number[]) => ({
    embedding: { vector: Float32Array.from(vector), quality: 1 },
    seconds: 1,
  });
  const voice = voices.open([window(1, 0)], 1);
  expect(voices.vectorOf(voice)).toBeUndefined();
  voices.learn(voice, window(0, 1), 1);
  expect([...voices.vectorOf(voice)!]).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
});
