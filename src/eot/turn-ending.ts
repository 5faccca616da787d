/**
 * Judges by the last phones whether the turn has ended, for a language without a recogniser whose sentences end in few ways.
 * The language encoder reads the last 1.7 s, a recogniser of ours writes phones, and a small network trained on written
 * text of the language says whether a turn goes on after the last of them. Trained by training/phones; cards:
 * models/eot-phones, models/eot-endings-ko. Called once a pause by learned-scorer.ts.
 */
import { Tensor } from 'onnxruntime-node';
import { argMax } from '../dsp/numeric.js';
import { languageEncoderFrames, LANGUAGE_ENCODER_OUTPUT } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';
import { lastFramesOf } from './last-frames.js';

/** The model of each language whose endings were trained. */
const ENDINGS = { ko: 'eot-endings-ko' } as const;
export type TaughtLanguage = keyof typeof ENDINGS;

/** Input of the encoder, in samples at 16 kHz: 1.7 s. */
const INPUT_SAMPLES = 27_200;
/** An ending is judged by at most this many phones. */
const LAST_PHONES = 14;
/** The letter of each output of the phone recogniser after the blank, as in training/phones/alphabet.py. */
const PHONES = 'PTKCFSXHMNGLRWJieavouwy';

/** The sound must end this many seconds after the last speech. In training it ended 0.05 to 0.33 s after. */
export const TURN_ENDING_TAIL_SEC = 0.1;

export interface TurnEnding {
  /** The last phones, one letter each; '' if none was recognised. */
  readonly phones: string;
  /** Log-odds that the turn is complete; undefined if no phone was recognised. */
  readonly logit: number | undefined;
}

/** True if the endings of the language were trained. */
export function endingsTaught(language: Language): language is TaughtLanguage {
  return language in ENDINGS;
}

/** The sound of a turn, `[samples]` 16 kHz, -1..1, that ends 0.1 s after its last speech. Only the last 1.7 s are used. */
export const turnEnding = defineKernel<{ audio: Float32Array; language: TaughtLanguage }, TurnEnding>(
  { name: 'turn-ending', lane: 'express' },
  async (context) => {
    const session = async (model: string) => context.modelSession(model);
    const encoder = await languageEncoderFrames(context);
    const recogniser = await session('eot-phones');
    const endings = { ko: await session(ENDINGS.ko) };
    return async ({ audio, language }) => {
      const samples = lastFramesOf(audio, INPUT_SAMPLES);
      const frames = await encoder.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
      const recognised = await recogniser.run({ frames: frames[LANGUAGE_ENCODER_OUTPUT]! });
      const codes = phonesOf(recognised.logits!.data as Float32Array).slice(-LAST_PHONES);
      if (codes.length === 0) return { phones: '', logit: undefined };
      const phones = new Tensor('int64', rightAligned(codes), [1, LAST_PHONES]);
      const { logit } = await endings[language].run({ phones });
      return { phones: codes.map((code) => PHONES[code - 1]).join(''), logit: logit!.data[0] as number };
    };
  },
);

/** `[1, LAST_PHONES]`: zeros, then the codes. */
function rightAligned(codes: readonly number[]): BigInt64Array {
  const last = new BigInt64Array(LAST_PHONES);
  last.set(codes.map(BigInt), LAST_PHONES - codes.length);
  return last;
}

/** `[frames, 24]` logits to phone codes: the likeliest of each frame, without repetitions and blanks (0). */
export function phonesOf(logits: Float32Array): number[] {
  const outputs = PHONES.length + 1;
  const found: number[] = [];
  let before = 0;
  for (let at = 0; at < logits.length; at += outputs) {
    const frame = logits.subarray(at, at + outputs);
    const best = argMax(frame);
    if (best !== before && best !== 0) found.push(best);
    before = best;
  }
  return found;
}
