/** What every container decoder gives: planar float blocks in the file's own rate and channel count. */
export interface DecodedAudio {
  /** What the file is, for people: `WAV`, `FLAC`, … */
  container: string;
  sampleRateHz: number;
  channels: number;
  /** Samples of each channel that the header promises; undefined when it does not say. */
  frames: number | undefined;
  /** Grows while decoding; complete when `blocks` has ended. */
  warnings: string[];
  /** `[channels][frames] float32`, nominally -1..1, blocks of any size. May be consumed once. */
  blocks(): AsyncGenerator<Float32Array[]>;
  /** Lets go of the file or process, consumed or not. */
  close(): Promise<void>;
}
