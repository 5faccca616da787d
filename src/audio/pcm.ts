/**
 * Conversions between sample formats. For 16-bit sources int16 to float32 and back is exact: int16 / 32768 fits a float32, and
 * multiplying and rounding gives the same integer, so 16 kHz PCM16 passes unchanged.
 */

/** float32 to int16: rounds to the nearest value, halves up, and clips at full scale. */
export function quantize(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const scaled = Math.round(samples[i]! * 32768);
    out[i] = scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : scaled;
  }
  return out;
}

/** int16 to float32, -1 <= x < 1. */
export function toFloat(samples: Int16Array): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) out[i] = samples[i]! / 32768;
  return out;
}

/** Which sound of a file is used: one channel counted from 0, or the average of all. */
export type ChannelChoice = number | 'mix';

/** One channel of `[channels][frames]`, or the average of all. */
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

/** All chunks in one array. */
export function joinSamples(chunks: readonly Int16Array[]): Int16Array {
  return filled(new Int16Array(lengthOf(chunks)), chunks);
}

/** All float32 chunks in one array. */
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
