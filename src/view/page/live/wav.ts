/** A WAV of PCM16 at 16 kHz, for playing and saving what the session heard. Pure. */
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';

/** @param channels equally long. */
export function wavOf(channels: readonly Int16Array[]): Uint8Array<ArrayBuffer> {
  const frames = channels[0]!.length;
  const frameBytes = 2 * channels.length;
  const bytes = new Uint8Array(44 + frames * frameBytes);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string): void =>
    [...word].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, SAMPLE_RATE_HZ, true);
  view.setUint32(28, SAMPLE_RATE_HZ * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, frames * frameBytes, true);
  for (let i = 0; i < frames; i++)
    channels.forEach((samples, channel) =>
      view.setInt16(44 + i * frameBytes + 2 * channel, samples[i]!, true),
    );
  return bytes;
}
