/** Reduces an encoder's frames to one vector: their means over spans that are counted from the end. Used by eot and bargein. */

/**
 * @param frames `[frames, width]` float32, newest last
 * @param spans for each span its first frame and the one after its last, both 0 or less: `[-5, 0]` are the newest five
 * @returns `[spans * width]`; zeros for a span without frames
 */
export function spanMeans(
  frames: Float32Array,
  width: number,
  spans: readonly (readonly [number, number])[],
): Float32Array {
  const count = frames.length / width;
  const means = new Float32Array(spans.length * width);
  for (const [span, [first, end]] of spans.entries()) {
    const from = Math.max(0, count + first);
    const to = Math.max(0, count + end);
    for (let frame = from; frame < to; frame += 1) {
      for (let i = 0; i < width; i += 1) means[span * width + i]! += frames[frame * width + i]! / (to - from);
    }
  }
  return means;
}
