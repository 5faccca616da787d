/**
 * AudioWorklet processor: the microphone at the browser's own rate in, 16 kHz PCM16 in pieces of 80 ms out, by
 * windowed-sinc resampling (Blackman window, cut off below the lower of the two Nyquist rates).
 */
const OUT_RATE = 16000;
const PIECE_SAMPLES = 1280;
const ZERO_CROSSINGS = 16;
const TABLE_STEPS = 256;

class Resampler {
  constructor(inRate) {
    this.step = inRate / OUT_RATE;
    // Below 16 kHz nothing is cut away; above it the filter stretches with the ratio.
    this.stretch = Math.max(1, this.step) / 0.94;
    /** Reach of the filter to either side, input samples: no sample past the end of its table is asked for. */
    this.reach = ZERO_CROSSINGS * this.stretch;
    this.half = Math.ceil(this.reach);
    this.table = kernelTable();
    this.history = new Float32Array(2 * this.half);
    /** Position of the next output sample, in input samples from the start of `history`. */
    this.next = this.half;
  }

  /** Input `[n]` float32 in; the output samples that are due, `[m]` float32. */
  push(input) {
    const samples = new Float32Array(this.history.length + input.length);
    samples.set(this.history);
    samples.set(input, this.history.length);
    const out = [];
    for (; this.next + this.half < samples.length; this.next += this.step)
      out.push(this.at(samples, this.next));
    const drop = Math.max(0, Math.floor(this.next) - this.half);
    this.history = samples.slice(drop);
    this.next -= drop;
    return out;
  }

  at(samples, position) {
    const first = Math.max(0, Math.ceil(position - this.reach));
    const last = Math.min(samples.length - 1, Math.floor(position + this.reach));
    let sum = 0;
    for (let i = first; i <= last; i++) {
      const x = (Math.abs(i - position) / this.stretch) * TABLE_STEPS;
      const low = Math.floor(x);
      const weight = this.table[low] + (this.table[low + 1] - this.table[low]) * (x - low);
      sum += samples[i] * weight;
    }
    return sum / this.stretch;
  }
}

/** The windowed sinc at |x| = 0 to ZERO_CROSSINGS, TABLE_STEPS to a crossing. */
function kernelTable() {
  const size = ZERO_CROSSINGS * TABLE_STEPS;
  const table = new Float32Array(size + 2);
  for (let i = 0; i < size; i++) {
    const x = i / TABLE_STEPS;
    const phase = (Math.PI * i) / size;
    const window = 0.42 + 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase);
    table[i] = (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  }
  return table;
}

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.resampler = new Resampler(sampleRate);
    this.piece = new Int16Array(PIECE_SAMPLES);
    this.filled = 0;
  }

  process([channels]) {
    if (channels.length > 0) {
      for (const value of this.resampler.push(mix(channels))) {
        this.piece[this.filled++] = Math.max(-32768, Math.min(32767, Math.round(value * 32768)));
        if (this.filled === PIECE_SAMPLES) {
          this.port.postMessage(this.piece, [this.piece.buffer]);
          this.piece = new Int16Array(PIECE_SAMPLES);
          this.filled = 0;
        }
      }
    }
    return true;
  }
}

function mix(channels) {
  if (channels.length === 1) return channels[0];
  return channels[0].map((_, i) => channels.reduce((sum, channel) => sum + channel[i], 0) / channels.length);
}

registerProcessor('microphone', Microphone);
