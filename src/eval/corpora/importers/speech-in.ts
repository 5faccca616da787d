/** Where a channel holds speech, by voice activity. Called by the importers of recordings without labels. */
import { toFloat } from '../../../audio/index.js';
import type { Inference } from '../../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../../vad/silero.js';
import { VadStream } from '../../../vad/vad-stream.js';
import type { TimeSpan } from '../../formats/utterance.js';

const FRAME_SEC = VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ;

/** @param samples 16 kHz mono. @returns stretches of speech, seconds. */
export async function speechIn(samples: Int16Array, inference: Inference): Promise<TimeSpan[]> {
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, FRAME_SEC * 1000);
  const speech: TimeSpan[] = [];
  let start = 0;
  for (const probability of await new VadStream(inference).push(toFloat(samples))) {
    const change = policy.push(probability);
    if (change?.kind === 'start') start = change.atFrame * FRAME_SEC;
    if (change?.kind === 'end') speech.push({ start, end: change.atFrame * FRAME_SEC });
  }
  if (policy.speaking) speech.push({ start, end: policy.frames * FRAME_SEC });
  return speech;
}
