/**
 * The default end-of-turn scorer: our trained heads and their fusion (learned-kernel.ts). If the heads can read the words,
 * a lasting pause is rechecked, and from then on the mean of both judgements counts: with more sound behind them the last
 * words are recognised better, and the two judgements often err in different places.
 */
import { clamp, sigmoid } from '../dsp/numeric.js';
import { defineKernel, type Inference } from '../inference/kernel.js';
import { modelFile } from '../inference/catalogue.js';
import type { Language } from '../protocol/languages.js';
import { answeredLogOdds, bareAnswer, type BareAnswer } from './bare-answer.js';
import { ENCODED_TURN_SAMPLES, ENCODED_TURN_TAIL_SEC, encodedTurn } from './encoded-turn.js';
import { fuse, parseFusion, silenceLogOdds, type Fusion } from './fusion.js';
import { languageEot } from './language-kernel.js';
import { lastAgentMessage } from './last-agent-message.js';
import { learnedEot, type JudgementStage } from './learned-kernel.js';
import { openQuestion } from './open-question.js';
import { phrasesOf } from './phrases.js';
import {
  traced,
  type EotJudgement,
  type EotPause,
  type EotScorer,
  type Recheck,
  type TurnHypothesis,
} from './scorer.js';
import { wordsOf } from './text-words.js';
import { endingAt, turnAudioTo } from './turn-audio.js';
import { TURN_ENDING_TAIL_SEC, endingsTaught, turnEnding } from './turn-ending.js';
import { TURN_SOUND_TAIL_SEC, turnSound } from './turn-sound.js';

/** The language that the heads were trained on. */
const TRAINED_LANGUAGE: Language = 'en';

/**
 * Silence of a recheck, in seconds: `second.sec` of the fusion's table. An earlier recheck gains less, a later one helps
 * fewer turns.
 */
const RECHECK_SEC = 0.3;
/** Applying a recheck earlier ends no turn earlier (measured by training/fusion/recheck.py). */
const APPLIES_FROM_SEC = 0.4;

/** Sound that the heads read, in seconds: 1.7 at most, and the silence, which is no longer than a step of the widest grid. */
const SOUND_SEC = 4;

/** One judgement as log-odds at the first silence point of the fusion. */
interface Judged {
  readonly logit: number;
  /** Set if the words are no more than "yes" or "no": silence then says more (bare-answer.ts). */
  readonly answer?: BareAnswer | undefined;
  readonly parts: EotJudgement['parts'];
}

/** The fusion's table, read wherever models are read. */
export const fusionTable = defineKernel<null, Fusion>(
  { name: 'eot-fusion-table', lane: 'express' },
  async (context) => {
    const fusion = parseFusion(await context.modelBytes('eot-fusion'));
    return async () => fusion;
  },
);

export const learnedScorer: EotScorer = {
  name: 'learned',
  version: modelFile('eot-fusion').version,
  recheck: { atSec: RECHECK_SEC, appliesFromSec: APPLIES_FROM_SEC },
  soundSec: SOUND_SEC,
  async judge(pause: EotPause, inference: Inference): Promise<EotJudgement> {
    const fusion = await inference.call(fusionTable, null);
    const words = readableWords(pause);
    if (!words) return judgement(await judgeWithoutWords(pause, fusion, inference), fusion);
    const first = await judgeWords(pause, words, 'first', inference);
    return { ...judgement(first, fusion), recheck: recheckOf(first, fusion, inference) };
  },
};

function judgement({ logit, answer, parts }: Judged, fusion: Fusion): EotJudgement {
  const ofSilence = (silenceSec: number) =>
    silenceLogOdds(fusion.silence, silenceSec) + (answer ? answeredLogOdds(answer, silenceSec) : 0);
  return { pEot: (silenceSec) => sigmoid(logit + ofSilence(silenceSec)), parts };
}

/** Moves the first judgement half way to the second one, by `second.most` log-odds at most. */
function recheckOf(first: Judged, fusion: Fusion, inference: Inference): Recheck {
  const { most } = fusion.second;
  const highest = judgement({ ...first, logit: first.logit + most }, fusion);
  return {
    pEotAtMost: (silenceSec) => highest.pEot(silenceSec),
    async judge(pause) {
      const words = readableWords(pause);
      if (!words) return judgement(first, fusion);
      const second = await judgeWords(pause, words, 'recheck', inference);
      const change = clamp((second.logit - first.logit) / 2, -most, most);
      const parts = { ...second.parts, first: traced(first.logit) };
      return judgement({ ...second, logit: first.logit + change, parts }, fusion);
    },
  };
}

/** The hypothesis, if there are words in it and the heads can read them. */
function readableWords({ hypothesis, language }: EotPause): TurnHypothesis | undefined {
  return language === TRAINED_LANGUAGE && hypothesis && hypothesis.text !== '' ? hypothesis : undefined;
}

