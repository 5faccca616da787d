/**
 * Reads how much sound the start of a compressed recording promises, so that a recording that was cut off is recognised. FLAC: RFC
 * 9639, section 8.2. MP3: the frame that LAME, ffmpeg and others put before the sound (Xing Inc., VBR header; LAME tag revision 1,
 * "delay and padding"). Used by decode-compressed.ts.
 */
import type { ByteReader } from './byte-reader.js';
import { firstMp3Frame } from './mpeg-frame.js';

/** Bytes of the frame before the sound, with its table and its tag. */
const FIRST_FRAME_BYTES = 256;
const HAS_FRAMES = 1;
/** Length of each optional field after the flags, with the flag of the field: frames, bytes, table of places, quality. */
const FIELD_BYTES: readonly (readonly [flag: number, bytes: number])[] = [
  [HAS_FRAMES, 4],
  [2, 4],
  [4, 100],
  [8, 4],
];
/** Position in the tag of the samples that the encoder put before and after the sound, 12 bits each. */
const DELAY_AT = 21;

/** Samples of each channel that a FLAC or an MP3 promises; undefined if it promises none. */
export async function promisedFrames(reader: ByteReader): Promise<number | undefined> {
  return (await flacFrames(reader)) ?? (await mp3Frames(reader));
}

/** Total samples of each channel from STREAMINFO: 36 bits at bit 108 of its body, of which 0 means unknown. */
async function flacFrames(reader: ByteReader): Promise<number | undefined> {
  const head = await reader.peek(26);
  if (latin1(head, 0, 4) !== 'fLaC' || head.length < 26) return undefined;
  const view = new DataView(head.buffer, head.byteOffset);
  return (view.getUint8(21) & 0x0f) * 2 ** 32 + view.getUint32(22) || undefined;
}

/** Samples of each channel without what the encoder added; undefined if the stream begins with no such frame. */
async function mp3Frames(reader: ByteReader): Promise<number | undefined> {
  const head = await reader.peek(FIRST_FRAME_BYTES);
  const frame = firstMp3Frame(head);
  if (!frame || !['Xing', 'Info'].includes(latin1(head, frame.dataAt, 4))) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (head.length < frame.dataAt + 12) return undefined;
  const flags = view.getUint32(frame.dataAt + 4);
  if ((flags & HAS_FRAMES) === 0) return undefined;
  const fieldBytes = FIELD_BYTES.reduce((sum, [flag, bytes]) => sum + (flags & flag ? bytes : 0), 0);
  const delayAt = frame.dataAt + 8 + fieldBytes + DELAY_AT;
  const added = head.length < delayAt + 3 ? 0 : view.getUint32(delayAt - 1) & 0xffffff;
  const samples = view.getUint32(frame.dataAt + 8) * frame.samples - (added >> 12) - (added & 0xfff);
  return samples > 0 ? samples : undefined;
}

function latin1(bytes: Uint8Array, from: number, count: number): string {
  return Buffer.from(bytes.subarray(from, from + count)).toString('latin1');
}
