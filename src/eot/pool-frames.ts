/** Encoder frames to one vector: their mean over the end of the window, and over the stretch before it. */

/** Newest frames (24 ms each): the last sound and the start of the silence. */
const END_FRAMES = 12;
/** Frames before those. */
const BEFORE_FRAMES = 30;

/**
 * @param frames `[frames, width]` newest last
 * @returns `[2 * width]` end, then before; a stretch with no frames is zero.
 */
export function poolFrames(frames: Float32Array, width: number): Float32Array {
  const count = frames.length / width;
  const pooled = new Float32Array(2 * width);
  const end = Math.max(0, count - END_FRAMES);
  addMean(frames, width, end, count, pooled.subarray(0, width));
  addMean(frames, width, Math.max(0, end - BEFORE_FRAMES), end, pooled.subarray(width));
  return pooled;
}

function addMean(frames: Float32Array, width: number, from: number, to: number, out: Float32Array): void {
  for (let frame = from; frame < to; frame += 1) {
    for (let i = 0; i < width; i += 1) out[i]! += frames[frame * width + i]! / (to - from);
  }
}
