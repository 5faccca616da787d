/**
 * The default end-of-turn scorer: our trained heads and their fusion (learned-kernel.ts). Of words that the heads can read
 * a pause that lasts is heard twice, and the mean of both judgements stands from then on: with more sound behind them the
 * last words are heard better, and what one hearing gets wrong the other often gets right.
 */
import { defineKernel, type Inference } from '../inference/kernel.js';
import { modelFile } from '../inference/catalogue.js';
import type { Language } from '../protocol/languages.js';
import { fuse, parseFusion, silenceLogOdds, type Fusion } from './fusion.js';
import { lastAgentMessage, round, sigmoid } from './judgement.js';
import { learnedEot, type LearnedInput } from './learned-kernel.js';
import { ENCODED_TURN_SAMPLES, ENCODED_TURN_TAIL_SEC, encodedTurn } from './encoded-turn.js';
import { phrasesOf } from './phrases.js';
import type { EotJudgement, EotPause, EotScorer, TurnHypothesis, Recheck } from './scorer.js';
import { wordsOf } from './text-words.js';
import { endingAt, turnAudioTo } from './turn-audio.js';
import { TURN_ENDING_TAIL_SEC, endingsTaught, turnEnding } from './turn-ending.js';
import { TURN_SOUND_TAIL_SEC, turnSound } from './turn-sound.js';

/** The language that the heads were trained on. */
const TRAINED_LANGUAGE: Language = 'en';

/** Silence of the second look, seconds: that of `second` in the fusion's table. Sooner it tells less, later it helps fewer turns. */
const SECOND_LOOK_SEC = 0.3;
/** Sooner its score would end no turn sooner, by as much as training/fusion/recheck.py can tell. */
const STANDS_SEC = 0.4;

/** Log-odds of one look, at the first silence point. */
interface Judged {
  readonly logit: number;
  readonly parts: EotJudgement['parts'];
}

/** The fusion's table, wherever models are read from. */
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
  secondLook: { heardSec: SECOND_LOOK_SEC, standsSec: STANDS_SEC },
  async judge(pause: EotPause, inference: Inference): Promise<EotJudgement> {
    const fusion = await inference.call(fusionTable, null);
    const read = wordsToRead(pause);
    if (!read) return judgement(await judgeWithoutWords(pause, fusion, inference), fusion);
    const first = await judgeWords(pause, read, 'first', inference);
    return { ...judgement(first, fusion), again: secondLook(first, fusion, inference) };
  },
};

function judgement({ logit, parts }: Judged, fusion: Fusion): EotJudgement {
  return { pEot: (silenceSec) => sigmoid(logit + silenceLogOdds(fusion.silence, silenceSec)), parts };
}

/** The mean of both looks, within reach of the first. */
function secondLook(first: Judged, fusion: Fusion, inference: Inference): Recheck {
  const { most } = fusion.second;
  const highest = judgement({ ...first, logit: first.logit + most }, fusion);
  return {
    pEotAtMost: (silenceSec) => highest.pEot(silenceSec),
    async judge(pause) {
      const read = wordsToRead(pause);
      if (!read) return judgement(first, fusion);
      const second = await judgeWords(pause, read, 'second', inference);
      const change = Math.max(-most, Math.min(most, (second.logit - first.logit) / 2));
      const parts = { ...second.parts, first: round(first.logit) };
      return judgement({ logit: first.logit + change, parts }, fusion);
    },
  };
}

/** What was heard, where the heads can read it. */
function wordsToRead({ heard, language }: EotPause): TurnHypothesis | undefined {
  return language === TRAINED_LANGUAGE && heard && heard.text !== '' ? heard : undefined;
}

async function judgeWords(
  pause: EotPause,
  heard: TurnHypothesis,
  look: LearnedInput['look'],
  inference: Inference,
): Promise<Judged> {
  const numbers = { ...numbersOf(heard), ...phrasesOf(heard.text) };
  const context = lastAgentMessage(pause.messages);
  const sound = heard.sound ?? pause.audio;
  const listened = await listenedTo(look, sound, pause.silenceSec, inference);
  const input = { look, context, text: heard.text, listened, numbers };
  const { logit, heads } = await inference.call(learnedEot, input);
  return {
    logit,
    parts: {
      text: round(heads.text),
      sound: round(heads.sound),
      heard: heard.text,
      soft_punctuation: round(heard.punctuationLogProb),
    },
  };
}

async function judgeWithoutWords(pause: EotPause, fusion: Fusion, inference: Inference): Promise<Judged> {
  const { heard } = pause;
  if (!heard) return judgeSound(pause, fusion, inference);
  if (heard.text === '') return { logit: fusion.withoutWords, parts: { heard: heard.text } };
  return judgeUnknownWords(heard, fusion);
}

/** At either look with as much silence behind the words as in training, whatever the grid. training/calls/run-rooms.mjs hears rooms by it. */
export function listenedTo(
  look: LearnedInput['look'],
  sound: Float32Array,
  silenceSec: number,
  inference: Inference,
): Promise<Float32Array> {
  const tailSec = look === 'first' ? ENCODED_TURN_TAIL_SEC : SECOND_LOOK_SEC;
  return inference.call(encodedTurn, endingAt(tailSec, sound, silenceSec).slice(-ENCODED_TURN_SAMPLES));
}

/** Nobody listens for words: in languages other than the heads' own the end is judged by its phones, where they were taught, or by its sound. */
async function judgeSound(pause: EotPause, fusion: Fusion, inference: Inference): Promise<Judged> {
  if (pause.language === TRAINED_LANGUAGE) return { logit: fusion.withoutRecogniser, parts: { heard: '' } };
  if (endingsTaught(pause.language)) {
    const input = { audio: turnAudioTo(pause, TURN_ENDING_TAIL_SEC), language: pause.language };
    const { phones, logit = fusion.withoutWords } = await inference.call(turnEnding, input);
    return { logit, parts: { ending: round(logit), phones, heard: '' } };
  }
  const logit = await inference.call(turnSound, turnAudioTo(pause, TURN_SOUND_TAIL_SEC));
  return { logit, parts: { sound: round(logit), heard: '' } };
}

/** Words of a language the heads cannot read: the recogniser's own punctuation and certainty tell what they can. */
function judgeUnknownWords(heard: TurnHypothesis, fusion: Fusion): Judged {
  return {
    logit: fuse(fusion.marks, numbersOf(heard)),
    parts: { heard: heard.text, soft_punctuation: round(heard.punctuationLogProb) },
  };
}

/** The numbers the fusion knows by name that any recogniser gives, whatever its language. */
function numbersOf(heard: TurnHypothesis): Record<string, number> {
  return {
    terminal: heard.punctuationLogProb,
    question: heard.questionLogProb,
    comma: heard.commaLogProb,
    eos: heard.eosLogProb,
    lastWord: heard.lastWordLogProb,
    mean: heard.meanLogProb,
    words: Math.log1p(wordsOf(heard.text).length),
  };
}
