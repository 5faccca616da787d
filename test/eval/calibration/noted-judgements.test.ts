/** Judgements that are noted while an engine runs, and judged again by other models without its sound. */
import { expect, it } from 'vitest';
import { defineKernel, type Inference } from '../../../src/inference/kernel.js';
import type { EotJudgement, EotPause, EotScorer } from '../../../src/eot/scorer.js';
// @ts-expect-error A script without types.
import * as script from '../../../training/measure/noted-judgements.mjs';

interface Note {
  readonly heard: string | null;
  readonly logOdds: number[];
  readonly of?: number;
}

const { noting, judgedAgain } = script as {
  noting: (scorer: EotScorer, judged: Note[]) => EotScorer;
  judgedAgain: (scorer: EotScorer, judged: Note[], inference: Inference) => Promise<Note[]>;
};

const encoder = defineKernel<Float32Array, Float32Array>({ name: 'encoded-turn', lane: 'express' }, () =>
  Promise.reject(new Error('not loaded here')),
);

/** Encodes a sound as its first sample. */
const inference = {
  call: async (_kernel: unknown, sound: Float32Array) => Float32Array.of(sound[0]!),
} as unknown as Inference;

/** Log-odds: `weight` times the encoding, plus the recogniser's certainty; the recheck adds those of both judgements. */
function scorerOf(weight: number): EotScorer {
  const logOdds = async ({ audio, hypothesis }: EotPause, models: Inference): Promise<number> => {
    const [encoding] = await models.call(encoder, audio);
    return weight * encoding! + Math.max(-20, hypothesis!.punctuationLogProb);
  };
  const judgement = (value: number): EotJudgement => ({ pEot: () => 1 / (1 + Math.exp(-value)), parts: {} });
  return {
    name: 'test',
    version: '1',
    async judge(pause, models) {
      const first = await logOdds(pause, models);
      const judge = async (later: EotPause) => judgement(first + (await logOdds(later, models)));
      return { ...judgement(first), recheck: { pEotAtMost: () => 1, judge } };
    },
  };
}

function pauseOf(sample: number, text: string, punctuationLogProb: number): EotPause {
  const numbers = {
    questionLogProb: -1,
    commaLogProb: -1,
    eosLogProb: -1,
    lastWordLogProb: -1,
    meanLogProb: -1,
  };
  const sound = Float32Array.of(sample);
  const hypothesis = { text, punctuationLogProb, ...numbers, sound };
  return { audio: sound, silenceSec: 0.1, turnSpeechSec: 1, hypothesis, messages: [], language: 'en' };
}

/** Notes of two pauses, the second one rechecked, as JSON keeps them. */
async function notes(): Promise<Note[]> {
  const judged: Note[] = [];
  const scorer = noting(scorerOf(1), judged);
  await scorer.judge(pauseOf(2, 'yes', -Infinity), inference);
  const second = await scorer.judge(pauseOf(3, 'well', -1), inference);
  await second.recheck!.judge(pauseOf(0.5, 'well', -2));
  return JSON.parse(JSON.stringify(judged)) as Note[];
}

it('notes the words, the score and the first judgement of a recheck', async () => {
  const judged = await notes();
  expect(judged.map(({ heard, of, logOdds }) => [heard, of, logOdds[0]])).toEqual([
    ['yes', undefined, -18],
    ['well', undefined, 2],
    ['well', 1, 0.5],
  ]);
});

it('the same scorer judges the same again, without the sound', async () => {
  const judged = await notes();
  expect(await judgedAgain(scorerOf(1), judged, noEncoder)).toEqual(judged);
});

it('another scorer judges the sounds that were encoded', async () => {
  const again = await judgedAgain(scorerOf(2), await notes(), noEncoder);
  expect(again.map(({ logOdds }) => logOdds[0])).toEqual([-16, 5, 4]);
});

const noEncoder = {
  call: () => Promise.reject(new Error('encodes nothing again')),
} as unknown as Inference;
