/** Turns decoded audio into what the engines take: the wanted channels at 16 kHz, as int16. Called by open-audio.ts. */
import { audioErrors, audioWarnings } from './audio-errors.js';
import type { DecodedAudio } from './decoded-audio.js';
import { pickChannel, quantize, type ChannelChoice } from './pcm.js';
import { createResampler } from './resampler.js';

/** No sample of silence exceeds this: 8 steps of 16 bits is how A-law codes a silent line; dither and rounding stay below. */
const SILENCE_PEAK = 8 / 32_768;

/** Speech whose loudest sample is below this may be missed. Chosen by hand: recordings of speech at hand peak at 0.06 or more. */
const FAINT_PEAK = 0.01;

/**
 * Samples of this size are no loud sound, which stays near full scale (1), but whole numbers that were written as floats. Chosen by
 * hand.
 */
const WRONG_SCALE = 16;

/**
 * @param choices the wanted channels, checked.
 * @returns chunks with one array for each choice, equally long. At the end `decoded.warnings` names channels without any sound and a
 * level that is wrong.
 */
export async function* convert(
  decoded: DecodedAudio,
  choices: readonly ChannelChoice[],
  name: string,
): AsyncGenerator<Int16Array[]> {
  const resamplers = await Promise.all(choices.map(() => createResampler(decoded.sampleRateHz)));
  const silent = new Set(Array.from({ length: decoded.channels }, (_, channel) => channel));
  const first: number[] = [];
  const mixed = choices.includes('mix') && decoded.channels > 1;
  let [mixIsSilent, peak, frames] = [mixed, 0, 0];
  try {
    for await (const block of decoded.blocks()) {
      assertFinite(block, frames, decoded.sampleRateHz, name);
      for (const channel of silent) {
        first[channel] ??= block[channel]![0]!;
        if (hasSound(block[channel]!, first[channel])) silent.delete(channel);
      }
      frames += block[0]!.length;
      peak = Math.max(peak, peakOf(block));
      mixIsSilent &&= !hasSound(pickChannel(block, 'mix'));
      const chunk = choices.map((choice, i) => quantize(resamplers[i]!.push(pickChannel(block, choice))));
      if (chunk[0]!.length > 0) yield chunk;
    }
    if (frames === 0) throw audioErrors.noSamples(name);
    const tail = resamplers.map((resampler) => quantize(resampler.end()));
    if (tail[0]!.length > 0) yield tail;
    decoded.warnings.push(...silenceWarnings(silent, decoded.channels, choices, name));
    if (mixIsSilent && silent.size === 0) decoded.warnings.push(audioWarnings.cancels(name));
    if (silent.size < decoded.channels && peak < FAINT_PEAK)
      decoded.warnings.push(audioWarnings.faint(name, 20 * Math.log10(peak)));
    if (peak >= WRONG_SCALE) decoded.warnings.push(audioWarnings.beyondFullScale(name, peak));
  } finally {
    resamplers.forEach((resampler) => resampler.free());
    await decoded.close();
  }
}

/** @param first the first sample of the channel: around a value that stays, as of a line with nothing connected, there is no sound */
function hasSound(samples: Float32Array, first = 0): boolean {
  const level = Math.abs(first) > SILENCE_PEAK ? first : 0;
  return samples.some((value) => Math.abs(value - level) > SILENCE_PEAK);
}

function peakOf(block: readonly Float32Array[]): number {
  return block.reduce(
    (peak, samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), peak),
    0,
  );
}

/** One sentence for a recording without sound, else one for each silent channel that is used. */
function silenceWarnings(
  silent: ReadonlySet<number>,
  channels: number,
  choices: readonly ChannelChoice[],
  name: string,
): string[] {
  if (silent.size === channels) return [audioWarnings.noSound(name)];
  const used = [...silent].filter((channel) => choices.includes('mix') || choices.includes(channel));
  return used.map((channel) => audioWarnings.deadChannel(name, channel));
}

function assertFinite(block: Float32Array[], firstFrame: number, rateHz: number, name: string): void {
  block.forEach((samples, channel) => {
    const at = samples.findIndex((value) => !Number.isFinite(value));
    if (at >= 0) throw audioErrors.notFinite(name, firstFrame + at, channel, rateHz, samples[at]!);
  });
}
