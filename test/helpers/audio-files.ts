/** Recordings written and read by the tests of src/audio. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openAudio, type OpenAudioOptions } from '../../src/audio/index.js';
import { buildWav, type WavSpec } from './wav-fixtures.js';

/** @returns the path of a WAV file of its own in `folder`. */
export async function savedWav(folder: string, spec: WavSpec, name = 'call.wav'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, buildWav(spec));
  return file;
}

export async function samplesOf(input: string, options?: OpenAudioOptions): Promise<Int16Array> {
  const source = await openAudio(input, options);
  return await joined(source.chunks());
}

export async function joined(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Int16Array.from(parts.flatMap((part) => [...part]));
}
