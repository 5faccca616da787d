import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import alawmulaw from 'alawmulaw';
import { describe, expect, it } from 'vitest';
import { openAudio, openAudioChannels } from '../../src/audio/index.js';
import { beginsMono } from '../../src/audio/mpeg-frame.js';
import { joined, samplesOf, savedWav } from '../helpers/audio-files.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, chunk, encode, sine, type WavSpec } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();
const fixtures = path.join(import.meta.dirname, '../fixtures/audio');
const shared = path.join(import.meta.dirname, '../../../shared/audio');
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

const saved = async (spec: WavSpec): Promise<string> => savedWav(await tempDir(), spec);

const largestDifference = (a: Int16Array, b: Int16Array): number =>
  a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i]!)), Math.abs(a.length - b.length));

async function* pieces(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

describe('WAV', () => {
  it('passes 16 kHz PCM16 through bit for bit, both full scales included', async () => {
    const samples = Int16Array.from({ length: 40_000 }, (_, i) => ((i * 7919) % 65_536) - 32_768);
    const data = new Uint8Array(samples.buffer);
    expect(await samplesOf(await saved({ data }))).toEqual(samples);
  });

  const tone = sine(1, 16_000);
  /** Little-endian samples of 16 or 24 bits whose lowest bits are set to zero. */
  const withZeros = (samples: Buffer, bits: number): Buffer => {
    const step = samples.length / tone.length;
    return samples.map((byte, i) => (i % step === 0 ? (byte >> bits) << bits : byte)) as Buffer;
  };
  const expected = Int16Array.from(tone, (value) => Math.round(value * 32_768));
  it.each([
    { what: '8-bit', spec: { bits: 8, data: encode(tone, 8) }, tolerance: 256 },
    { what: '24-bit', spec: { bits: 24, data: encode(tone, 24) }, tolerance: 1 },
    { what: '32-bit', spec: { bits: 32, data: encode(tone, 32) }, tolerance: 1 },
    {
      what: '12-bit',
      spec: { bits: 12, blockAlign: 2, data: withZeros(encode(tone, 16), 4) },
      tolerance: 16,
    },
    { what: '20-bit', spec: { bits: 20, blockAlign: 3, data: withZeros(encode(tone, 24), 4) }, tolerance: 1 },
    {
      what: 'extensible 12-bit in 16',
      spec: { extensible: true, validBits: 12, data: withZeros(encode(tone, 16), 4) },
      tolerance: 16,
    },
    { what: '32-bit float', spec: { bits: 32, formatTag: 3, data: encode(tone, 32, true) }, tolerance: 1 },
    { what: '64-bit float', spec: { bits: 64, formatTag: 3, data: encode(tone, 64, true) }, tolerance: 1 },
    { what: 'extensible 16-bit', spec: { extensible: true, data: encode(tone, 16) }, tolerance: 0 },
    {
      what: 'extensible float',
      spec: { extensible: true, formatTag: 3, bits: 32, data: encode(tone, 32, true) },
      tolerance: 1,
    },
    { what: 'A-law', spec: { formatTag: 6, bits: 8, data: alawmulaw.alaw.encode(expected) }, tolerance: 520 },
    {
      what: 'mu-law',
      spec: { formatTag: 7, bits: 8, data: alawmulaw.mulaw.encode(expected) },
      tolerance: 520,
    },
    {
      what: 'a LIST chunk of odd size before the data',
      spec: { data: encode(tone, 16), extra: chunk('LIST', Buffer.from('abc')) },
      tolerance: 0,
    },
  ])('reads $what', async ({ spec, tolerance }) => {
    const samples = await samplesOf(await saved(spec));
    expect(largestDifference(samples, expected)).toBeLessThanOrEqual(tolerance);
  });

  it('reads the most negative 24-bit sample as negative', async () => {
    const samples = await samplesOf(await saved({ bits: 24, data: Buffer.from('000080', 'hex') }));
    expect([...samples]).toEqual([-32_768]);
  });

  it.each([8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 352_800, 768_000])(
    'resamples %i Hz without moving the sound',
    async (rateHz) => {
      const samples = await samplesOf(await saved({ rateHz, data: encode(sine(1, rateHz), 16) }));
      expect(samples).toHaveLength(16_000);
      // The first and last 20 ms hold the edge of the tone, where any band-limited filter rings.
      // The filter for telephone sound is a short one: -60 dB.
      const tolerance = rateHz === 8_000 ? 30 : 3;
      expect(largestDifference(samples.slice(320, -320), expected.slice(320, -320))).toBeLessThanOrEqual(
        tolerance,
      );
    },
  );

  it('mixes two channels and says so, or takes the one asked for', async () => {
    const left = sine(0.5, 16_000, 300);
    const right = sine(0.5, 16_000, 700);
    const both = Float64Array.from({ length: left.length * 2 }, (_, i) => (i % 2 ? right : left)[i >> 1]!);
    const file = await saved({ channels: 2, data: encode(both, 16) });
    const mixed = await openAudio(file);
    expect(mixed.warnings).toEqual([
      `${file} has 2 channels; they are mixed into one. Use --channel 0 to 1 for one of them.`,
    ]);
    const middle = Int16Array.from(left, (value, i) => Math.round(((value + right[i]!) / 2) * 32_768));
    expect(largestDifference(await joined(mixed.chunks()), middle)).toBeLessThanOrEqual(1);
    const one = await openAudio(file, { channel: 1 });
    expect(one.warnings).toEqual([]);
    expect(await joined(one.chunks())).toEqual(Int16Array.from(right, (value) => Math.round(value * 32_768)));
    await expect(openAudio(file, { channel: 2 })).rejects.toThrow(
      /has 2 channels \(0 to 1\); channel 2 does not exist/,
    );
  });

  it('gives several channels of one file from one pass', async () => {
    const both = Int16Array.from({ length: 20_000 }, (_, i) => (i % 2 ? -i : i));
    const file = await saved({ channels: 2, data: new Uint8Array(both.buffer) });
    const source = await openAudioChannels(file, [0, 1]);
    for await (const [left, right] of source.chunks()) {
      expect(left!.length).toBe(right!.length);
      expect(left![100]).toBe(200);
      expect(right![100]).toBe(-201);
      break;
    }
  });

  it('does not depend on how a pipe cuts the bytes', async () => {
    const bytes = buildWav({ rateHz: 44_100, data: encode(sine(0.7, 44_100), 16) });
    const whole = await samplesOf('-', { stdin: pieces(bytes, [bytes.length]) });
    for (const sizes of [[1], [7, 1000, 3], [65_536]]) {
      expect(await samplesOf('-', { stdin: pieces(bytes, sizes) })).toEqual(whole);
    }
    expect(whole).toHaveLength(11_200);
  });
});

describe('other doors', () => {
  it.each(['flac', 'mp3', 'ogg', 'opus'])('reads %s like the FLAC of the same tone', async (extension) => {
    const reference = await samplesOf(path.join(fixtures, 'tone.flac'));
    const samples = await samplesOf(path.join(fixtures, `tone.${extension}`));
    expect(Math.abs(samples.length - reference.length)).toBeLessThanOrEqual(160);
    expect(correlation(samples.slice(2000, 7000), reference.slice(2000, 7000))).toBeGreaterThan(0.99);
  });

  it('an MP3 of one channel has one: nothing is mixed, and there is no second to choose', async () => {
    const file = path.join(fixtures, 'tone.mp3');
    const source = await openAudio(file);
    expect(source.description).toMatchObject({ channels: 1, durationSec: 0.6 });
    expect(source.warnings).toEqual([]);
    await source.close();
    await expect(openAudio(file, { channel: 1 })).rejects.toThrow('has one channel (0)');
    const frame = readFileSync(file).subarray(20);
    expect(beginsMono(frame)).toBe(true);
    frame[3]! &= 0x3f;
    expect(beginsMono(frame)).toBe(false);
  });

  it('reads a FLAC to its last sample, where the last frame is twelve bytes of digital silence', async () => {
    const info = '664c6143 80000022 1000 1000 000000 000000 03e800f000003040';
    const md5 = '00'.repeat(16);
    const frames =
      'fff8c508006f0000006555 fff8c5080168000000092d fff8c5080261000000bda5 fff86508033f770000006a36';
    const file = path.join(await tempDir(), 'silence.flac');
    await writeFile(file, Buffer.from(`${info}${md5}${frames}`.replaceAll(' ', ''), 'hex'));
    const source = await openAudio(file);
    expect(await joined(source.chunks())).toEqual(new Int16Array(3 * 4096 + 64));
    expect(source.warnings).toEqual([expect.stringContaining('has no sound at all')]);
  });

  it.skipIf(!hasFfmpeg)('reads m4a through ffmpeg', async () => {
    const reference = await samplesOf(path.join(fixtures, 'tone.flac'));
    const samples = await samplesOf(path.join(fixtures, 'tone.m4a'));
    expect(correlation(samples.slice(2000, 7000), reference.slice(2000, 7000))).toBeGreaterThan(0.99);
  });

  it('asks for ffmpeg in one sentence where there is none', async () => {
    const before = process.env.PATH;
    process.env.PATH = await tempDir();
    try {
      await expect(openAudio(path.join(fixtures, 'tone.m4a'))).rejects.toThrow(
        /MPEG-4 \(AAC\).*no ffmpeg is on PATH; install it/,
      );
    } finally {
      process.env.PATH = before;
    }
  });

  it('takes stdin as raw PCM16, however it is cut', async () => {
    const samples = Int16Array.from({ length: 5_000 }, (_, i) => i * 13 - 30_000);
    const stdin = pieces(new Uint8Array(samples.buffer), [1, 3, 640]);
    expect(await samplesOf('-', { stdin })).toEqual(samples);
  });

  it.skipIf(!existsSync(shared))('reads the FLAC and the WAV of one recording alike', async () => {
    const wav = await samplesOf(path.join(shared, 'watson/sample1.wav'));
    const flac = await samplesOf(path.join(shared, 'watson/sample1.flac'));
    expect(wav).toHaveLength(113_546);
    expect(correlation(wav, flac)).toBeGreaterThan(0.999);
  });
});

function correlation(a: Int16Array, b: Int16Array): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
