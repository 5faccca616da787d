/** Recordings without sound are named, and telephone bytes are read as `raw` says. */
import alawmulaw from 'alawmulaw';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openAudio, openAudioChannels, type RawFormat } from '../../src/audio/index.js';
import { rawOption } from '../../src/cli/options/raw-option.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, encode } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();

/** A WAV of one second whose channels have a tone of this amplitude each. */
async function recording(...amplitudes: readonly number[]): Promise<string> {
  const channels = amplitudes.length;
  const samples = Float64Array.from(
    { length: 16_000 * channels },
    (_, i) => amplitudes[i % channels]! * Math.sin(Math.floor(i / channels) / 5),
  );
  const file = path.join(await tempDir(), 'call.wav');
  await writeFile(file, buildWav({ channels, data: encode(samples, 16) }));
  return file;
}

async function warningsOf(file: string, channel?: number): Promise<string[]> {
  const source = await openAudio(file, { channel });
  for await (const chunk of source.chunks()) expect(chunk.length).toBeGreaterThan(0);
  return source.warnings;
}

it('channels that cancel each other out are named, and only if they are mixed', async () => {
  const file = await recording(0.4, -0.4);
  expect((await warningsOf(file)).at(-1)).toMatch(/^the channels of .*call\.wav cancel each other out/);
  expect(await warningsOf(file, 0)).toEqual([]);
  expect((await warningsOf(await recording(0.4, -0.3))).join()).not.toContain('cancel');
});

it('whole numbers that were written as floats are named: all of them are clipped', async () => {
  const of = async (peak: number): Promise<string[]> => {
    const file = path.join(await tempDir(), 'float.wav');
    const data = encode(
      Float64Array.from({ length: 16_000 }, (_, i) => peak * Math.sin(i / 5)),
      32,
      true,
    );
    await writeFile(file, buildWav({ formatTag: 3, bits: 32, data }));
    return await warningsOf(file);
  };
  expect(await of(9000)).toEqual([expect.stringMatching(/its samples reach 9000, where full scale is 1/)]);
  expect(await of(1.5)).toEqual([]);
});

describe('a recording without sound', () => {
  it('gets one sentence, with one channel or several', async () => {
    const dither = 1 / 32_768;
    for (const file of [await recording(0), await recording(0, 0), await recording(dither)]) {
      const said = (await warningsOf(file, 0)).filter((text) => text.includes('no sound'));
      expect(said).toEqual([
        expect.stringMatching(
          /call\.wav has no sound at all: its samples are zero, or all the same, or nearly so/,
        ),
      ]);
    }
  });

  it('is a value that stays, too', async () => {
    const raw: RawFormat = { encoding: 'pcm16', sampleRateHz: 16_000, channels: 1 };
    const constant = Buffer.from(new Int16Array(16_000).fill(6000).buffer);
    const source = await openAudio('-', { stdin: Readable.from([constant]), raw });
    for await (const chunk of source.chunks()) expect(chunk.length).toBeGreaterThan(0);
    expect(source.warnings).toEqual([expect.stringMatching(/^stdin has no sound at all/)]);
  });

  it('names a dead channel where it is used, and only there', async () => {
    const file = await recording(0.3, 0);
    expect(await warningsOf(file)).toEqual([
      expect.stringContaining('2 channels; they are mixed into one'),
      expect.stringMatching(/^channel 1 of .*call\.wav has no sound at all/),
    ]);
    expect(await warningsOf(file, 0)).toEqual([]);
    const both = await openAudioChannels(file, [0, 1]);
    for await (const [first] of both.chunks()) expect(first).toBeDefined();
    expect(both.warnings).toEqual([expect.stringMatching(/^channel 1 of/)]);
  });

  it('is what A-law codes of a silent line', async () => {
    const raw: RawFormat = { encoding: 'alaw', sampleRateHz: 8000, channels: 1 };
    const source = await openAudio('-', { stdin: Readable.from([Buffer.alloc(8000, 0xd5)]), raw });
    for await (const chunk of source.chunks()) expect(chunk.length).toBeGreaterThan(0);
    expect(source.warnings).toEqual([expect.stringMatching(/^stdin has no sound at all/)]);
  });

  it('is not quiet sound, which is named if speech so quiet may be missed', async () => {
    expect(await warningsOf(await recording(0.001))).toEqual([
      expect.stringMatching(/^.*call\.wav is very quiet: its loudest sample is at -60 dBFS/),
    ]);
    expect(await warningsOf(await recording(0.02))).toEqual([]);
  });
});

describe('raw bytes', () => {
  const tone = Int16Array.from({ length: 8000 }, (_, i) => 8000 * Math.sin((2 * Math.PI * 500 * i) / 8000));
  const bytesOf = {
    mulaw: alawmulaw.mulaw.encode(tone),
    alaw: alawmulaw.alaw.encode(tone),
    pcm16: new Uint8Array(tone.buffer),
  };

  it.each(['mulaw', 'alaw', 'pcm16'] as const)(
    '%s at 8 kHz is the tone that was encoded',
    async (encoding) => {
      const bytes = bytesOf[encoding];
      // Pieces of odd length: a sample may be cut by the pipe.
      const stdin = Readable.from([bytes.slice(0, 1001), bytes.slice(1001)].map((part) => Buffer.from(part)));
      const source = await openAudio('-', { stdin, raw: { encoding, sampleRateHz: 8000, channels: 1 } });
      const samples: number[] = [];
      for await (const chunk of source.chunks()) samples.push(...chunk);
      expect(samples).toHaveLength(16_000);
      const middle = samples.slice(4000, 12_000);
      const rms = Math.sqrt(middle.reduce((sum, x) => sum + x * x, 0) / middle.length);
      expect(rms).toBeGreaterThan(5500);
      expect(rms).toBeLessThan(5800);
      expect(source.warnings).toEqual([]);
    },
  );

  it('are taken as said even if they look like another format', async () => {
    const silence = Buffer.alloc(8000, 0xff);
    const raw: RawFormat = { encoding: 'mulaw', sampleRateHz: 8000, channels: 1 };
    const source = await openAudio('-', { stdin: Readable.from([silence]), raw });
    for await (const chunk of source.chunks()) expect(chunk.every((x) => x === 0)).toBe(true);
    expect(source.description).toMatchObject({ container: 'raw mu-law', sampleRateHz: 8000 });
  });
});

describe('--raw', () => {
  it.each([
    ['mulaw', { encoding: 'mulaw', sampleRateHz: 8000, channels: 1 }],
    ['alaw@16000', { encoding: 'alaw', sampleRateHz: 16_000, channels: 1 }],
    ['pcm16', { encoding: 'pcm16', sampleRateHz: 16_000, channels: 1 }],
    ['pcm16@8000', { encoding: 'pcm16', sampleRateHz: 8000, channels: 1 }],
  ])('%s', (value, format) => expect(rawOption(value, ['-'])).toEqual(format));

  it.each(['ulaw', 'mulaw@', 'mulaw@8000@1', 'mulaw@8e9', 'pcm16@eight', ''])('refuses %j', (value) => {
    expect(() => rawOption(value, ['-'])).toThrow(/--raw must be pcm16, mulaw, alaw, with @ and a rate/);
  });

  it('is refused where it has no effect', () => {
    expect(() => rawOption('mulaw', [undefined])).toThrow(/not of the microphone/);
    expect(() => rawOption('mulaw', ['ffmpeg:x'])).toThrow(/not of ffmpeg:x/);
    expect(rawOption(undefined, [undefined])).toBeUndefined();
  });
});
