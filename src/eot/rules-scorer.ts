/**
 * The end-of-turn scorer `--scorer rules`: written rules over the transcript, the recogniser's punctuation probabilities and
 * simple prosody, added to the length of the silence. It needs no trained model beside the recogniser.
 */
import { clamp, logOdds, sigmoid } from '../dsp/numeric.js';
import { completenessOf } from './completeness.js';
import { prosodyOf, type Prosody } from './prosody.js';
import { traced, type EotJudgement, type EotPause, type EotScorer, type TurnHypothesis } from './scorer.js';

/**
 * Weights in log-odds, chosen by hand. They trade how far words count against how far sound and silence do; `calibrate` fits
 * the policies on top.
 */
const WEIGHT = {
  bias: -0.2,
  /** In place of `bias` if there are no words: only sound and silence count. */
  biasWithoutWords: -0.6,
  softPunctuation: 0.9,
  comma: -0.4,
  fallSemitones: -0.06,
  levelDb: -0.04,
  /** For each factor of e by which the silence is longer than 0.2 s. */
  silence: 1.1,
} as const;

export const rulesScorer: EotScorer = {
  name: 'rules',
  version: 'rules-1',
  async judge(pause: EotPause): Promise<EotJudgement> {
    const prosody = prosodyOf(pause.audio, pause.silenceSec);
    const sound = soundLogit(prosody);
    const { logit: text, rules } = textLogit(pause);
    const fixed = text + sound;
    return {
      pEot: (silenceSec) => sigmoid(fixed + WEIGHT.silence * Math.log(Math.max(silenceSec, 0.05) / 0.2)),
      parts: {
        text: traced(text),
        sound: traced(sound),
        rules: rules.join(' '),
        heard: pause.hypothesis?.text ?? '',
        soft_punctuation: traced(pause.hypothesis?.punctuationLogProb ?? NaN),
      },
    };
  },
};

function textLogit({ hypothesis, messages }: EotPause): { logit: number; rules: readonly string[] } {
  if (!hypothesis || hypothesis.text === '') return { logit: WEIGHT.biasWithoutWords, rules: [] };
  const { logit, rules } = completenessOf(hypothesis.text, messages);
  return { logit: WEIGHT.bias + punctuationLogit(hypothesis) + logit, rules };
}

/** What the punctuation after the last word says: a sentence end speaks for the end of the turn, a comma against it. */
function punctuationLogit({ punctuationLogProb, commaLogProb }: TurnHypothesis): number {
  const p = clamp(Math.exp(punctuationLogProb), 0.01, 0.99);
  const comma = Math.exp(commaLogProb);
  return WEIGHT.softPunctuation * logOdds(p) + WEIGHT.comma * comma;
}

function soundLogit(prosody: Prosody | undefined): number {
  if (!prosody) return 0;
  const pitch = clamp(prosody.finalPitchSemitones, -6, 6);
  const level = clamp(prosody.finalLevelDb, -12, 6);
  return WEIGHT.fallSemitones * pitch + WEIGHT.levelDb * level;
}
