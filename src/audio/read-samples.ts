/** A whole recording at once, for what needs it in memory: corpora, importers, benches. */
import { openAudio, type OpenAudioOptions } from './open-audio.js';
import { joinSamples } from './pcm.js';

/** @returns 16 kHz mono. */
export async function readSamples(input: string, options?: OpenAudioOptions): Promise<Int16Array> {
  const chunks: Int16Array[] = [];
  for await (const chunk of (await openAudio(input, options)).chunks()) chunks.push(chunk);
  return joinSamples(chunks);
}
