/**
 * A language head on a multilingual encoder, as a kernel. The encoder is the one inside Smart Turn v3.2 (Whisper tiny's, BSD-2),
 * cut after its third layer; its file is not shipped; a person who wants it puts it into the model folder. The head is ours, trained by
 * training/lid; card and measurements in models/lid-encoder/README.md.
 */
import { Tensor } from 'onnxruntime-node';
import { WHISPER_FRAMES, WHISPER_MELS, whisperMel } from '../dsp/whisper-mel.js';
import { graphUpTo } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';
import { decodeModel, encodeModel } from '../inference/onnx/onnx-graph.js';

/** The encoder's output that the head reads, `[1, 400, 384]`: 400 frames of 20 ms. The window stands at the end of these 8 s. */
const TAP = 'add_390';
const FRAMES = WHISPER_FRAMES / 2;
const WIDTH = 384;
const FRAME_SAMPLES = 320;

/** Input `[samples]` 16 kHz, -1..1, at most 8 s; output `[15]` probabilities: the 14 languages as in protocol/languages.ts, then other. */
export const encoderLanguage = defineKernel<Float32Array, Float32Array>(
  { name: 'lid.encoder', lane: 'long' },
  async (context) => {
    const model = decodeModel(await context.modelBytes('smart-turn-v3.2'));
    const cut = graphUpTo(model.graph!, [TAP], [1, FRAMES, WIDTH]);
    const encoder = await context.createSession(encodeModel(model, cut));
    const head = await context.modelSession('lid-encoder');
    return async (audio) => {
      const mel = new Tensor('float32', whisperMel(audio), [1, WHISPER_MELS, WHISPER_FRAMES]);
      const tapped = (await encoder.run({ input_features: mel }))[TAP]!.data as Float32Array;
      const count = Math.min(FRAMES, Math.max(1, Math.floor(audio.length / FRAME_SAMPLES)));
      const frames = new Tensor('float32', tapped.slice((FRAMES - count) * WIDTH), [1, count, WIDTH]);
      const { probabilities } = await head.run({ frames });
      return Float32Array.from(probabilities!.data as Float32Array);
    };
  },
);
