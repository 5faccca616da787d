/**
 * Has the turn ended, by the phones it ends in: for languages whose words nobody listens to, but whose sentences end in few
 * ways. The language listener hears the last 1.7 s, a recogniser of ours writes phones, and a small network taught with
 * written text of the language tells whether a turn goes on after the last of them. Trained by training/phones; cards:
 * models/eot-phones, models/eot-endings-ko. Called once a pause by learned-scorer.ts.
 */
import { Tensor } from 'onnxruntime-node';
import { languageEncoderFrames, LANGUAGE_ENCODER_OUTPUT } from '../networks/shared-encoders.js';
import { defineKernel } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';
import { lastFramesOf } from './last-frames.js';

/** The languages whose endings were taught, and the model of each. */
const ENDINGS = { ko: 'eot-endings-ko' } as const;
export type TaughtLanguage = keyof typeof ENDINGS;

/** What is heard, samples at 16 kHz; the last phones that an ending is told by. */
const HEARD_SAMPLES = 27_200;
const LAST_PHONES = 14;
/** Letters of the recogniser's outputs after the blank, as in training/phones/alphabet.py. */
const PHONES = 'PTKCFSXHMNGLRWJieavouwy';

/** Where the sound has to end, seconds after the last speech: in training 0.05 to 0.33. */
export const TURN_ENDING_TAIL_SEC = 0.1;

export interface TurnEnding {
  /** What was heard at the end, a letter a phone; '' when nothing was. */
  readonly phones: string;
  /** Log-odds that the turn is complete; undefined when no phone was heard. */
  readonly logit: number | undefined;
}

export function endingsTaught(language: Language): language is TaughtLanguage {
  return language in ENDINGS;
}

/** The sound of a turn, `[samples]` 16 kHz, -1..1, ending 0.1 s after its last speech; only the last 1.7 s are heard. */
export const turnEnding = defineKernel<{ audio: Float32Array; language: TaughtLanguage }, TurnEnding>(
  { name: 'turn-ending', lane: 'express' },
  async (context) => {
    const session = async (model: string) => context.createSession(await context.modelBytes(model));
    const listener = await languageEncoderFrames(context);
    const recogniser = await session('eot-phones');
    const endings = { ko: await session(ENDINGS.ko) };
    return async ({ audio, language }) => {
      const samples = lastFramesOf(audio, HEARD_SAMPLES);
      const heard = await listener.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
      const said = await recogniser.run({ frames: heard[LANGUAGE_ENCODER_OUTPUT]! });
      const codes = phonesOf(said.logits!.data as Float32Array).slice(-LAST_PHONES);
      if (codes.length === 0) return { phones: '', logit: undefined };
      const phones = new Tensor('int64', rightAligned(codes), [1, LAST_PHONES]);
      const { logit } = await endings[language].run({ phones });
      return { phones: codes.map((code) => PHONES[code - 1]).join(''), logit: logit!.data[0] as number };
    };
  },
);

/** Zeros before the first. */
function rightAligned(codes: readonly number[]): BigInt64Array {
  const last = new BigInt64Array(LAST_PHONES);
  last.set(codes.map(BigInt), LAST_PHONES - codes.length);
  return last;
}

/** `[frames, 24]` logits to codes: the likeliest of each frame, without repetitions and blanks (0). */
export function phonesOf(logits: Float32Array): number[] {
  const outputs = PHONES.length + 1;
  const found: number[] = [];
  let before = 0;
  for (let at = 0; at < logits.length; at += outputs) {
    const frame = logits.subarray(at, at + outputs);
    const best = frame.reduce((most, value, i) => (value > frame[most]! ? i : most), 0);
    if (best !== before && best !== 0) found.push(best);
    before = best;
  }
  return found;
}
