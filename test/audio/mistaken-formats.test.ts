/** Sound is what its bytes say, on a pipe and under any name; samples that look like a header are samples. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { joined, samplesOf } from '../helpers/audio-files.js';
import { runCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();
const fixture = (name: string): string => path.join(import.meta.dirname, '../fixtures/audio', name);
const saved = async (name: string, bytes: Uint8Array): Promise<string> => {
  const file = path.join(await tempDir(), name);
  await writeFile(file, bytes);
  return file;
};

/** Cut into pieces, so that no look at the beginning depends on what comes at once. */
function* piped(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

const stdinOf = (bytes: Uint8Array) => ({ stdin: Readable.from(piped(bytes)) });

const pcm = (...samples: number[]): Int16Array => {
  const sound = Int16Array.from({ length: 4_000 }, (_, i) => Math.round(300 * Math.sin(i / 5)));
  sound.set(samples);
  return sound;
};
const bytesOf = (samples: Int16Array): Uint8Array => new Uint8Array(samples.buffer);

/** An ID3v2.4 tag of so many zeros. */
const id3 = (size: number): Buffer =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, size >> 7, size & 127]), Buffer.alloc(size)]);

/** The same noise every time. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 0x7fffffff) >> 8);
}

it.each(['tone.flac', 'tone.mp3', 'tone.ogg', 'tone.opus'])('%s on stdin is decoded', async (name) => {
  const bytes = readFileSync(fixture(name));
  expect(await samplesOf('-', stdinOf(bytes))).toEqual(await samplesOf(fixture(name)));
});

it.each(['RF64', 'BW64'])('%s on stdin is decoded', async (magic) => {
  const bytes = buildWav({ data: bytesOf(pcm()) });
  bytes.write(magic);
  expect(await samplesOf('-', stdinOf(bytes))).toEqual(pcm());
});

it.each([
  ['AIFF', 'FORM\0\0\0\0AIFF'],
  ['WebM or Matroska', '\x1a\x45\xdf\xa3'],
  ['MPEG-4 (AAC)', '\0\0\0\x20ftypM4A '],
  ['AVI', 'RIFF\0\0\0\0AVI '],
])('%s on stdin is named and refused, not run as samples', async (label, beginning) => {
  const bytes = Buffer.concat([Buffer.from(beginning, 'latin1'), noise(5_000)]);
  await expect(samplesOf('-', stdinOf(bytes))).rejects.toMatchObject({
    code: 'audio_needs_file',
    message: expect.stringContaining(`stdin is ${label}, `) as string,
  });
});

it.each(['call.pcm', 'call.raw', 'call.s16'])('a WAV called %s is a WAV', async (name) => {
  const file = await saved(name, buildWav({ rateHz: 8_000, data: bytesOf(pcm()) }));
  const source = await openAudio(file);
  expect(source.description).toMatchObject({ container: 'WAV', sampleRateHz: 8_000 });
  expect(await joined(source.chunks())).toHaveLength(8_000);
});

it.each([
  ['a sample of -1', [-1, -1]],
  ['an MPEG header without a second', [-1025, 0x5090 - 0x10000]],
  ['an ADTS header without a second', [-3585, 0x0050, 0x0040]],
  ['printable bytes for a while', Array<number>(300).fill(0x4141)],
])('raw samples that begin with %s stay samples', async (_what, beginning) => {
  const samples = pcm(...beginning);
  expect(await samplesOf('-', stdinOf(bytesOf(samples)))).toEqual(samples);
  expect(await samplesOf(await saved('call.raw', bytesOf(samples)))).toEqual(samples);
  await expect(samplesOf(await saved('call.wav', bytesOf(samples)))).rejects.toMatchObject({
    code: 'audio_unknown_format',
  });
});

it.each(['tone.flac', 'tone.mp3'])('%s behind ID3 tags is what follows them', async (name) => {
  const bytes = Buffer.concat([id3(5_000), id3(20), readFileSync(fixture(name))]);
  expect(await samplesOf(await saved('call.mp3', bytes))).toEqual(await samplesOf(fixture(name)));
});

it('text on stdin, or called .raw, is refused', async () => {
  const page = Buffer.from('<html>\n  <h1>404 Not Found</h1>\n</html>\n'.repeat(40));
  await expect(samplesOf('-', stdinOf(page))).rejects.toMatchObject({
    code: 'audio_is_text',
    message: 'stdin is text, not audio; see what the command before the pipe writes.',
  });
  await expect(samplesOf('-', stdinOf(page.subarray(0, 20)))).rejects.toThrow('stdin is text');
  await expect(samplesOf(await saved('call.raw', page))).rejects.toThrow('is text, not audio');
});

it('what is mostly faults to its decoder is refused in one sentence, without the lines of the decoder', async () => {
  const file = await saved('call.mp3', Buffer.concat([id3(20), noise(200_000)]));
  const sentence = `turnwire: ${file} looks like MP3 and most of it cannot be decoded (-1 MPG123_ERR); it is damaged or something else: copy it again, or see what ffprobe ${file} says.\n`;
  const { code, stderr } = await runCli(['run', file, '--no-transcript']);
  expect({ code, stderr }).toEqual({ code: 3, stderr: sentence });
});

it('an MP3 with a damaged place is used, with one warning', async () => {
  const whole = readFileSync(fixture('tone.mp3')).subarray(20);
  const bytes = Buffer.concat(Array.from({ length: 40 }, () => whole));
  bytes.set(noise(3_000), 60_000);
  const source = await openAudio(await saved('call.mp3', bytes), { channel: 'mix' });
  expect((await joined(source.chunks())).length).toBeGreaterThan(300_000);
  expect(source.warnings).toEqual([expect.stringMatching(/a piece of the MP3 is damaged/)]);
});
