/** The default end-of-turn scorer: our trained heads and their fusion (learned-kernel.ts), one judgement a pause. */
import { defineKernel, type Inference } from '../inference/kernel.js';
import { modelFile } from '../inference/catalogue.js';
import type { Language } from '../protocol/languages.js';
import { fuse, parseFusion, silenceLogOdds, type Fusion } from './fusion.js';
import { lastAgentMessage, round, sigmoid } from './judgement.js';
import { learnedEot } from './learned-kernel.js';
import { LISTENED_SAMPLES, LISTENED_TAIL_SEC, listenedTurn } from './listened-turn.js';
import { phrasesOf } from './phrases.js';
import type { EotJudgement, EotPause, EotScorer, Heard } from './scorer.js';
import { wordsOf } from './text-words.js';
import { endingAt, turnAudioTo } from './turn-audio.js';
import { TURN_ENDING_TAIL_SEC, endingsTaught, turnEnding } from './turn-ending.js';
import { TURN_SOUND_TAIL_SEC, turnSound } from './turn-sound.js';

/** The language that the heads were trained on. */
const TRAINED_LANGUAGE: Language = 'en';

/** The fusion's table, wherever models are read from. */
export const fusionTable = defineKernel<null, Fusion>('eot-fusion-table', async (context) => {
  const fusion = parseFusion(await context.modelBytes('eot-fusion'));
  return async () => fusion;
});

export const learnedScorer: EotScorer = {
  name: 'learned',
  version: modelFile('eot-fusion').version,
  async judge(pause: EotPause, inference: Inference): Promise<EotJudgement> {
    const fusion = await inference.call(fusionTable, null);
    const { logit, parts } = await judgeWords(pause, fusion, inference);
    return { pEot: (silenceSec) => sigmoid(logit + silenceLogOdds(fusion.silence, silenceSec)), parts };
  },
};

async function judgeWords(
  pause: EotPause,
  fusion: Fusion,
  inference: Inference,
): Promise<{ logit: number; parts: EotJudgement['parts'] }> {
  const { heard, messages } = pause;
  if (!heard) return judgeSound(pause, fusion, inference);
  if (heard.text === '') return { logit: fusion.withoutWords, parts: { heard: heard.text } };
  if (pause.language !== TRAINED_LANGUAGE) return judgeUnknownWords(heard, fusion);
  const numbers = { ...numbersOf(heard), ...phrasesOf(heard.text) };
  const context = lastAgentMessage(messages);
  const listened = await listenedTo(heard.sound ?? pause.audio, pause.silenceSec, inference);
  const input = { context, text: heard.text, listened, numbers };
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

function listenedTo(sound: Float32Array, silenceSec: number, inference: Inference): Promise<Float32Array> {
  const end = endingAt(LISTENED_TAIL_SEC, sound, silenceSec).slice(-LISTENED_SAMPLES);
  return inference.call(listenedTurn, end);
}

/** Nobody listens for words: in languages other than the heads' own the end is judged by its phones, where they were taught, or by its sound. */
async function judgeSound(
  pause: EotPause,
  fusion: Fusion,
  inference: Inference,
): Promise<{ logit: number; parts: EotJudgement['parts'] }> {
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
function judgeUnknownWords(heard: Heard, fusion: Fusion): { logit: number; parts: EotJudgement['parts'] } {
  return {
    logit: fuse(fusion.marks, numbersOf(heard)),
    parts: { heard: heard.text, soft_punctuation: round(heard.punctuationLogProb) },
  };
}

/** The numbers the fusion knows by name that any recogniser gives, whatever its language. */
function numbersOf(heard: Heard): Record<string, number> {
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
