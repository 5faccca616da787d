/**
 * A second decoding of a window in which the first leaves doubt whether anything was said. On a cough or a grunt a model that must answer
 * writes "Huh?" or "Thank you.". The same sound after silence, with an empty answer allowed, tells noises from words:
 * docs/decisions/2026-11-30-coughs-end-no-turn.md. Used by engine/transcript/transcribe-window.ts.
 */
import type { AsrDecodeInput, AsrDecodeOutput } from './decoding.js';
import { afterSilence } from './window-words.js';

/** `noSpeechProb` from which a decoding leaves doubt. Chosen by hand: nine of ten windows with words lie below. */
const DOUBTFUL = 0.05;
/**
 * `noSpeechProb` of the second decoding from which nothing was said. Chosen in sight of coughs, single words and listener sounds of
 * telephone calls: it loses none of 251 short words and listener sounds. Lowering it: fewer coughs pass for words, more short answers are lost.
 */
const NOTHING_SAID = 0.995;

/** True if a second decoding may show that nothing was said. */
export function isInDoubt({ noSpeechProb }: AsrDecodeOutput): boolean {
  return (noSpeechProb ?? 0) > DOUBTFUL;
}

/** The same window for the second decoding. */
export function heardAgain({ audio, language }: AsrDecodeInput): AsrDecodeInput {
  return { audio: afterSilence(audio), ...(language && { language }) };
}

/** @param second decoding of `heardAgain` */
export function saysNothing({ noSpeechProb }: AsrDecodeOutput): boolean {
  return (noSpeechProb ?? 0) >= NOTHING_SAID;
}
