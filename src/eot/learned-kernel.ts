/**
 * The learned end-of-turn model: a text head (what was said, after what the agent said), a sound head on what
 * our language listener makes of its end (how it was said), and a fusion of few weights. Models: models/eot-text,
 * models/eot-sound, models/eot-fusion; made by training/fusion. Called at each look at a pause by learned-scorer.ts.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import { fuse, parseFusion } from './fusion.js';
import { IDS_PER_WORD, sequenceOf } from './text-words.js';

export interface LearnedInput {
  /** Which look at the pause it is: each has a sound head and weights of its own. */
  readonly look: 'first' | 'second';
  /** What the agent said right before the turn, '' when unknown. */
  readonly context: string;
  /** Transcript of the turn so far. */
  readonly text: string;
  /** `[1152]` of listened-turn.ts. */
  readonly listened: Float32Array;
  /** The recogniser's certainties and lengths, by the names the fusion uses. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface LearnedOutput {
  /** Log-odds that the turn is complete, at the silence the fusion was fitted at. */
  readonly logit: number;
  /** Log-odds of each head alone, uncalibrated: the words, the sound of the end. */
  readonly heads: { readonly text: number; readonly sound: number };
}

export const learnedEot = defineKernel<LearnedInput, LearnedOutput>(
  { name: 'learned-eot', lane: 'express' },
  async (context) => {
    const text = await context.createSession(await context.modelBytes('eot-text'));
    const sound = await context.createSession(await context.modelBytes('eot-sound'));
    const fusion = parseFusion(await context.modelBytes('eot-fusion'));
    return async (input) => {
      const heads = { text: await textLogit(text, input), sound: await soundLogit(sound, input) };
      const sums = input.look === 'first' ? fusion : fusion.second;
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

/** The model says what it makes of the sound at either look; the one of this look is taken. */
async function soundLogit(session: InferenceSession, { listened, look }: LearnedInput): Promise<number> {
  const feeds = { listened: new Tensor('float32', listened, [1, listened.length]) };
  return (await session.run(feeds, [look]))[look]!.data[0] as number;
}
