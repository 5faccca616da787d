/**
 * Sample arithmetic of the audio doors: everything behind `openAudio` is 16 kHz mono int16.
 * Conversions are exact inverses of each other for 16-bit sources: int16 / 32768 fits a float32, and
 * multiplying back and rounding gives the same integer, so 16 kHz PCM16 passes through bit for bit.
 */

/** Rounds to the nearest int16, ties up, and clips at full scale. */
export function quantize(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const scaled = Math.round(samples[i]! * 32768);
    out[i] = scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : scaled;
  }
  return out;
}

/** int16 to float32 in [-1, 1). */
export function toFloat(samples: Int16Array): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) out[i] = samples[i]! / 32768;
  return out;
}

/** Which sound of a file to use: one channel counted from 0, or the average of all. */
export type ChannelChoice = number | 'mix';

/** Takes one channel of planar audio or averages all of them. */
export function pickChannel(planar: Float32Array[], choice: ChannelChoice): Float32Array {
  if (choice !== 'mix') return planar[choice]!;
  if (planar.length === 1) return planar[0]!;
  const out = new Float32Array(planar[0]!.length);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (const channel of planar) sum += channel[i]!;
    out[i] = sum / planar.length;
  }
  return out;
}

/** Little-endian PCM16 bytes as samples; a trailing odd byte is dropped. */
export function samplesFromBytes(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.byteLength >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true);
  return samples;
}

/** Samples as little-endian PCM16 bytes. */
export function bytesFromSamples(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < samples.length; i++) view.setInt16(2 * i, samples[i]!, true);
  return bytes;
}

/** One array of all chunks, in order. */
export function joinSamples(chunks: readonly Int16Array[]): Int16Array {
  return filled(new Int16Array(lengthOf(chunks)), chunks);
}

/** The same of floats. */
export function joinFloats(chunks: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  return filled(new Float32Array(lengthOf(chunks)), chunks);
}

function lengthOf(chunks: readonly { readonly length: number }[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

function filled<T extends { set(chunk: ArrayLike<number>, at: number): void }>(
  all: T,
  chunks: readonly ArrayLike<number>[],
): T {
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
