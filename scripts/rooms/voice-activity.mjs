/** Finds the speech on one channel by voice activity: the reference for a call whose channels are mixed. */
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../dist/vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../dist/vad/silero.js';
import { VadStream } from '../../dist/vad/vad-stream.js';

/** @returns stretches `[start, end)` in samples. */
export async function speechRuns(samples, inference) {
  const audio = Float32Array.from(samples, (value) => value / 32_768);
  const probabilities = await new VadStream(inference).push(audio);
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, (VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000);
  const runs = [];
  for (const probability of probabilities) {
    const change = policy.push(probability);
    if (change?.kind === 'start') runs.push([change.atFrame * VAD_FRAME_SAMPLES, samples.length]);
    if (change?.kind === 'end') runs.at(-1)[1] = change.atFrame * VAD_FRAME_SAMPLES;
  }
  return runs;
}
