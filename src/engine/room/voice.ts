/**
 * One voice of a room: its number on the wire, its transcript, its language. Each person who speaks has one record for the whole
 * session; voices.ts owns all of them. Which sound belongs to which voice is decided elsewhere (room-diarizer.ts); words that are
 * not final stand in one queue for the whole room (pending-words.ts), because their voice may still change.
 */
import type { RecognisedWord } from '../../asr/recognised-word.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { VoiceLanguage } from './voice-language.js';

/** A word and the language it was decoded in. */
export interface DecodedWord extends RecognisedWord {
  readonly language: Language;
  /** `Voice.id` of the word, if it was read in one voice's own sound (overlapped-words.ts); undefined if the labels decide. */
  readonly voiceId?: number;
}

/** A word whose voice is known. */
export interface VoicedWord extends DecodedWord {
  readonly voice: Voice;
}

export interface Voice {
  /** Index that the diarizer gave it. */
  readonly id: number;
  /** The `n` of `spk_<n>`; undefined until the voice appears in an event. */
  number: number | undefined;
  readonly transcript: VoiceTranscript;
  readonly language: VoiceLanguage;
}

export interface VoiceTranscript {
  /** Text and language of the last partial; undefined once those words are final or taken back. */
  shown: { readonly text: string; readonly language: Language } | undefined;
  /** `t1` of the last final, seconds; 0 before the first. */
  lastFinalSec: number;
  /** Final words of the last 20 s: evidence of the voice's language. */
  recentFinals: readonly VoicedWord[];
}

/** How long final words count as evidence of their language. Chosen by hand; longer than any question about a language reaches. */
const REMEMBERED_SAMPLES = 20 * SAMPLE_RATE_HZ;
/**
 * The recogniser goes round in a circle if it has written at least `words` words, each of them `copies` times on average. It is
 * sure of such words although it has heard nothing of its language, so they count with `meanLogProb`, well below halting speech.
 * Chosen by hand. Raising `words` or `copies`: more circles pass for speech in the recogniser's language.
 */
const CIRCLE = { words: 8, copies: 2, meanLogProb: -1.5 } as const;

export function newVoice(id: number, language: VoiceLanguage): Voice {
  return {
    id,
    number: undefined,
    transcript: { shown: undefined, lastFinalSec: 0, recentFinals: [] },
    language,
  };
}

/** `spk_<n>`; undefined until the voice appears in an event. */
export function nameOf({ number }: Voice): string | undefined {
  return number === undefined ? undefined : `spk_${number}`;
}

/** Notes a final word of its voice. */
export function rememberFinal(word: VoicedWord): void {
  // Parted sound says less of how well its language is decoded.
  if (word.voiceId !== undefined) return;
  const { transcript } = word.voice;
  const recent = transcript.recentFinals.filter(({ end }) => end > word.start - REMEMBERED_SAMPLES);
  transcript.recentFinals = [...recent, word];
}

/**
 * How well a voice's language is decoded in its words, final or open.
 * @param open words of the room that are not final
 * @param from absolute sample; words that end before it do not count
 * @returns undefined if there are no such words.
 */
export function decodingEvidenceOf(
  voice: Voice,
  open: readonly VoicedWord[],
  from: number,
): DecodingEvidence | undefined {
  const language = voice.language.decoded;
  const said = [...voice.transcript.recentFinals, ...open.filter((word) => word.voice === voice)];
  const words = said.filter((word) => word.language === language && word.end > from);
  if (words.length === 0) return undefined;
  const distinct = new Set(words.map((word) => word.text.toLowerCase())).size;
  if (words.length >= CIRCLE.words && words.length >= CIRCLE.copies * distinct)
    return { language, words: words.length, meanLogProb: CIRCLE.meanLogProb };
  const sum = words.reduce((total, word) => total + word.logProb, 0);
  return { language, words: words.length, meanLogProb: sum / words.length };
}
