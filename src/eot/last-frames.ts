/** The end of a sound, cut as the language encoder takes it: a whole number of its frames. */

/** One frame of the encoder, in samples at 16 kHz. */
const FRAME_SAMPLES = 320;
/** The encoder needs at least this many frames. */
const LEAST_FRAMES = 2;

/** The last `most` samples at most, in whole frames. A sound of less than two frames gets zeros before it. */
export function lastFramesOf(audio: Float32Array, most: number): Float32Array {
  const frames = Math.floor(Math.min(audio.length, most) / FRAME_SAMPLES);
  if (frames >= LEAST_FRAMES) return audio.slice(audio.length - frames * FRAME_SAMPLES);
  const samples = new Float32Array(LEAST_FRAMES * FRAME_SAMPLES);
  samples.set(audio.subarray(-samples.length), samples.length - Math.min(audio.length, samples.length));
  return samples;
}
