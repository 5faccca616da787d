/** A whole recording at once, for what needs it in memory: corpora, importers, benches. */
import { openAudio, type OpenAudioOptions } from './open-audio.js';
import { joinSamples } from './pcm.js';

export interface ReadSamplesOptions extends OpenAudioOptions {
  /** Told what is odd about the recording (cut off, damaged, mixed), a sentence each, when all of it is read. */
  onWarning?: (sentence: string) => void;
}

/** @returns 16 kHz mono. */
export async function readSamples(input: string, options?: ReadSamplesOptions): Promise<Int16Array> {
  const source = await openAudio(input, options);
  const chunks: Int16Array[] = [];
  for await (const chunk of source.chunks()) chunks.push(chunk);
  if (options?.onWarning) source.warnings.forEach((sentence) => options.onWarning!(sentence));
  return joinSamples(chunks);
}
