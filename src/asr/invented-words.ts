/** Whether a decoding invented words on sound that holds none: noise, a hum, laughter. Used by streaming-recogniser.ts. */
import { mean } from '../dsp/numeric.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { NO_SPEECH_PROB, type AsrDecodeOutput } from './decoding.js';

/**
 * Words also count as invented, beside the rule of `NO_SPEECH_PROB`, if the `noSpeechProb` of the window is above the one here,
 * the mean log-probability of its tokens is below `meanLogProb`, and it has several words or at least `speechSec` seconds of
 * speech. Short answers such as "yes" are kept. Chosen by hand on laughter; stricter numbers lose words, looser ones write words
 * on laughter.
 */
const DOUBTFUL = { noSpeechProb: 0.5, meanLogProb: -0.8, speechSec: 1 } as const;

/**
 * Speech in a window, in seconds and as a share of it, from which a window that no longer one follows is likely speech: its unsure words
 * count as invented less often. Chosen with the limit of whisper/silence-rule.ts. Raising either: fewer invented words, more lost ones.
 */
const LIKELY_SPEECH = { sec: 1, share: 0.6 } as const;

/**
 * @param speechSamples speech that voice activity found in the window
 * @returns false after a forced prefix, whose words are certain
 */
export function areInvented(decoded: AsrDecodeOutput, speechSamples: number): boolean {
  const { noSpeechProb, tokenLogProbs, words } = decoded;
  if (noSpeechProb === null || noSpeechProb <= DOUBTFUL.noSpeechProb) return false;
  if (noSpeechProb > NO_SPEECH_PROB) return true;
  const isLong = words.length > 1 || speechSamples >= DOUBTFUL.speechSec * SAMPLE_RATE_HZ;
  return isLong && (mean(tokenLogProbs) ?? 0) < DOUBTFUL.meanLogProb;
}

/** @param speech samples of speech in a window of so many samples */
export function isLikelySpeech(speech: number, samples: number): boolean {
  return speech >= LIKELY_SPEECH.sec * SAMPLE_RATE_HZ && speech >= LIKELY_SPEECH.share * samples;
}
