/** What every decoder gives: blocks of sound at the file's own rate, one array for each channel. */
export interface DecodedAudio {
  /** What the file is, for people: `WAV`, `FLAC`, … */
  container: string;
  sampleRateHz: number;
  channels: number;
  /** Samples of each channel that the header promises; undefined if it promises none. */
  frames: number | undefined;
  /** Sentences for people. The list grows while decoding and is complete once `blocks` has ended. */
  warnings: string[];
  /** `[channels][frames]` float32, nominally -1..1, in blocks of any size. May be consumed once. */
  blocks(): AsyncGenerator<Float32Array[]>;
  /** Closes the file or process, whether or not `blocks` was consumed. */
  close(): Promise<void>;
}
