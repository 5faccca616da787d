/** Moonshine tiny's encoder for the heads of barge-in: one session in a thread, which both share. */
import type { InferenceSession } from 'onnxruntime-node';
import type { KernelContext } from '../inference/kernel.js';
import { fastSession } from '../inference/onnx/signed-weights.js';
import { MOONSHINE_SESSION } from '../networks/shared-encoders.js';

let encoder: Promise<InferenceSession> | undefined;

/** `input_values [1, samples]` to `last_hidden_state [1, frames, width=288]`, float32. Loaded once a thread. */
export function soundEncoder(context: KernelContext): Promise<InferenceSession> {
  encoder ??= load(context).catch((error: unknown) => {
    encoder = undefined;
    throw error;
  });
  return encoder;
}

const load = (context: KernelContext): Promise<InferenceSession> =>
  fastSession('moonshine-tiny-en/encoder_model', context, MOONSHINE_SESSION);
