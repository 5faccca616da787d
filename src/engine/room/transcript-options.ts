/** When a room's words are decoded and become final, and on which sound: options and numbers of room-transcript.ts. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { GridStep } from '../session/session-port.js';

export interface TranscriptOptions {
  /** Speech between two decodings, seconds, 0.3 to 2. Raising it: later words, less work. */
  readonly hopSec: number;
  /** The same while Whisper decodes, whose windows cost three times as much, seconds, 0.3 to 2. */
  readonly whisperHopSec: number;
  /** Silence after which every word is final, seconds, 0.3 to 2. Raising it: later last words. */
  readonly finalizeSec: number;
  /** Silence after which the recogniser begins a new window, seconds, `finalizeSec` to 4. Raising it: better words, more work. */
  readonly closeSec: number;
  /** Longest wait of a committed word for its voice, seconds, 0 to 4. Raising it: fewer words with a guessed voice, later finals. */
  readonly voiceWaitSec: number;
}

/**
 * `hopSec`: 0.5 costs a real-time factor of 0.18 instead of 0.143 on rooms mixed from real voices and a lag above 0.5 s on two cores
 * (docs/decisions/2026-11-27-room-transcript.md). The others are chosen by hand for the contract's "about 1 s without change".
 */
export const DEFAULT_TRANSCRIPT_OPTIONS = {
  hopSec: 0.6,
  whisperHopSec: 1,
  finalizeSec: 0.7,
  closeSec: 2,
  voiceWaitSec: 1.5,
} as const satisfies TranscriptOptions;

/** Sound before the onset of speech that a window begins with. Chosen by hand: voice activity notices a word after its onset. */
export const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
/** Sound after the end of speech that a window ends with. Chosen by hand. Raising it: words invented on silence. */
const POST_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/**
 * Speech between two embeddings: of a window of 1.5 s a third is new. Embeddings every 0.6 s make the DER of seven meeting clips
 * 21.2 instead of 16.8 % (27 November 2026, docs/decisions/2026-11-27-room-transcript.md).
 */
export const EMBEDDING_HOP_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** A pause this soon after a decoding or an embedding makes no new one. Chosen by hand. Raising it: less work, later last words. */
export const REUSE_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
/** The same for a decoding of Whisper: two that read nearly the same sound agree on anything, and their words would be final. */
export const WHISPER_REUSE_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** How far back before the newest solo speech words tell how well a language is decoded: the window of an identification and 1 s. */
export const EVIDENCE_SAMPLES = 4 * SAMPLE_RATE_HZ;

/** Samples of speech between two decodings. */
export function hopSamples({ hopSec, whisperHopSec }: TranscriptOptions, isMoonshine: boolean): number {
  return (isMoonshine ? hopSec : whisperHopSec) * SAMPLE_RATE_HZ;
}

/** End of the sound to decode: no further than a little after the last speech, as the model invents words on long silences. */
export function windowEnd({ sample, lastSpeechSample, speaking }: GridStep): number {
  return speaking ? sample : Math.min(sample, lastSpeechSample + POST_ROLL_SAMPLES);
}
