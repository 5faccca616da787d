export { installHint } from './audio-errors.js';
export { RAW_ENCODINGS, type RawEncoding, type RawFormat } from './decode-raw.js';
export {
  openAudio,
  openAudioChannels,
  type ChannelsWanted,
  type MultiAudioSource,
  type OpenAudioOptions,
} from './open-audio.js';
export {
  bytesFromSamples,
  joinFloats,
  joinSamples,
  quantize,
  samplesFromBytes,
  toFloat,
  type ChannelChoice,
} from './pcm.js';
export { readSamples } from './read-samples.js';
export { AUDIO_EXTENSION } from './sniff.js';
export { createWavWriter, wavBytes, wavHeader, type WavWriter } from './wav-writer.js';
