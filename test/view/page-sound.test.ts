/** How the sound comes into the page. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAudioChannels, wavBytes } from '../../src/audio/index.js';
import { MulawWav, soundOfPage } from '../../src/view/index.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const tone = Int16Array.from({ length: 16_000 }, (_, i) => 8000 * Math.sin(i / 5));

/** The bytes of a `data:` address. */
const bytesOf = (src: string): Buffer => Buffer.from(src.slice(src.indexOf(',') + 1), 'base64');

describe('the sound of the page', () => {
  it('is the file itself if a browser plays it and it is small', async () => {
    const input = path.join(await tempDir(), 'call.wav');
    await writeFile(input, wavBytes(tone));
    const { src } = await soundOfPage(
      { input, container: 'WAV', pageFolder: '.', link: false },
      new MulawWav(1),
    );
    expect(src).toMatch(/^data:audio\/wav;base64,/);
    expect(bytesOf(src)).toEqual(Buffer.from(wavBytes(tone)));
  });

  it('else is a mu-law WAV of the same channels', async () => {
    const dir = await tempDir();
    const coded = new MulawWav(2);
    const other = tone.map((value) => -value / 2);
    coded.push([tone.subarray(0, 7000), other.subarray(0, 7000)]);
    coded.push([tone.subarray(7000), other.subarray(7000)]);
    const source = { input: 'ffmpeg:call.amr', container: 'AMR', pageFolder: dir, link: false };
    const { src, note } = await soundOfPage(source, coded);
    expect(note).toContain('mu-law');
    const file = path.join(dir, 'page.wav');
    await writeFile(file, bytesOf(src));
    const read = await openAudioChannels(file, [0, 1]);
    expect(read.description).toMatchObject({ sampleRateHz: 16_000, channels: 2, durationSec: 1 });
    const chunks: Int16Array[][] = [];
    for await (const chunk of read.chunks()) chunks.push(chunk);
    const [left, right] = [0, 1].map((i) => chunks.flatMap((chunk) => [...chunk[i]!]));
    left!.forEach((value, i) => expect(Math.abs(value - tone[i]!)).toBeLessThan(400));
    right!.forEach((value, i) => expect(Math.abs(value - other[i]!)).toBeLessThan(400));
  });

  it('is linked if asked for, by a path relative to the page', async () => {
    const dir = await tempDir();
    const source = {
      input: path.join(dir, 'my call.flac'),
      container: 'FLAC',
      pageFolder: path.join(dir, 'out'),
      link: true,
    };
    const { src, note } = await soundOfPage(source, new MulawWav(1));
    expect(src).toBe('../my%20call.flac');
    expect(note).toContain('must stay where it is');
  });

  it('is linked if it is too long, and left out if no browser plays the file either', async () => {
    const coded = new MulawWav(2);
    const minute = new Int16Array(60 * 16_000);
    for (let i = 0; i < 9; i++) coded.push([minute, minute]);
    expect(coded.finish()).toBeUndefined();
    const source = { input: 'long.amr', container: 'AMR', pageFolder: '.', link: false };
    expect(await soundOfPage(source, coded)).toMatchObject({
      src: '',
      note: expect.stringContaining('too long') as string,
    });
    const flac = { ...source, input: 'missing.flac', container: 'FLAC' };
    expect((await soundOfPage(flac, coded)).src).toBe('missing.flac');
  });
});
