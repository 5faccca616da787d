/** Cuts sound into the frames that a client sends. */

/** 80 ms, usual for a live client (docs/protocol.md, "Audio"). */
const DEFAULT_FRAME_SAMPLES = 1280;

/**
 * @param audio 16 kHz samples in chunks of any length
 * @param next returns the length of the next frame in samples; the last frame may be shorter
 */
export async function* frames(
  audio: AsyncIterable<Int16Array> | Iterable<Int16Array>,
  next: () => number = () => DEFAULT_FRAME_SAMPLES,
): AsyncGenerator<Int16Array> {
  let frame = new Int16Array(next());
  let filled = 0;
  for await (const chunk of audio) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < frame.length) continue;
      yield frame;
      frame = new Int16Array(next());
      filled = 0;
    }
  }
  if (filled > 0) yield frame.subarray(0, filled);
}
