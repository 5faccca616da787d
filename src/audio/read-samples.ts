/** Reads a whole recording into memory, for corpora, importers and benches. */
import { openAudio, type OpenAudioOptions } from './open-audio.js';
import { joinSamples } from './pcm.js';

export interface ReadSamplesOptions extends OpenAudioOptions {
  /** Called at the end with each sentence about the recording: cut off, damaged, mixed. */
  onWarning?: (sentence: string) => void;
}

/** @returns `[samples]` int16, 16 kHz mono */
export async function readSamples(input: string, options?: ReadSamplesOptions): Promise<Int16Array> {
  const source = await openAudio(input, options);
  const chunks: Int16Array[] = [];
  for await (const chunk of source.chunks()) chunks.push(chunk);
  if (options?.onWarning) source.warnings.forEach((sentence) => options.onWarning!(sentence));
  return joinSamples(chunks);
}
