/**
 * Writes 16 kHz mono PCM16 WAV while the sound arrives. The header is rewritten after every second of sound, so a file that a crash
 * or SIGKILL leaves behind is readable up to its last second. Used by `serve --record` and `live --record`.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { diskFull, messageOf, TurnwireError } from '../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { bytesFromSamples } from './pcm.js';
import { PCM_TAG, PLAIN_HEADER_BYTES, plainWavHeader } from './wav-header.js';

export interface WavWriter {
  write(samples: Int16Array): Promise<void>;
  close(): Promise<void>;
}

export async function createWavWriter(path: string): Promise<WavWriter> {
  const failed = (cause: unknown): TurnwireError =>
    diskFull(path, cause) ??
    new TurnwireError('source', 'wav_not_writable', `${path} cannot be written: ${messageOf(cause)}.`, {
      cause,
    });
  const file = await open(path, 'w').catch((cause: unknown) => Promise.reject(failed(cause)));
  let dataBytes = 0;
  let claimedBytes = 0;
  const patch = async (): Promise<void> => {
    claimedBytes = dataBytes;
    await writeAll(file, wavHeader(dataBytes), 0);
  };
  try {
    await patch();
  } catch (error) {
    await file.close();
    throw failed(error);
  }
  return {
    async write(samples) {
      try {
        await writeAll(file, bytesFromSamples(samples), PLAIN_HEADER_BYTES + dataBytes);
        dataBytes += samples.length * 2;
        if (dataBytes - claimedBytes >= 2 * SAMPLE_RATE_HZ) await patch();
      } catch (error) {
        throw failed(error);
      }
    },
    async close() {
      try {
        await patch();
      } catch (error) {
        throw failed(error);
      } finally {
        await file.close();
      }
    },
  };
}

/** A whole 16 kHz mono PCM16 WAV in memory, for tests and small exports. */
export function wavBytes(samples: Int16Array): Uint8Array {
  return Buffer.concat([wavHeader(samples.length * 2), bytesFromSamples(samples)]);
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

/** The header of mono PCM16, for our own files and for a stream to a player. */
export function wavHeader(dataBytes: number, sampleRateHz = SAMPLE_RATE_HZ): Buffer {
  return plainWavHeader({ formatTag: PCM_TAG, channels: 1, sampleRateHz, bitsPerSample: 16 }, dataBytes);
}
