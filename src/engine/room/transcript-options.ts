/** When a room's words are decoded and become final: options of room-transcript.ts. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

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

/** Samples of speech between two decodings. */
export function hopSamples({ hopSec, whisperHopSec }: TranscriptOptions, isMoonshine: boolean): number {
  return (isMoonshine ? hopSec : whisperHopSec) * SAMPLE_RATE_HZ;
}
