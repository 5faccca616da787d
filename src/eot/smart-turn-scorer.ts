/**
 * The end-of-turn scorer `--scorer smart-turn`: Smart Turn v3.2 (pipecat, BSD-2), which judges by sound alone. For
 * comparison with ours. The model does not ship with turnwire; put `smart-turn-v3.2-cpu.onnx` into the model folder.
 */
import { Tensor } from 'onnxruntime-node';
import { modelFile } from '../inference/catalogue.js';
import { defineKernel, type Inference } from '../inference/kernel.js';
import { WHISPER_FRAMES, WHISPER_MELS, whisperMel } from '../dsp/whisper-mel.js';
import { traced, type EotJudgement, type EotPause, type EotScorer } from './scorer.js';
import { turnAudio } from './turn-audio.js';

/** Sound of a turn, `[samples]` 16 kHz, -1..1, to the probability 0..1 that it is complete. */
export const smartTurn = defineKernel<Float32Array, number>(
  { name: 'smart-turn', lane: 'long' },
  async (context) => {
    const session = await context.modelSession('smart-turn-v3.2');
    return async (audio) => {
      const feeds = {
        input_features: new Tensor('float32', whisperMel(audio), [1, WHISPER_MELS, WHISPER_FRAMES]),
      };
      const [output] = Object.values(await session.run(feeds));
      return output!.data[0] as number;
    };
  },
);

export const smartTurnScorer: EotScorer = {
  name: 'smart-turn',
  version: modelFile('smart-turn-v3.2').version,
  async judge(pause: EotPause, inference: Inference): Promise<EotJudgement> {
    const p = await inference.call(smartTurn, turnAudio(pause));
    // One score a pause, as its authors use it: silence ends the turn by the policy's timeout alone.
    return { pEot: () => p, parts: { sound: traced(p) } };
  },
};
