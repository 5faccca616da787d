/** When a room's words are decoded and given out: options of room-transcript.ts. */
export interface TranscriptOptions {
  /** Speech between two decodings, seconds, 0.3 to 2. Raising it: later words, less work. */
  readonly hopSec: number;
  /** Silence after which every pending word is final, seconds, 0.3 to 2. Raising it: later last words. */
  readonly settleSec: number;
  /** Silence after which a new window begins, seconds, `settleSec` to 4. Raising it: better words, more work. */
  readonly closeSec: number;
  /** Longest wait of a final word for its voice to be told, seconds, 0 to 4. */
  readonly voiceWaitSec: number;
}

export const DEFAULT_TRANSCRIPT_OPTIONS = {
  hopSec: 0.6,
  settleSec: 0.7,
  closeSec: 2,
  voiceWaitSec: 1.5,
} as const satisfies TranscriptOptions;
