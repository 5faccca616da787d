/**
 * The first end-of-turn scorer: written rules over the transcript, the recogniser's soft punctuation and simple
 * prosody, fused with the length of the silence. Kept beside the learned one as `--scorer rules`.
 */
import { completenessOf } from './completeness.js';
import { logOdds, round, sigmoid } from './judgement.js';
import { prosodyOf, type Prosody } from './prosody.js';
import type { EotJudgement, EotPause, EotScorer, TurnHypothesis } from './scorer.js';

/** Log-odds weights, set by hand on the development recordings; `calibrate` fits the policies on top. */
const WEIGHT = {
  bias: -0.2,
  /** Without words only sound and silence speak. */
  biasWithoutWords: -0.6,
  softPunctuation: 0.9,
  comma: -0.4,
  fallSemitones: -0.06,
  levelDb: -0.04,
  /** Per e-fold of silence past 0.2 s. */
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
        text: round(text),
        sound: round(sound),
        rules: rules.join(' '),
        heard: pause.heard?.text ?? '',
        soft_punctuation: round(pause.heard?.punctuationLogProb ?? NaN),
      },
    };
  },
};

function textLogit({ heard, messages }: EotPause): { logit: number; rules: readonly string[] } {
  if (!heard || heard.text === '') return { logit: WEIGHT.biasWithoutWords, rules: [] };
  const { logit, rules } = completenessOf(heard.text, messages);
  return { logit: WEIGHT.bias + punctuationLogit(heard) + logit, rules };
}

/** Log-odds of sentence-final punctuation right after the last word: the best single number there is. */
function punctuationLogit(heard: TurnHypothesis): number {
  const p = Math.min(0.99, Math.max(0.01, Math.exp(heard.punctuationLogProb)));
  const comma = Math.exp(heard.commaLogProb);
  return WEIGHT.softPunctuation * logOdds(p) + WEIGHT.comma * comma;
}

function soundLogit(prosody: Prosody | undefined): number {
  if (!prosody) return 0;
  const pitch = Math.max(-6, Math.min(6, prosody.finalPitchSemitones));
  const level = Math.max(-12, Math.min(6, prosody.finalLevelDb));
  return WEIGHT.fallSemitones * pitch + WEIGHT.levelDb * level;
}