async function judgeWords(
  pause: EotPause,
  hypothesis: TurnHypothesis,
  stage: JudgementStage,
  inference: Inference,
): Promise<Judged> {
  const numbers = { ...recogniserNumbers(hypothesis), ...phrasesOf(hypothesis.text) };
  const context = lastAgentMessage(pause.messages);
  const sound = hypothesis.sound ?? pause.audio;
  const encoding = await encodeTurnEnd(stage, sound, pause.silenceSec, inference);
  const input = { stage, context, text: hypothesis.text, encoding, numbers };
  const { logit, heads } = await inference.call(learnedEot, input);
  return {
    logit,
    answer: bareAnswer(hypothesis.text, context),
    parts: {
      text: traced(heads.text),
      sound: traced(heads.sound),
      heard: hypothesis.text,
      soft_punctuation: traced(hypothesis.punctuationLogProb),
    },
  };
}

/**
 * Judges a pause whose words the English heads cannot read. Words that Whisper heard are read by the head for other languages.
 * The weights of `judgePunctuation` were fitted on the log-probabilities of Moonshine.
 */
async function judgeWithoutWords(pause: EotPause, fusion: Fusion, inference: Inference): Promise<Judged> {
  const { hypothesis } = pause;
  if (!hypothesis) return judgeSound(pause, fusion, inference);
  if (hypothesis.recogniser === 'whisper') {
    return hypothesis.text === ''
      ? judgeSound(pause, fusion, inference)
      : judgeLanguage(pause, hypothesis, inference);
  }
  if (hypothesis.text === '') return { logit: fusion.withoutWords, parts: { heard: '' } };
  return judgePunctuation(hypothesis, fusion);
}

/**
 * The encoded end of a turn, with as much silence behind the words as in the training of that stage, whatever the grid.
 * training/calls/run-rooms.mjs encodes rooms with it.
 */
export function encodeTurnEnd(
  stage: JudgementStage,
  sound: Float32Array,
  silenceSec: number,
  inference: Inference,
): Promise<Float32Array> {
  const tailSec = stage === 'first' ? ENCODED_TURN_TAIL_SEC : RECHECK_SEC;
  return inference.call(encodedTurn, endingAt(tailSec, sound, silenceSec).slice(-ENCODED_TURN_SAMPLES));
}

/**
 * No recogniser runs. In languages other than the heads' own, the end is judged by its phones if a phone model was trained
 * for the language, else by its sound.
 */
async function judgeSound(pause: EotPause, fusion: Fusion, inference: Inference): Promise<Judged> {
  if (pause.language === TRAINED_LANGUAGE) return { logit: fusion.withoutRecogniser, parts: { heard: '' } };
  if (endingsTaught(pause.language)) {
    const input = { audio: turnAudioTo(pause, TURN_ENDING_TAIL_SEC), language: pause.language };
    const { phones, logit = fusion.withoutWords } = await inference.call(turnEnding, input);
    return { logit, parts: { ending: traced(logit), phones, heard: '' } };
  }
  const logit = await inference.call(turnSound, turnAudioTo(pause, TURN_SOUND_TAIL_SEC));
  return { logit, parts: { sound: traced(logit), heard: '' } };
}

/** Words in another language than English: what was said after what the agent asked, and how its end sounds. */
async function judgeLanguage(
  pause: EotPause,
  hypothesis: TurnHypothesis,
  inference: Inference,
): Promise<Judged> {
  const { language, messages } = pause;
  const sound = await inference.call(turnSound, turnAudioTo(pause, TURN_SOUND_TAIL_SEC));
  const numbers = { ...recogniserNumbers(hypothesis), sound };
  const input = { language, question: openQuestion(messages), text: hypothesis.text, numbers };
  const { logit, text } = await inference.call(languageEot, input);
  return {
    logit,
    parts: {
      text: traced(text),
      sound: traced(sound),
      heard: hypothesis.text,
      soft_punctuation: traced(hypothesis.punctuationLogProb),
    },
  };
}

/** The heads cannot read the words: the recogniser's punctuation and certainty stand for them. */
function judgePunctuation(hypothesis: TurnHypothesis, fusion: Fusion): Judged {
  return {
    logit: fuse(fusion.marks, recogniserNumbers(hypothesis)),
    parts: { heard: hypothesis.text, soft_punctuation: traced(hypothesis.punctuationLogProb) },
  };
}

/** The fusion's inputs that any recogniser gives in any language, by the names they have in the fusion's table. */
function recogniserNumbers(hypothesis: TurnHypothesis): Record<string, number> {
  return {
    terminal: hypothesis.punctuationLogProb,
    question: hypothesis.questionLogProb,
    comma: hypothesis.commaLogProb,
    eos: hypothesis.eosLogProb,
    lastWord: hypothesis.lastWordLogProb,
    mean: hypothesis.meanLogProb,
    words: Math.log1p(wordsOf(hypothesis.text).length),
  };
}
