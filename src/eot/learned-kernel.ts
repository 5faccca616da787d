/**
 * The learned end-of-turn model: a text head (what was said, after what the agent said), a sound head on the
 * recogniser's own activations (how it was said), and a fusion of few weights. Models: models/eot-text, models/eot-sound,
 * models/eot-fusion; made by training/eot. Called once a pause by learned-scorer.ts.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { defineKernel } from '../inference/kernel.js';
import { fuse, parseFusion } from './fusion.js';
import { poolFrames } from './pool-frames.js';
import type { Heard } from './scorer.js';
import { IDS_PER_WORD, sequenceOf } from './text-words.js';

export interface LearnedInput {
  /** What the agent said right before the turn, '' when unknown. */
  readonly context: string;
  /** Transcript of the turn so far. */
  readonly text: string;
  readonly inner: Heard['inner'];
  /** The recogniser's certainties and lengths, by the names the fusion uses. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface LearnedOutput {
  /** Log-odds that the turn is complete, at the silence the fusion was fitted at. */
  readonly logit: number;
  /** Log-odds of each head alone, uncalibrated: the words; the decoder's state; the sound of the end. */
  readonly heads: { readonly text: number; readonly state?: number; readonly frames?: number };
}

export const learnedEot = defineKernel<LearnedInput, LearnedOutput>('learned-eot', async (context) => {
  const text = await context.createSession(await context.modelBytes('eot-text'));
  const sound = await context.createSession(await context.modelBytes('eot-sound'));
  const fusion = parseFusion(await context.modelBytes('eot-fusion'));
  return async (input) => {
    const words = { text: await textLogit(text, input) };
    if (!input.inner) return { logit: fuse(fusion.words, { ...input.numbers, ...words }), heads: words };
    const heads = { ...words, ...(await soundLogits(sound, input.inner)) };
    return { logit: fuse(fusion.full, { ...input.numbers, ...heads }), heads };
  };
});

async function textLogit(session: InferenceSession, { context, text }: LearnedInput): Promise<number> {
  const { ids, role, length } = sequenceOf(context, text);
  const feeds = {
    ids: new Tensor('int64', ids, [1, length, IDS_PER_WORD]),
    role: new Tensor('int64', role, [1, length]),
  };
  return (await session.run(feeds)).logit!.data[0] as number;
}

async function soundLogits(
  session: InferenceSession,
  { state, frames }: NonNullable<Heard['inner']>,
): Promise<{ state: number; frames: number }> {
  const pooled = poolFrames(frames, state.length);
  const feeds = {
    state: new Tensor('float32', state, [1, state.length]),
    pooled: new Tensor('float32', pooled, [1, pooled.length]),
  };
  const logits = (await session.run(feeds)).logits!.data as Float32Array;
  return { state: logits[0]!, frames: logits[1]! };
}
