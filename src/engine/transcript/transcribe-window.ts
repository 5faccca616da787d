/** Moonshine as the ears of the end-of-turn scorer: one offline decode of a window, as the numbers a scorer reads. */
import { decodeKernelFor, smallAsrDecode } from '../../asr/decode-kernels.js';
import { MIN_WINDOW_SAMPLES, NO_SPEECH_PROB, type AsrDecodeOutput } from '../../asr/decoding.js';
import { mean } from '../../dsp/numeric.js';
import { loadableAsrLanguages } from '../../asr/decodable-languages.js';
import type { TurnHypothesis } from '../../eot/scorer.js';
import type { CallOptions, Inference } from '../../inference/kernel.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import type { Language } from '../../protocol/languages.js';
import type { TranscribeWindow } from './turn-transcript.js';

/** Stands for log 0. */
const NEVER = -20;

export const NO_SPEECH_HYPOTHESIS: TurnHypothesis = {
  text: '',
  punctuationLogProb: NEVER,
  questionLogProb: NEVER,
  commaLogProb: NEVER,
  eosLogProb: NEVER,
  lastWordLogProb: NEVER,
  meanLogProb: NEVER,
};

/** @returns undefined when no recogniser for the language is loaded. */
export function createTranscriber(
  language: Language,
  inference: Inference,
  call: CallOptions = {},
): TranscribeWindow | undefined {
  if (!loadableAsrLanguages().includes(language)) return undefined;
  return async (audio, { draft: draftTokens = [], careful = false } = {}) => {
    if (audio.length < MIN_WINDOW_SAMPLES) return { heard: NO_SPEECH_HYPOTHESIS, tokens: [] };
    const input = { audio, language, draftTokens, forbidEmpty: true };
    const decoded = await inference.call(decodeKernelFor(language, careful ? 'large' : 'small'), input, call);
    const heard = toHeard(decoded);
    return { heard: heard.text === '' ? heard : { ...heard, sound: audio }, tokens: decoded.tokens };
  };
}

/** The numbers of a decoding that end-of-turn scoring reads. */
function toHeard(decoded: AsrDecodeOutput): TurnHypothesis {
  if ((decoded.noSpeechProb ?? 0) > NO_SPEECH_PROB || decoded.text === '') return NO_SPEECH_HYPOTHESIS;
  const log = (value: number | null | undefined): number => Math.max(NEVER, value ?? NEVER);
  return {
    text: decoded.text,
    punctuationLogProb: log(decoded.punctuation?.terminal),
    questionLogProb: log(decoded.punctuation?.question),
    commaLogProb: log(decoded.punctuation?.comma),
    eosLogProb: log(decoded.punctuation?.eos),
    lastWordLogProb: log(decoded.lastWordLogProb),
    meanLogProb: log(mean(decoded.tokenLogProbs)),
  };
}

/** How well a language's recogniser does on a piece of speech: for telling languages apart. */
export function decodingEvidence(inference: Inference, session: string) {
  return async (audio: Float32Array, language: Language): Promise<DecodingEvidence> => {
    const decoded = await inference.call(smallAsrDecode, { audio, language, forbidEmpty: true }, { session });
    return {
      language,
      words: decoded.words.length,
      meanLogProb: Math.max(NEVER, mean(decoded.tokenLogProbs) ?? NEVER),
    };
  };
}
