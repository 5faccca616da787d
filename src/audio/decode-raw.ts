/** Reads headerless samples: PCM16, or the mu-law and A-law bytes of telephony (ITU-T G.711). The caller gives the format. */
import alawmulaw from 'alawmulaw';
import { audioWarnings } from './audio-errors.js';
import type { ByteReader } from './byte-reader.js';
import { deinterleave } from './decode-wav.js';
import type { DecodedAudio } from './decoded-audio.js';
import { samplesFromBytes, toFloat } from './pcm.js';

/** `pcm16`: signed 16-bit little-endian. `mulaw`, `alaw`: one byte a sample. */
export const RAW_ENCODINGS = ['pcm16', 'mulaw', 'alaw'] as const;
export type RawEncoding = (typeof RAW_ENCODINGS)[number];

/** What headerless bytes mean. */
export interface RawFormat {
  encoding: RawEncoding;
  sampleRateHz: number;
  channels: number;
}

/** Bytes of one sample of every channel. */
export const frameBytes = ({ encoding, channels }: RawFormat): number =>
  (encoding === 'pcm16' ? 2 : 1) * channels;

const DECODERS: Readonly<Record<RawEncoding, (bytes: Uint8Array) => Int16Array>> = {
  pcm16: samplesFromBytes,
  mulaw: (bytes) => alawmulaw.mulaw.decode(bytes),
  alaw: (bytes) => alawmulaw.alaw.decode(bytes),
};

const LABELS: Readonly<Record<RawEncoding, string>> = {
  pcm16: 'raw PCM16',
  mulaw: 'raw mu-law',
  alaw: 'raw A-law',
};

export function decodeRaw(reader: ByteReader, name: string, format: RawFormat): DecodedAudio {
  const { encoding, sampleRateHz, channels } = format;
  const decode = DECODERS[encoding];
  const warnings: string[] = [];
  return {
    container: LABELS[encoding],
    sampleRateHz,
    channels,
    frames: undefined,
    warnings,
    close: () => reader.close(),
    async *blocks() {
      const unit = frameBytes(format);
      let carried = new Uint8Array(0);
      // Whatever has arrived is passed on at once: a live pipe must not wait for a full block.
      for await (const bytes of reader.rest()) {
        const joined = carried.length > 0 ? Buffer.concat([carried, bytes]) : bytes;
        const whole = joined.length - (joined.length % unit);
        carried = joined.slice(whole);
        if (whole > 0) yield deinterleave(toFloat(decode(joined.subarray(0, whole))), channels);
      }
      if (carried.length > 0) warnings.push(audioWarnings.halfSample(name, carried.length));
    },
  };
}
