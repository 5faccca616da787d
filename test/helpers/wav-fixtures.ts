/** Builds WAV bytes of any format tag, depth and header for the audio tests; never used by the product. */
export interface WavSpec {
  formatTag?: number;
  channels?: number;
  rateHz?: number;
  bits?: number;
  /** The sound, already encoded. */
  data: Uint8Array;
  /** Number of bytes that the header claims instead of `data.length`. */
  claimedBytes?: number;
  blockAlign?: number;
  extensible?: boolean;
  /** The bits of a sample that carry sound, in an extensible header. Default: all. */
  validBits?: number;
  /** Chunks between `fmt ` and `data`. */
  extra?: Uint8Array;
}

export function buildWav(spec: WavSpec): Buffer {
  const { formatTag = 1, channels = 1, rateHz = 16_000, bits = 16, data, extensible = false } = spec;
  const blockAlign = spec.blockAlign ?? (channels * bits) / 8;
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : formatTag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rateHz, 4);
  format.writeUInt32LE(rateHz * blockAlign, 8);
  format.writeUInt16LE(blockAlign, 12);
  format.writeUInt16LE(bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(spec.validBits ?? bits, 18);
    format.writeUInt16LE(formatTag, 24);
    Buffer.from('00000000100080' + '0000aa00389b71', 'hex').copy(format, 26);
  }
  const claimed = spec.claimedBytes ?? data.length;
  return Buffer.concat([
    Buffer.from('RIFF'),
    uint32(claimed + 36),
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    spec.extra ?? new Uint8Array(0),
    Buffer.from('data'),
    uint32(claimed),
    data,
  ]);
}

export function chunk(id: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(id), uint32(body.length), body, new Uint8Array(body.length & 1)]);
}

/** Samples of a sine, -1..1. */
export function sine(seconds: number, rateHz: number, hz = 440, amplitude = 0.5): Float64Array {
  return Float64Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz),
  );
}

/** Encodes -1..1 samples as little-endian PCM or float of the given depth. */
export function encode(samples: ArrayLike<number>, bits: 8 | 16 | 24 | 32, float?: false): Buffer;
export function encode(samples: ArrayLike<number>, bits: 32 | 64, float: true): Buffer;
export function encode(samples: ArrayLike<number>, bits: 8 | 16 | 24 | 32 | 64, float = false): Buffer {
  const out = Buffer.alloc((samples.length * bits) / 8);
  for (let i = 0; i < samples.length; i++) {
    const at = (i * bits) / 8;
    const value = samples[i]!;
    if (float) {
      if (bits === 32) out.writeFloatLE(value, at);
      else out.writeDoubleLE(value, at);
    } else if (bits === 8) out.writeUInt8(Math.max(0, Math.min(255, Math.round(value * 128) + 128)), at);
    else {
      const full = 2 ** (bits - 1);
      out.writeIntLE(Math.max(-full, Math.min(full - 1, Math.round(value * full))), at, bits / 8);
    }
  }
  return out;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
