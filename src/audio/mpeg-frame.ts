/**
 * Reads the frame headers of MP3 and AAC (ADTS): ISO/IEC 11172-3, 2.4.2.3, its half rates in 13818-3, and 13818-7,
 * 6.2. A sync word alone proves nothing, because quiet PCM16 samples also begin with ff; two frames in a row do. Used by sniff.ts and
 * by decode-compressed.ts.
 */

/** What the frames of one stream have in common, and the length of this one. */
interface Frame {
  readonly kind: 'MP3' | 'AAC (ADTS)';
  /** Version, layer and sample rate as one key. */
  readonly stream: string;
  readonly bytes: number;
}

/** An MP3 frame. `samples` counts one channel; `dataAt` is the byte after the header, the checksum and the side information. */
interface Mp3Frame extends Frame {
  readonly samples: number;
  readonly dataAt: number;
}

/** kbit/s by bitrate index, for `version/layer`; `2/2` also serves layer III of MPEG-2. Index 0 means free, 15 is invalid. */
const BITRATES = {
  '1/1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1/2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1/3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2/1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2/2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const MPEG1_RATES_HZ = [44_100, 48_000, 32_000] as const;
const ADTS_RATES = 13;

/** True if the first two bytes are a sync word. */
export function hasSync(head: Uint8Array): boolean {
  return head.length > 1 && head[0] === 0xff && (head[1]! & 0xe0) === 0xe0;
}

/** The format of a stream that begins with two frames of one kind; undefined for anything else. */
export function sniffFrames(head: Uint8Array): Frame['kind'] | undefined {
  const first = frameAt(head, 0);
  if (!first) return undefined;
  return frameAt(head, first.bytes)?.stream === first.stream ? first.kind : undefined;
}

/** True if the stream begins with an MP3 frame of one channel. */
export function beginsMono(head: Uint8Array): boolean {
  return frameAt(head, 0)?.kind === 'MP3' && head[3]! >> 6 === MONO;
}

/** The MP3 frame at the start of the stream; undefined if there is none. */
export function firstMp3Frame(head: Uint8Array): Mp3Frame | undefined {
  const isMp3 = frameAt(head, 0)?.kind === 'MP3';
  return isMp3 ? mpegFrame(head) : undefined;
}

/** Bytes that are needed to recognise a frame. */
export const HEADER_BYTES = 6;
/** Channel mode of a mono frame. */
const MONO = 3;

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const header = bytes.subarray(at, at + HEADER_BYTES);
  if (header.length < HEADER_BYTES || !hasSync(header)) return undefined;
  return (header[1]! & 0x06) === 0 ? adtsFrame(header) : mpegFrame(header);
}

function mpegFrame(header: Uint8Array): Mp3Frame | undefined {
  const versionBits = (header[1]! >> 3) & 3;
  const layer = 4 - ((header[1]! >> 1) & 3);
  const bitrateIndex = header[2]! >> 4;
  const rateIndex = (header[2]! >> 2) & 3;
  if (versionBits === 1 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return undefined;
  const isMpeg1 = versionBits === 3;
  const table = isMpeg1 ? (`1/${layer}` as '1/1' | '1/2' | '1/3') : layer === 1 ? '2/1' : '2/2';
  const rateHz = MPEG1_RATES_HZ[rateIndex]! / { 3: 1, 2: 2, 0: 4 }[versionBits]!;
  const bitsPerSec = BITRATES[table][bitrateIndex]! * 1000;
  const padding = (header[2]! >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && !isMpeg1 ? 576 : 1152;
  // Layer I counts its length in slots of four bytes.
  const slot = layer === 1 ? 4 : 1;
  const bytes = (Math.floor(((samples / 8) * bitsPerSec) / rateHz / slot) + padding) * slot;
  const isMono = header[3]! >> 6 === MONO;
  const sideBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const checksumBytes = (header[1]! & 1) === 0 ? 2 : 0;
  const dataAt = 4 + checksumBytes + sideBytes;
  return { kind: 'MP3', stream: `${versionBits} ${layer} ${rateIndex}`, bytes, samples, dataAt };
}

function adtsFrame(header: Uint8Array): Frame | undefined {
  const rateIndex = (header[2]! >> 2) & 15;
  const bytes = ((header[3]! & 3) << 11) | (header[4]! << 3) | (header[5]! >> 5);
  if ((header[1]! & 0xf0) !== 0xf0 || rateIndex >= ADTS_RATES || bytes < 7) return undefined;
  return { kind: 'AAC (ADTS)', stream: `${header[1]} ${rateIndex}`, bytes };
}
