/**
 * The learned barge-in classifier: a small head on the output of the recogniser's encoder, from the first 0.2 s of speech,
 * and on the words so far if a recogniser runs. Sound says something before a word is over; words say more from then on.
 * Model: models/bargein-claim, made by training/bargein.
 */
import { Tensor } from 'onnxruntime-node';
import { sigmoid } from '../dsp/numeric.js';
import { spanMeans } from '../dsp/span-means.js';
import { modelFile } from '../inference/catalogue.js';
import { defineKernel, type Inference } from '../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { BargeinClassifier, BargeinOnset } from './classifier.js';
import { wordNumbers } from './backchannel-words.js';
import { claimWord } from './claim-word.js';
import { soundEncoder } from './sound-encoder.js';

export interface ClaimInput {
  /** `[samples]` 16 kHz, -1..1: from 0.3 s before the onset to the step of the question. */
  readonly audio: Float32Array;
  /** Seconds since the onset. */
  readonly sinceOnsetSec: number;
  /** Seconds of speech since the onset. */
  readonly speechSec: number;
  /** True once voice activity has ended. */
  readonly ended: boolean;
  /** English words since the onset; undefined if no recogniser runs or the language is another. */
  readonly text: string | undefined;
}

/** Encoder frames (24 ms each) before the onset, as in training/bargein/train.py. */
const BEFORE_FRAMES = 12;
/** Newest frames that have a mean of their own, as in training/bargein/train.py. */
const LAST_FRAMES = 6;
/** The head was trained on onsets of 0.2 to 0.8 s; of longer ones it gets the first 0.8 s. */
const LONGEST_SEC = 0.8;
const PRE_ROLL_SEC = 0.3;

/** Sound since an onset to log-odds that the user claims the floor. */
export const bargeinClaim = defineKernel<ClaimInput, number>(
  { name: 'bargein-claim', lane: 'express' },
  async (context) => {
    const encoder = await soundEncoder(context);
    const head = await context.modelSession('bargein-claim');
    return async (onset) => {
      const { audio } = onset;
      const input = { input_values: new Tensor('float32', audio, [1, audio.length]) };
      const { last_hidden_state: frames } = await encoder.run(input);
      const pooled = pool(frames!.data as Float32Array, frames!.dims[2]!, onset);
      const words = wordNumbers(onset);
      const output = await head.run({
        pooled: new Tensor('float32', pooled, [1, pooled.length]),
        words: new Tensor('float32', words, [1, words.length]),
      });
      return output.logit!.data[0] as number;
    };
  },
);

/** @returns `[2 * width + 3]`: mean since the onset, mean of the newest frames, then seconds since it, of speech, ended. */
function pool(frames: Float32Array, width: number, onset: Omit<ClaimInput, 'audio'>): Float32Array {
  const count = frames.length / width;
  const pooled = new Float32Array(2 * width + 3);
  const onsetFrame = Math.min(BEFORE_FRAMES, count - 1);
  const spans = [
    [onsetFrame - count, 0],
    [-LAST_FRAMES, 0],
  ] as const;
  pooled.set(spanMeans(frames, width, spans));
  pooled.set([onset.sinceOnsetSec, onset.speechSec, onset.ended ? 1 : 0], 2 * width);
  return pooled;
}

export const learnedClassifier: BargeinClassifier = {
  version: modelFile('bargein-claim').version,
  needsText: true,
  async pClaim(onset: BargeinOnset, inference: Inference): Promise<number> {
    const logit = await inference.call(bargeinClaim, claimInput(onset));
    return sigmoid(logit + onset.priorLogit);
  },
  wordLogOdds: (audio, inference) => inference.call(claimWord, audio),
};

/** The input as the head was trained: at most 0.8 s from the onset, however late the question comes. */
function claimInput({ audio, sinceOnsetSec, speechSec, ended, text, language }: BargeinOnset): ClaimInput {
  const seconds = Math.min(sinceOnsetSec, LONGEST_SEC);
  const drop = Math.round((sinceOnsetSec - seconds) * SAMPLE_RATE_HZ);
  const needed = Math.round((PRE_ROLL_SEC + seconds) * SAMPLE_RATE_HZ);
  const sound = new Float32Array(needed);
  const available = audio.subarray(0, audio.length - drop).subarray(-needed);
  // Zeros stand for sound before the session's first sample.
  sound.set(available, needed - available.length);
  return {
    audio: sound,
    sinceOnsetSec: seconds,
    speechSec: Math.min(speechSec, seconds),
    ended,
    text: language === 'en' ? text : undefined,
  };
}
