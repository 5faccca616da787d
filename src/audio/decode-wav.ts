/**
 * Decodes WAV with wav-decoder, block by block: each block of the file gets a small header of its own, so memory does not grow with
 * the length of the recording. wav-decoder 1.3.0 cannot read A-law, mu-law or WAVE_FORMAT_EXTENSIBLE and turns the 24-bit value
 * -8388608 into +1; this file handles all four.
 */
import alawmulaw from 'alawmulaw';
import wavDecoder from 'wav-decoder';
import { audioErrors, audioWarnings } from './audio-errors.js';
import type { ByteReader } from './byte-reader.js';
import type { DecodedAudio } from './decoded-audio.js';
import { toFloat } from './pcm.js';
import {
  PLAIN_HEADER_BYTES,
  plainWavHeader,
  readWavHeader,
  type WavFormat,
  type WavHeader,
} from './wav-header.js';

/** Frames decoded at once: 16 384 frames of 8-channel 64-bit float are 1 MiB. */
const BLOCK_FRAMES = 16_384;

/**
 * @param fileBytes size of the whole file, undefined for a pipe; it tells at once if the file is cut off
 * @returns the header alone if its format needs another decoder
 */
export async function decodeWav(
  reader: ByteReader,
  name: string,
  fileBytes: number | undefined,
): Promise<DecodedAudio | WavHeader> {
  const header = await readWavHeader(reader, name);
  if (header.codec === 'unsupported') return header;
  const available = fileBytes === undefined ? undefined : fileBytes - reader.position;
  const warnings: string[] = [];
  const limit = soundBytes(header, available, name, warnings);
  // A pipe has no size: only its bytes tell that its writer stopped after the header.
  const first = await reader.peek(header.blockAlign);
  if (Math.min(limit ?? Infinity, first.length) < header.blockAlign) throw audioErrors.noSamples(name);
  return {
    container: 'WAV',
    sampleRateHz: header.sampleRateHz,
    channels: header.channels,
    frames: limit === undefined ? undefined : Math.floor(limit / header.blockAlign),
    warnings,
    blocks: () => wavBlocks(reader, header, limit, name, warnings),
    close: () => reader.close(),
  };
}

/** How many bytes to read as sound. If the header and the size of the file disagree, the size is right. */
function soundBytes(
  header: WavHeader,
  available: number | undefined,
  name: string,
  warnings: string[],
): number | undefined {
  const { dataBytes, blockAlign, sampleRateHz } = header;
  if (available === undefined) return dataBytes === 0 ? undefined : dataBytes;
  if (dataBytes === 0 && available >= 0.1 * sampleRateHz * blockAlign) {
    warnings.push(
      `${name}: the header says 0 s of sound and ${secondsOf(available, header)} follow; all of it is used.`,
    );
    return available;
  }
  if (dataBytes !== undefined && dataBytes > available) {
    warnings.push(
      `${name} is cut off: the header promises ${secondsOf(dataBytes, header)} and the file holds ${secondsOf(available, header)}; what is there is used.`,
    );
  }
  return Math.min(dataBytes ?? available, available);
}

const secondsOf = (bytes: number, { blockAlign, sampleRateHz }: WavFormat): string =>
  `${(bytes / blockAlign / sampleRateHz).toFixed(1)} s`;

async function* wavBlocks(
  reader: ByteReader,
  header: WavHeader,
  limit: number | undefined,
  name: string,
  warnings: string[],
): AsyncGenerator<Float32Array[]> {
  const blockBytes = BLOCK_FRAMES * header.blockAlign;
  let left = limit ?? Infinity;
  while (left > 0) {
    const bytes = await reader.read(Math.min(blockBytes, left));
    left -= bytes.length;
    const whole = bytes.length - (bytes.length % header.blockAlign);
    if (whole < bytes.length) {
      warnings.push(audioWarnings.halfSample(name, bytes.length - whole));
    }
    if (whole > 0) yield decodeBlock(bytes.subarray(0, whole), header);
    if (bytes.length < blockBytes) break;
  }
  if (left === 0) {
    await warnOfUnclaimedBytes(reader, name, warnings);
    await warnOfMoreSound(reader, header, name, warnings);
  } else if (limit !== undefined) {
    // Only a pipe gets here: a file that is too short was noticed at the start.
    warnings.push(
      `${name} is cut off: the header promises ${secondsOf(limit, header)} and ${secondsOf(limit - left, header)} came; what is there is used.`,
    );
  }
}

