export { audioErrors, installHint } from './audio-errors.js';
export {
  openAudio,
  openAudioChannels,
  type AudioDescription,
  type AudioSource,
  type ChannelsWanted,
  type MultiAudioSource,
  type OpenAudioOptions,
} from './open-audio.js';
export {
  bytesFromSamples,
  joinSamples,
  quantize,
  samplesFromBytes,
  toFloat,
  type ChannelChoice,
} from './pcm.js';
export { readSamples, type ReadSamplesOptions } from './read-samples.js';
export { createResampler, type Resampler } from './resampler.js';
export { AUDIO_EXTENSION } from './sniff.js';
export { createWavWriter, wavBytes, wavHeader, type WavWriter } from './wav-writer.js';
