/** Finds the speech on a channel by voice activity. Called by the importers of recordings without labels. */
import type { TimeSpan } from '../../basics/time-span.js';
import { toFloat } from '../../../audio/index.js';
import type { Inference } from '../../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../../vad/silero.js';
import { VadStream } from '../../../vad/vad-stream.js';

const FRAME_SEC = VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ;

/** Samples processed at once (8 s). The work can be stopped between two pieces. */
const PIECE_SAMPLES = 250 * VAD_FRAME_SAMPLES;

/** @param samples 16 kHz mono. @param onShare gets the share done, 0..1. @returns stretches of speech, in seconds. */
export async function speechIn(
  samples: Int16Array,
  inference: Inference,
  stopped?: AbortSignal,
  onShare?: (share: number) => void,
): Promise<TimeSpan[]> {
  const vad = new VadStream(inference);
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, FRAME_SEC * 1000);
  const speech: TimeSpan[] = [];
  let start = 0;
  for (let at = 0; at < samples.length; at += PIECE_SAMPLES) {
    stopped?.throwIfAborted();
    onShare?.(at / samples.length);
    for (const probability of await vad.push(toFloat(samples.subarray(at, at + PIECE_SAMPLES)))) {
      const change = policy.push(probability);
      if (change?.kind === 'start') start = change.atFrame * FRAME_SEC;
      if (change?.kind === 'end') speech.push({ start, end: change.atFrame * FRAME_SEC });
    }
  }
  if (policy.speaking) speech.push({ start, end: policy.frames * FRAME_SEC });
  return speech;
}
