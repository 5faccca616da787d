/**
 * Reads a RIFF or RF64 header up to the first sample, and writes the shortest header. Sources: Microsoft, "Multiple Channel Audio Data
 * and WAVE Files" (WAVE_FORMAT_EXTENSIBLE); EBU Tech 3306 (RF64: 64-bit sizes in `ds64`).
 */
import { audioErrors } from './audio-errors.js';
import type { ByteReader } from './byte-reader.js';

export type WavCodec = 'pcm' | 'float' | 'alaw' | 'mulaw' | 'unsupported';

export interface WavFormat {
  codec: WavCodec;
  /** The format tag of the file, for messages. */
  formatTag: number;
  channels: number;
  sampleRateHz: number;
  /** Bits that a sample takes in the file: a sample of 12 bits takes 16, of which the lowest four are zero. */
  bitsPerSample: number;
  /** Bytes of one sample of every channel. */
  blockAlign: number;
}

export interface WavHeader extends WavFormat {
  /** Bytes of sound that the header promises; undefined if its writer did not know. */
  dataBytes: number | undefined;
}

/** Format tag of integer samples. */
export const PCM_TAG = 1;
const CODECS: Record<number, WavCodec> = { [PCM_TAG]: 'pcm', 3: 'float', 6: 'alaw', 7: 'mulaw' };
const EXTENSIBLE = 0xfffe;
/** The bits that a sample may take. */
const BIT_DEPTHS: Record<Exclude<WavCodec, 'unsupported'>, readonly number[]> = {
  pcm: [8, 16, 24, 32],
  float: [32, 64],
  alaw: [8],
  mulaw: [8],
};
/** Beyond these bounds a header is damaged, or the file is no recording of speech. Chosen by hand. */
const RATE_RANGE_HZ = [1_000, 768_000] as const;
const MAX_CHANNELS = 64;

/** Bytes of `ds64` that are read: the sizes of the file and of the sound, 64 bits each. */
const DS64_READ_BYTES = 16;

/** Length of the header that `plainWavHeader` writes. */
export const PLAIN_HEADER_BYTES = 44;
/** A RIFF size field ends at 4 GiB: 37 hours of 16 kHz mono. */
const MAX_DATA_BYTES = 0xffffffff - PLAIN_HEADER_BYTES;

/** Reads the header and leaves the reader at the first sample. @throws TurnwireError kind `source` */
export async function readWavHeader(reader: ByteReader, name: string): Promise<WavHeader> {
  await reader.read(12);
  let format: WavFormat | undefined;
  let data64: number | undefined;
  for (;;) {
    const head = await reader.read(8);
    if (head.length < 8) throw audioErrors.noData(name);
    const id = Buffer.from(head.subarray(0, 4)).toString('latin1');
    const size = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
    if (id === 'data') {
      if (!format) throw audioErrors.badHeader(name, 'the sound comes before its format');
      return { ...format, dataBytes: promisedBytes(size, data64) };
    }
    if (id === 'fmt ') {
      if (size < 16 || size > 1024) throw audioErrors.badHeader(name, `its format chunk has ${size} bytes`);
      const body = await reader.read(size + (size & 1));
      if (body.length < size) throw audioErrors.noData(name);
      format = parseFormat(new DataView(body.buffer, body.byteOffset, body.byteLength), name);
    } else if (id === 'ds64') {
      const body = await reader.read(Math.min(size, DS64_READ_BYTES));
      if (body.length >= DS64_READ_BYTES)
        data64 = Number(new DataView(body.buffer, body.byteOffset).getBigUint64(8, true));
      if (!(await reader.skip(size - body.length + (size & 1)))) throw audioErrors.noData(name);
    } else if (!(await reader.skip(size + (size & 1)))) {
      throw audioErrors.noData(name);
    }
  }
}

/**
 * A size from here on means that the writer did not know it: such a program writes the largest size it can, sox for example whole
 * frames of up to 0x7ffff000 bytes.
 */
const UNKNOWN_SIZE = 0x7ffff000 - 0xfff;

/** Size of the sound. 0xffffffff means "see ds64" in RF64 and "unknown" in a WAV that was written to a pipe. */
function promisedBytes(size: number, data64: number | undefined): number | undefined {
  if (size === 0xffffffff) return data64;
  return size >= UNKNOWN_SIZE && data64 === undefined ? undefined : size;
}

function parseFormat(view: DataView, name: string): WavFormat {
  let formatTag = view.getUint16(0, true);
  // The first two bytes of an extensible file's GUID are the plain tag.
  if (formatTag === EXTENSIBLE && view.byteLength >= 26) formatTag = view.getUint16(24, true);
  const format: WavFormat = {
    codec: CODECS[formatTag] ?? 'unsupported',
    formatTag,
    channels: view.getUint16(2, true),
    sampleRateHz: view.getUint32(4, true),
    blockAlign: view.getUint16(12, true),
    bitsPerSample: view.getUint16(14, true),
  };
  // A sample with bits that fill no whole bytes lies in the highest bits of as many bytes as it needs. In the extensible format the
  // field counts these whole bytes already.
  if (format.codec === 'pcm' && format.bitsPerSample > 8)
    format.bitsPerSample = Math.ceil(format.bitsPerSample / 8) * 8;
  const fault = formatFault(format);
  if (fault) throw audioErrors.badHeader(name, fault);
  return format;
}

function formatFault(format: WavFormat): string | undefined {
  const { codec, channels, sampleRateHz, bitsPerSample, blockAlign } = format;
  if (channels < 1 || channels > MAX_CHANNELS) return `it says ${channels} channels`;
  if (sampleRateHz < RATE_RANGE_HZ[0] || sampleRateHz > RATE_RANGE_HZ[1])
    return `it says ${sampleRateHz} samples a second`;
  if (codec === 'unsupported') return undefined;
  if (!BIT_DEPTHS[codec].includes(bitsPerSample)) return `it says ${bitsPerSample} bits a sample`;
  const expected = (channels * bitsPerSample) / 8;
  if (blockAlign !== expected) {
    return `${channels} x ${bitsPerSample} bits make ${expected} bytes a frame, and it says ${blockAlign}`;
  }
  return undefined;
}

/**
 * The shortest WAV header: RIFF, a `fmt ` chunk of 16 bytes, `data`.
 * @param dataBytes bytes of sound that follow; the size field holds at most 4 GiB
 */
export function plainWavHeader(
  format: Pick<WavFormat, 'formatTag' | 'channels' | 'sampleRateHz' | 'bitsPerSample'>,
  dataBytes: number,
): Buffer {
  const { formatTag, channels, sampleRateHz, bitsPerSample } = format;
  const blockAlign = (channels * bitsPerSample) / 8;
  const claimed = Math.min(dataBytes, MAX_DATA_BYTES);
  const header = Buffer.alloc(PLAIN_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(PLAIN_HEADER_BYTES - 8 + claimed, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(formatTag, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz * blockAlign, 28);
  header.writeUInt16LE(blockAlign, 32);
  header.writeUInt16LE(bitsPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(claimed, 40);
  return header;
}
