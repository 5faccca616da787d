/** Decodes a window of speech into the numbers that an end-of-turn scorer reads. The products call it at pauses. */
import { loadableAsrLanguages, recogniserOf } from '../../asr/decodable-languages.js';
import { decodeKernelFor } from '../../asr/decode-kernels.js';
import {
  MIN_WINDOW_SAMPLES,
  NO_SPEECH_PROB,
  type AsrDecodeInput,
  type AsrDecodeOutput,
} from '../../asr/decoding.js';
import { heardAgain, isInDoubt, saysNothing } from '../../asr/second-hearing.js';
import { whisperLanguages } from '../../asr/whisper/whisper-decode.js';
import { mean } from '../../dsp/numeric.js';
import type { TurnHypothesis } from '../../eot/scorer.js';
import type { CallOptions, Inference } from '../../inference/kernel.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import type { Language } from '../../protocol/languages.js';
import type { TranscribeWindow } from './turn-transcript.js';

/** Lowest log-probability: stands for log 0. */
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

/** @returns undefined if no recogniser is loaded for the language */
export function createTranscriber(
  language: Language,
  inference: Inference,
  call: CallOptions = {},
): TranscribeWindow | undefined {
  if (!loadableAsrLanguages().includes(language)) return undefined;
  const by = recogniserOf(language).family === 'whisper' ? ({ recogniser: 'whisper' } as const) : {};
  return async (audio, { draft: draftTokens = [], careful = false, doubt = false, phrases } = {}) => {
    if (audio.length < MIN_WINDOW_SAMPLES)
      return { hypothesis: { ...NO_SPEECH_HYPOTHESIS, ...by }, tokens: [] };
    const input = { audio, language, draftTokens, forbidEmpty: true, ...(phrases && { phrases }) };
    const kernel = decodeKernelFor(language, careful ? 'large' : 'small');
    const decode = (window: AsrDecodeInput) => inference.call(kernel, window, call);
    const decoded = await decode(input);
    // When to doubt was chosen with the large model of English.
    const isDoubted = doubt && careful && language === 'en' && isInDoubt(decoded);
    if (isDoubted && saysNothing(await decode(heardAgain(input))))
      return { hypothesis: NO_SPEECH_HYPOTHESIS, tokens: [] };
    const { phraseLogProbs } = decoded;
    const hypothesis = { ...toHypothesis(decoded), ...by, ...(phraseLogProbs && { phraseLogProbs }) };
    const { tokens } = decoded;
    return { hypothesis: hypothesis.text === '' ? hypothesis : { ...hypothesis, sound: audio }, tokens };
  };
}

/** The numbers that end-of-turn scoring reads from a decoding. */
function toHypothesis(decoded: AsrDecodeOutput): TurnHypothesis {
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

/** How well the recogniser of a language copes with a piece of speech. Identifiers of language compare these. */
export function decodingEvidence(inference: Inference, session: string) {
  return async (audio: Float32Array, language: Language): Promise<DecodingEvidence> => {
    const decoded = await inference.call(
      decodeKernelFor(language, 'small'),
      { audio, language, forbidEmpty: true },
      { session },
    );
    return {
      language,
      words: decoded.words.length,
      meanLogProb: Math.max(NEVER, mean(decoded.tokenLogProbs) ?? NEVER),
    };
  };
}

/** The language of a piece of speech by Whisper's own identification, one step of its decoder (LanguageQuestion.byRecogniser). */
export function recogniserLanguages(inference: Inference, session: string) {
  return async (audio: Float32Array): Promise<readonly number[]> =>
    (await inference.call(whisperLanguages, { audio }, { session })).languages;
}