/** Warns if bytes that are no WAV chunk follow the sound: a recorder that died leaves a header that claims too little. */
async function warnOfUnclaimedBytes(reader: ByteReader, name: string, warnings: string[]): Promise<void> {
  const next = await reader.peek(9);
  const looksLikeChunk = /^[\0]?[\x20-\x7e]{4}/.test(Buffer.from(next).toString('latin1'));
  if (next.length < 9 || looksLikeChunk || next.every((byte) => byte === 0)) return;
  warnings.push(
    `${name}: more bytes follow the sound that its header claims, and they are no WAV chunk; if they are sound, repair the header: ffmpeg -i ${name} fixed.wav`,
  );
}

/** Warns if a second data chunk, or a whole second WAV file, follows the sound: only the first one is used. */
async function warnOfMoreSound(
  reader: ByteReader,
  header: WavHeader,
  name: string,
  warnings: string[],
): Promise<void> {
  if ((header.dataBytes ?? 0) & 1) await reader.skip(1);
  for (;;) {
    const head = await reader.read(8);
    if (head.length < 8) return;
    const id = Buffer.from(head.subarray(0, 4)).toString('latin1');
    if (id === 'RIFF') warnings.push(audioWarnings.secondFile(name));
    const size = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
    const isChunk = /^[\x20-\x7e]{4}$/.test(id);
    if (id === 'RIFF' || !isChunk) return;
    const isWhole = await reader.skip(size);
    if (id === 'data' && size > 0) {
      warnings.push(audioWarnings.secondDataChunk(name, isWhole ? secondsOf(size, header) : undefined));
      return;
    }
    if (!isWhole) return;
    await reader.skip(size & 1);
  }
}

function decodeBlock(bytes: Uint8Array, format: WavFormat): Float32Array[] {
  if (format.codec === 'alaw' || format.codec === 'mulaw') {
    const codec = format.codec === 'alaw' ? alawmulaw.alaw : alawmulaw.mulaw;
    return deinterleave(toFloat(codec.decode(bytes)), format.channels);
  }
  const file = new Uint8Array(PLAIN_HEADER_BYTES + bytes.length);
  file.set(plainWavHeader(format, bytes.length));
  file.set(bytes, PLAIN_HEADER_BYTES);
  if (format.codec === 'pcm' && format.bitsPerSample === 24)
    avoidMinusFullScale(file.subarray(PLAIN_HEADER_BYTES));
  // Symmetric scaling divides by 2^(bits-1), which keeps 16-bit values exact. With 8 bits it would move silence away from zero.
  return wavDecoder.decode.sync(file.buffer, { symmetric: format.bitsPerSample !== 8 }).channelData;
}

/** Replaces the 24-bit value -8388608, which wav-decoder misreads, by -8388607. */
function avoidMinusFullScale(bytes: Uint8Array): void {
  for (let i = 0; i + 2 < bytes.length; i += 3) {
    if (bytes[i + 2] === 0x80 && bytes[i + 1] === 0 && bytes[i] === 0) bytes[i] = 1;
  }
}

/** `[frames * channels]` interleaved samples as one array for each channel. */
export function deinterleave(samples: Float32Array, channels: number): Float32Array[] {
  if (channels === 1) return [samples];
  const frames = Math.floor(samples.length / channels);
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    for (let i = 0; i < frames; i++) plane[i] = samples[i * channels + channel]!;
    return plane;
  });
}
