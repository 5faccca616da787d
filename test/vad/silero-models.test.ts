/** The rewritten Silero graph against the published one, frame by frame, and against itself in runs of any length. */
import { Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { createInlineInference } from '../../src/inference/inline.js';
import { kernelContext } from '../../src/inference/session.js';
import { VadStream } from '../../src/vad/vad-stream.js';
import { bookingCall, samplesOf } from '../helpers/recordings.js';

const FRAMES = 300;

async function publishedProbabilities(samples: Float32Array): Promise<number[]> {
  const session = await kernelContext.createSession(await kernelContext.modelBytes('silero-vad-v6'));
  let state = new Tensor('float32', new Float32Array(256), [2, 1, 128]);
  const window = new Float32Array(576);
  const found: number[] = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    window.copyWithin(0, 512);
    window.set(samples.subarray(frame * 512, (frame + 1) * 512), 64);
    const result = await session.run({
      input: new Tensor('float32', window, [1, 576]),
      state,
      sr: new Tensor('int64', BigInt64Array.of(16_000n), []),
    });
    found.push((result.output!.data as Float32Array)[0]!);
    state = result.stateN as typeof state;
  }
  return found;
}

async function inRuns(samples: Float32Array, run: number): Promise<number[]> {
  const inference = createInlineInference();
  const stream = new VadStream(inference);
  const found: number[] = [];
  for (let at = 0; at < samples.length; at += run * 512) {
    found.push(...(await stream.push(samples.subarray(at, at + run * 512))));
  }
  await inference.close();
  return found;
}

describe('Silero VAD', async () => {
  const samples = Float32Array.from(
    (await samplesOf(bookingCall)).subarray(0, FRAMES * 512),
    (value) => value / 32_768,
  );

  it('agrees with the published graph', async () => {
    const published = await publishedProbabilities(samples);
    const ours = await inRuns(samples, 10);
    expect(Math.max(...ours)).toBeGreaterThan(0.9);
    ours.forEach((value, i) => expect(Math.abs(value - published[i]!)).toBeLessThan(1e-4));
  });

  it('gives the same bits in runs of any length', async () => {
    const whole = await inRuns(samples, FRAMES);
    for (const run of [1, 2, 3, 4, 7, 64, 250]) expect(await inRuns(samples, run)).toEqual(whole);
  });
});
