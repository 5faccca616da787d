/**
 * Whisper's log-mel features, for Whisper (asr/whisper) and for Smart Turn v3, which takes 8 s of sound at unit variance
 * (eot/smart-turn-scorer.ts, lid/encoder-language.ts). Frames of 400 samples every 160, Slaney mel bands, log10 limited to 8 below
 * the maximum. test/dsp/whisper-mel.test.ts compares them with `_whisper_features.py` of pipecat-ai 1.14.0.
 */
const WHISPER_SAMPLES = 128_000;
export const WHISPER_MELS = 80;
export const WHISPER_FRAMES = 800;
const FFT = 400;
const HOP = 160;
const BINS = FFT / 2 + 1;

/**
 * @param audio `[samples]` float32, 16 kHz; the last 8 s are used, and shorter sound is padded with zeros before it
 * @returns `[bands=80, frames=800]` float32
 */
export function whisperMel(audio: Float32Array): Float32Array {
  return logMel(unitVariance(padded(audio)), WHISPER_MELS);
}

/**
 * Whisper's features of a sound, without levelling it.
 * @param sound `[samples]` 16 kHz, -1..1
 * @param bands mel bands: 80, or 128 (large-v3)
 * @returns `[bands, frames]` float32, one frame for each 160 samples
 */
export function logMel(sound: Float64Array, bands: number): Float32Array {
  const filters = filtersFor(bands);
  const frames = Math.floor(sound.length / HOP);
  const mel = new Float64Array(bands * frames);
  let highest = -Infinity;
  for (let frame = 0; frame < frames; frame += 1) {
    const power = powerAt(sound, frame * HOP - FFT / 2);
    for (const [band, filter] of filters.entries()) {
      let energy = 0;
      for (const [bin, weight] of filter) energy += weight * power[bin]!;
      const value = Math.log10(Math.max(1e-10, energy));
      mel[band * frames + frame] = value;
      if (value > highest) highest = value;
    }
  }
  return Float32Array.from(mel, (value) => (Math.max(value, highest - 8) + 4) / 4);
}

function padded(audio: Float32Array): Float32Array {
  const last = audio.subarray(Math.max(0, audio.length - WHISPER_SAMPLES));
  const out = new Float32Array(WHISPER_SAMPLES);
  out.set(last, WHISPER_SAMPLES - last.length);
  return out;
}

function unitVariance(audio: Float32Array): Float64Array {
  let sum = 0;
  let squares = 0;
  for (const x of audio) {
    sum += x;
    squares += x * x;
  }
  const mean = sum / audio.length;
  const scale = 1 / Math.sqrt(squares / audio.length - mean * mean + 1e-7);
  return Float64Array.from(audio, (x) => (x - mean) * scale);
}

const WINDOW = Float64Array.from({ length: FFT }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT));
const COS = Float64Array.from({ length: FFT }, (_, i) => Math.cos((2 * Math.PI * i) / FFT));
const SIN = Float64Array.from({ length: FFT }, (_, i) => Math.sin((2 * Math.PI * i) / FFT));
const filtersOf = new Map<number, Filters>();

/** For each band, the frequencies it takes in and their weights. */
type Filters = [bin: number, weight: number][][];

function filtersFor(bands: number): Filters {
  let filters = filtersOf.get(bands);
  if (!filters) filtersOf.set(bands, (filters = slaneyFilters(bands)));
  return filters;
}

/**
 * Power spectrum `[201]` of the windowed frame from `start`; beyond the ends the sound is mirrored. A plain Fourier sum, because 400 is
 * no power of two.
 */
function powerAt(sound: Float64Array, start: number): Float64Array {
  const even = new Float64Array(BINS);
  const odd = new Float64Array(BINS);
  const at = (i: number) => {
    const position = start + i;
    const inside =
      position < 0 ? -position : position >= sound.length ? 2 * sound.length - 2 - position : position;
    return sound[inside]! * WINDOW[i]!;
  };
  // Samples i and 400 - i have the same cosine and opposite sines, so adding them first halves the work.
  even[0] = at(0);
  even[BINS - 1] = at(FFT / 2);
  for (let i = 1; i < FFT / 2; i += 1) {
    const [a, b] = [at(i), at(FFT - i)];
    even[i] = a + b;
    odd[i] = a - b;
  }
  const power = new Float64Array(BINS);
  for (let k = 0; k < BINS; k += 1) {
    let re = 0;
    let im = 0;
    for (let i = 0, phase = 0; i < BINS; i += 1) {
      re += even[i]! * COS[phase]!;
      im += odd[i]! * SIN[phase]!;
      phase += k;
      if (phase >= FFT) phase -= FFT;
    }
    power[k] = re * re + im * im;
  }
  return power;
}

/** Triangular filters at equal distances on the Slaney mel scale (linear to 1 kHz, then logarithmic), each of unit area. */
function slaneyFilters(bands: number): Filters {
  const step = Math.log(6.4) / 27;
  const melOf = (hz: number) => (hz < 1000 ? (3 * hz) / 200 : 15 + Math.log(hz / 1000) / step);
  const hzOf = (mel: number) => (mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp(step * (mel - 15)));
  const edge = (i: number) => hzOf((melOf(8000) * i) / (bands + 1));
  return Array.from({ length: bands }, (_, band) => {
    const [from, top, to] = [edge(band), edge(band + 1), edge(band + 2)];
    const weights: [number, number][] = [];
    for (let bin = 0; bin < BINS; bin += 1) {
      const hz = (8000 * bin) / (BINS - 1);
      const weight = Math.min((hz - from) / (top - from), (to - hz) / (to - top));
      if (weight > 0) weights.push([bin, (weight * 2) / (to - from)]);
    }
    return weights;
  });
}
