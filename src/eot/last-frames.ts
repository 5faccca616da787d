/** The end of a sound as the language listener takes it. */

/** One frame of the listener, samples at 16 kHz. */
const FRAME_SAMPLES = 320;
/** Fewer it cannot hear. */
const LEAST_FRAMES = 2;

/** The last `most` samples at most, a whole number of frames; silence before a sound of less than two frames. */
export function lastFramesOf(audio: Float32Array, most: number): Float32Array {
  const frames = Math.floor(Math.min(audio.length, most) / FRAME_SAMPLES);
  if (frames >= LEAST_FRAMES) return audio.slice(audio.length - frames * FRAME_SAMPLES);
  const samples = new Float32Array(LEAST_FRAMES * FRAME_SAMPLES);
  samples.set(audio.subarray(-samples.length), samples.length - Math.min(audio.length, samples.length));
  return samples;
}
