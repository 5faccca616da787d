/**
 * The learned end-of-turn model: a text head (what was said, after what the agent said), a sound head on the encoded end of
 * the turn (how it was said), and a fusion of a few weights. Models: models/eot-text, models/eot-sound, models/eot-fusion,
 * made by training/fusion. Called at each judgement of a pause by learned-scorer.ts.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import { fuse, parseFusion } from './fusion.js';
import { IDS_PER_WORD, sequenceOf } from './text-words.js';

/** The first judgement of a pause, or its recheck. */
export type JudgementStage = 'first' | 'recheck';

export interface LearnedInput {
  /** Each stage has its own sound head and its own weights. */
  readonly stage: JudgementStage;
  /** What the agent said right before the turn, '' if unknown. */
  readonly context: string;
  /** Transcript of the turn so far. */
  readonly text: string;
  /** `[1152]` the end of the turn as encoded-turn.ts gives it. */
  readonly encoding: Float32Array;
  /** Other inputs of the fusion (the recogniser's certainties, phrases), by their names in its table. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface LearnedOutput {
  /** Log-odds that the turn is complete, at the silence that the fusion was fitted at. */
  readonly logit: number;
  /** Log-odds of each head alone, uncalibrated: the words, the sound of the end. */
  readonly heads: { readonly text: number; readonly sound: number };
}

/** Outputs of models/eot-sound. */
const SOUND_OUTPUTS = { first: 'first', recheck: 'second' } as const satisfies Record<JudgementStage, string>;

export const learnedEot = defineKernel<LearnedInput, LearnedOutput>(
  { name: 'learned-eot', lane: 'express' },
  async (context) => {
    const text = await context.modelSession('eot-text');
    const sound = await context.modelSession('eot-sound');
    const fusion = parseFusion(await context.modelBytes('eot-fusion'));
    return async (input) => {
      const heads = { text: await textLogit(text, input), sound: await soundLogit(sound, input) };
      const sums = input.stage === 'first' ? fusion : fusion.second;
      const sum = input.context === '' ? sums.alone : sums.full;
      return { logit: fuse(sum, { ...input.numbers, ...heads }), heads };
    };
  },
);

async function textLogit(session: InferenceSession, { context, text }: LearnedInput): Promise<number> {
  const { ids, role, length } = sequenceOf(context, text);
  const feeds = {
    ids: new Tensor('int64', ids, [1, length, IDS_PER_WORD]),
    role: new Tensor('int64', role, [1, length]),
  };
  return (await session.run(feeds)).logit!.data[0] as number;
}

/** The model has one output a stage; only that of this stage is computed. */
async function soundLogit(session: InferenceSession, { encoding, stage }: LearnedInput): Promise<number> {
  const output = SOUND_OUTPUTS[stage];
  const feeds = { listened: new Tensor('float32', encoding, [1, encoding.length]) };
  return (await session.run(feeds, [output]))[output]!.data[0] as number;
}
