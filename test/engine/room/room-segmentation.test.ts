/** Which two voices speak at once (src/engine/room/room-segmentation.ts), by scripted probabilities. */
import { expect, it } from 'vitest';
import { RoomSegmentation } from '../../../src/engine/room/room-segmentation.js';
import { AudioWindow } from '../../../src/engine/session/audio-window.js';
import type { Inference } from '../../../src/inference/kernel.js';
import { SEGMENTATION_FRAME_SAMPLES } from '../../../src/voices/segmentation-network.js';

const SEC = 16_000;

/** Two people speak from 2 to 3 s on. */
async function segmentation(): Promise<RoomSegmentation> {
  const audio = new AudioWindow(10 * SEC);
  audio.push(new Int16Array(4 * SEC));
  const overlap = Float32Array.from({ length: (4 * SEC) / SEGMENTATION_FRAME_SAMPLES }, (_, frame) => {
    const second = (frame * SEGMENTATION_FRAME_SAMPLES) / SEC;
    return second >= 2 && second < 3 ? 0.9 : 0.1;
  });
  const call = async () => ({ speech: overlap.map(() => 1), overlap });
  const found = new RoomSegmentation({ call } as unknown as Inference, audio);
  await found.detect(4 * SEC);
  return found;
}

it('names the two nearest voices where two speak, whether the block itself has a voice or not', async () => {
  const found = await segmentation();
  const block = [2.25 * SEC, 2.5 * SEC] as const;
  const labels = (own: number | undefined) => (sample: number) =>
    sample < 2 * SEC ? 4 : sample >= 3 * SEC ? 7 : own;
  expect(found.pairIn(...block, labels(7))).toEqual([7, 4]);
  expect(found.pairIn(...block, labels(undefined))).toEqual([4, 7]);
  expect(found.pairIn(...block, () => 4)).toBeUndefined();
  expect(found.pairIn(SEC, 1.25 * SEC, labels(7))).toBeUndefined();
});
