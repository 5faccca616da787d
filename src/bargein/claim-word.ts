/**
 * Is a short sound that no recogniser could read a word that listeners do not say, or a backchannel, half a word or noise? A linear
 * head on the frames of the recogniser's encoder: "off" through a telephone is "oh" to its decoder, and not to its encoder.
 * English. Model: models/bargein-word, made by training/bargein/word_head.py. Asked by engine/session/onset-words.ts.
 */
import { Tensor } from 'onnxruntime-node';
import { spanMeans } from '../dsp/span-means.js';
import { defineKernel } from '../inference/kernel.js';
import { MOONSHINE_TINY_WIDTH as WIDTH } from '../networks/shared-encoders.js';
import type { Language } from '../protocol/languages.js';
import { soundEncoder } from './sound-encoder.js';
import type { Reading, WordEvidence } from './word-evidence.js';

/** Frames before and after the speech that are left out, as in training/bargein/word_head.py. */
const BEFORE_FRAMES = 10;
const AFTER_FRAMES = 6;
/** A window of no more frames is read whole. */
const SHORTEST_FRAMES = 24;
const QUARTERS = 4;

/**
 * Log-odds from which a sound is such a word. Chosen in sight of 220 Switchboard backchannels and 60 coughs, which taught nothing
 * (2026-11-29). Raising them: fewer words are found.
 */
const LEAST_LOG_ODDS = -0.3;
/** The same where one of the two models hears no speech in it. */
const LEAST_IF_DOUBTFUL = 1;

/** Sound from 0.3 s before the speech to 0.3 s after it, float32, 16 kHz, -1..1, to the log-odds that it is such a word. */
export const claimWord = defineKernel<Float32Array, number>(
  { name: 'bargein-word', lane: 'express' },
  async (context) => {
    const encoder = await soundEncoder(context);
    const head = await context.modelSession('bargein-word');
    return async (audio) => {
      const encoded = await encoder.run({ input_values: new Tensor('float32', audio, [1, audio.length]) });
      const pooled = poolWord(encoded.last_hidden_state!.data as Float32Array, WIDTH);
      const output = await head.run({ pooled: new Tensor('float32', pooled, [1, pooled.length]) });
      return output.logit!.data[0] as number;
    };
  },
);

/** Languages whose words the head was taught. */
export function knowsWordsOf(language: Language): boolean {
  return language === 'en';
}

/**
 * True if the sound is worth judging: a model has heard speech in it, and the larger one has read no backchannel that is more than
 * a vowel.
 */
export function mayBeWord(small: Reading, large: Reading): boolean {
  const isBackchannel = large.evidence.kind === 'backchannel' && !large.evidence.open;
  return !isBackchannel && (hasWord(small) || hasWord(large));
}

/** @returns the evidence of a claim; undefined if the sound is likelier none */
export function heardEvidence(logOdds: number, readings: readonly Reading[]): WordEvidence | undefined {
  const least = readings.every(hasWord) ? LEAST_LOG_ODDS : LEAST_IF_DOUBTFUL;
  return logOdds >= least ? { kind: 'claim', open: false, otherWords: 1 } : undefined;
}

const hasWord = ({ evidence }: Reading): boolean => evidence.kind !== 'none';

/**
 * @param frames `[frames, width]` float32
 * @returns `[6 * width]`: mean and greatest of the frames of the speech, then the mean of each quarter of them
 */
export function poolWord(frames: Float32Array, width: number): Float32Array {
  const all = frames.length / width;
  const isLong = all > SHORTEST_FRAMES;
  const speech = isLong ? frames.subarray(BEFORE_FRAMES * width, (all - AFTER_FRAMES) * width) : frames;
  const count = speech.length / width;
  // If the number of frames is not a multiple of four, the first quarters have one frame more.
  const starts = Array.from({ length: QUARTERS + 1 }, (_, i) => {
    const size = Math.floor(count / QUARTERS);
    return i * size + Math.min(i, count % QUARTERS);
  });
  const quarters = starts.slice(1).map((end, i): [number, number] => [starts[i]! - count, end - count]);
  const pooled = new Float32Array((2 + QUARTERS) * width);
  pooled.set(spanMeans(speech, width, [[-count, 0]]));
  pooled.set(greatest(speech, width), width);
  pooled.set(spanMeans(speech, width, quarters), 2 * width);
  return pooled;
}

function greatest(frames: Float32Array, width: number): Float32Array {
  const most = frames.slice(0, width);
  for (let i = width; i < frames.length; i += 1) most[i % width] = Math.max(most[i % width]!, frames[i]!);
  return most;
}
