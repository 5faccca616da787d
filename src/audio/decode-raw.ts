/** Reads headerless little-endian PCM16, for example from `turnwire run -`. The caller gives the rate and the channels. */
import { audioWarnings } from './audio-errors.js';
import type { ByteReader } from './byte-reader.js';
import { deinterleave } from './decode-wav.js';
import type { DecodedAudio } from './decoded-audio.js';
import { samplesFromBytes, toFloat } from './pcm.js';

/** What headerless bytes mean. */
export interface RawFormat {
  sampleRateHz: number;
  channels: number;
}

export function decodeRaw(reader: ByteReader, name: string, format: RawFormat): DecodedAudio {
  const warnings: string[] = [];
  return {
    container: 'raw PCM16',
    ...format,
    frames: undefined,
    warnings,
    close: () => reader.close(),
    async *blocks() {
      const frameBytes = 2 * format.channels;
      let carried = new Uint8Array(0);
      // Bytes are passed on as they arrive, because a live pipe must not wait for a full block.
      for await (const bytes of reader.rest()) {
        const joined = carried.length > 0 ? Buffer.concat([carried, bytes]) : bytes;
        const whole = joined.length - (joined.length % frameBytes);
        carried = joined.slice(whole);
        if (whole > 0)
          yield deinterleave(toFloat(samplesFromBytes(joined.subarray(0, whole))), format.channels);
      }
      if (carried.length > 0) warnings.push(audioWarnings.halfSample(name, carried.length));
    },
  };
}
