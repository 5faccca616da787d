/** A recording that cannot be used gets one sentence; what is left of a damaged one is used, with a warning. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { joined, samplesOf, savedWav } from '../helpers/audio-files.js';
import { collectGarbage } from '../helpers/collect-garbage.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, chunk, encode, sine, type WavSpec } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();
const fixtures = path.join(import.meta.dirname, '../fixtures/audio');
const saved = async (spec: WavSpec): Promise<string> => savedWav(await tempDir(), spec);
const sound = encode(sine(2, 16_000), 16);

it.each<{ what: string; bytes: Uint8Array; code: string; says: RegExp }>([
  {
    what: 'an empty file',
    bytes: new Uint8Array(0),
    code: 'audio_empty_file',
    says: /is empty \(0 bytes\)/,
  },
  {
    what: 'text called .wav',
    bytes: Buffer.from('<html>404 Not Found</html>'),
    code: 'audio_is_text',
    says: /is text, not audio/,
  },
  {
    what: 'noise',
    bytes: Buffer.from('0001fe80aa55', 'hex'),
    code: 'audio_unknown_format',
    says: /begins with 00 01 fe 80/,
  },
  {
    what: 'no samples',
    bytes: buildWav({ data: new Uint8Array(0) }),
    code: 'audio_no_samples',
    says: /no samples/,
  },
  {
    what: 'a file cut in its header',
    bytes: buildWav({ data: sound }).subarray(0, 30),
    code: 'wav_no_data',
    says: /ends before its data/,
  },
  {
    what: 'a file cut at its first sample',
    bytes: buildWav({ data: sound }).subarray(0, 44),
    code: 'audio_no_samples',
    says: /no samples/,
  },
  {
    what: 'no channels',
    bytes: buildWav({ channels: 0, data: sound, blockAlign: 2 }),
    code: 'wav_bad_header',
    says: /it says 0 channels/,
  },
  {
    what: 'an impossible rate',
    bytes: buildWav({ rateHz: 3, data: sound }),
    code: 'wav_bad_header',
    says: /it says 3 samples a second/,
  },
  {
    what: 'an impossible depth',
    bytes: buildWav({ bits: 40, data: sound, blockAlign: 5 }),
    code: 'wav_bad_header',
    says: /40 bits a sample/,
  },
  {
    what: 'a depth in a frame of another size',
    bytes: buildWav({ bits: 12, data: sound, blockAlign: 4 }),
    code: 'wav_bad_header',
    says: /1 x 16 bits make 2 bytes a frame, and it says 4/,
  },
  {
    what: 'a frame size that contradicts',
    bytes: buildWav({ blockAlign: 4, data: sound }),
    code: 'wav_bad_header',
    says: /make 2 bytes a frame, and it says 4/,
  },
])('$what', async ({ bytes, code, says }) => {
  const file = path.join(await tempDir(), 'bad.wav');
  await writeFile(file, bytes);
  const failure = await samplesOf(file).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'source', code, message: expect.stringMatching(says) as string });
  const { message } = failure as Error;
  expect(message).toContain(file);
  expect(message).not.toContain('\n');
});

it('a pipe that ends within its first sample is known for it at once, before a log begins', async () => {
  for (const [bytes, channels] of [
    [1, 1],
    [3, 2],
  ] as const) {
    const stdin = Readable.from([new Uint8Array(bytes)]);
    await expect(
      openAudio('-', { stdin, raw: { encoding: 'pcm16', sampleRateHz: 16_000, channels } }),
    ).rejects.toMatchObject({
      code: 'audio_no_samples',
    });
  }
});

it('so is a WAV on a pipe whose writer stopped after the header', async () => {
  for (const claimedBytes of [undefined, 0, 0x7ffff000]) {
    const stdin = Readable.from([buildWav({ data: sound, claimedBytes }).subarray(0, 45)]);
    await expect(openAudio('-', { stdin })).rejects.toMatchObject({ code: 'audio_no_samples' });
  }
});

it('a WAV on stdin that only ffmpeg can decode', async () => {
  const stdin = Readable.from([buildWav({ formatTag: 0x11, bits: 4, blockAlign: 256, data: sound })]);
  await expect(openAudio('-', { stdin })).rejects.toMatchObject({
    kind: 'source',
    code: 'audio_needs_file',
    message: expect.stringMatching(
      /^stdin is WAV of format 0x0011, .+; save it to a file first\.$/,
    ) as string,
  });
});

it('a missing file, and a directory', async () => {
  const dir = await tempDir();
  await expect(openAudio(path.join(dir, 'no.wav'))).rejects.toMatchObject({ code: 'audio_not_found' });
  await expect(openAudio(dir)).rejects.toMatchObject({ code: 'audio_is_directory' });
});

it('a cut-off file: what is there is used, with a warning', async () => {
  const file = path.join(await tempDir(), 'cut.wav');
  await writeFile(file, buildWav({ data: sound }).subarray(0, 44 + 32_001));
  const source = await openAudio(file);
  expect(await joined(source.chunks())).toHaveLength(16_000);
  expect(source.warnings).toEqual([
    `${file} is cut off: the header promises 2.0 s and the file holds 1.0 s; what is there is used.`,
    `${file}: the last byte is no whole sample, so left out.`,
  ]);
});

it('a cut-off WAV on stdin: what came is used, with a warning', async () => {
  const whole = buildWav({ data: sound });
  const read = async (bytes: Uint8Array): Promise<[number, readonly string[]]> => {
    const source = await openAudio('-', { stdin: Readable.from([bytes]) });
    return [(await joined(source.chunks())).length, source.warnings];
  };
  expect(await read(whole.subarray(0, 44 + 32_000))).toEqual([
    16_000,
    ['stdin is cut off: the header promises 2.0 s and 1.0 s came; what is there is used.'],
  ]);
  for (const claimedBytes of [undefined, 0, 0x7ffff000, 0x7fffeffc]) {
    expect(await read(buildWav({ data: sound, claimedBytes }))).toEqual([32_000, []]);
  }
});

it('a header that says nothing is there, or less than is there', async () => {
  const none = await openAudio(await saved({ data: sound, claimedBytes: 0 }));
  expect(await joined(none.chunks())).toHaveLength(32_000);
  expect(none.warnings[0]).toMatch(/says 0 s of sound and 2.0 s follow; all of it is used/);
  const less = await openAudio(await saved({ data: sound, claimedBytes: 32_000 }));
  expect(await joined(less.chunks())).toHaveLength(16_000);
  expect(less.warnings[0]).toMatch(/more bytes follow the sound that its header claims/);
});

it('more sound after the first data chunk is not used, with a warning', async () => {
  const list = chunk('LIST', Buffer.from('abc'));
  const warned = async (data: Buffer, ...after: Buffer[]): Promise<[number, string[]]> => {
    const file = path.join(await tempDir(), 'two.wav');
    await writeFile(file, Buffer.concat([buildWav({ data }), ...after]));
    const source = await openAudio(file);
    const { length } = await joined(source.chunks());
    return [length, source.warnings.map((sentence) => sentence.replace(file, 'two.wav'))];
  };
  const second = [
    32_000,
    [
      expect.stringMatching(
        /^two\.wav has a second data chunk, of 2\.0 s, and only the first one is used; if/,
      ),
    ],
  ];
  expect(await warned(sound, list, chunk('data', sound))).toEqual(second);
  // Empty it holds no sound; a size that is more than the file has is no length of sound.
  expect(await warned(sound, chunk('data', Buffer.alloc(0)))).toEqual([32_000, []]);
  expect(await warned(sound, chunk('data', sound).subarray(0, 1000))).toEqual([
    32_000,
    [expect.stringMatching(/^two\.wav has a second data chunk, and only the first one is used; if/)],
  ]);
  expect(await warned(sound, buildWav({ data: sound }))).toEqual([
    32_000,
    [expect.stringMatching(/^two\.wav: a second WAV file follows the first one in it/)],
  ]);
  expect(await warned(sound, list, chunk('id3 ', Buffer.from('data')))).toEqual([32_000, []]);
});

it('says where a float file stops being a number', async () => {
  const samples = sine(1, 8_000);
  samples[4_000] = NaN;
  const file = await saved({ formatTag: 3, bits: 32, rateHz: 8_000, data: encode(samples, 32, true) });
  await expect(samplesOf(file)).rejects.toMatchObject({
    code: 'audio_not_finite',
    message: `${file}: sample 4000 (at 0.500 s, channel 0) is NaN, not a number a sound can have; export the file again as 16-bit PCM.`,
  });
});

it.each([
  [
    'tone.flac',
    3_000,
    /cut off or damaged: it promises 0\.6 s and 0\.\d s could be decoded; what is there is used\.$/,
  ],
  [
    'tone.mp3',
    1_500,
    /cut off or damaged: it promises 0\.6 s and 0\.\d s could be decoded; what is there is used\.$/,
  ],
  ['tone.ogg', 300, /is cut off: it ends within a page of Ogg Vorbis; what is there is used\.$/],
  ['tone.opus', 300, /is cut off: it ends within a page of Ogg Opus; what is there is used\.$/],
])('%s without its last %i bytes, and whole', async (name, missing, says) => {
  const whole = readFileSync(path.join(fixtures, name));
  const read = async (bytes: Uint8Array): Promise<[number, readonly string[]]> => {
    const file = path.join(await tempDir(), name);
    await writeFile(file, bytes);
    const source = await openAudio(file, { channel: 0 });
    return [(await joined(source.chunks())).length, source.warnings];
  };
  const [samples, warnings] = await read(whole.subarray(0, whole.length - missing));
  expect(samples).toBeGreaterThan(1_000);
  expect(warnings.at(-1)).toMatch(says);
  expect((await read(whole))[1]).toEqual([]);
});

it('a pipe whose ds64 chunk claims gigabytes is read without keeping them', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let mostBytes = 0;
  function* endless(): Generator<Uint8Array> {
    yield Buffer.from('RIFF\xff\xff\xff\xffWAVEds64\xf0\xff\xff\xff', 'latin1');
    for (let i = 1; i <= 400; i++) {
      yield Buffer.alloc(1 << 20);
      if (i % 100 > 0) continue;
      collectGarbage();
      mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers - before);
    }
  }
  await expect(openAudio('-', { stdin: Readable.from(endless()) })).rejects.toMatchObject({
    code: 'wav_no_data',
  });
  expect(mostBytes).toBeLessThan(60 << 20);
});

it.each(['tone.ogg', 'tone.opus'])(
  'three quarters of %s are no longer than the whole, and sound like it',
  async (name) => {
    const bytes = readFileSync(path.join(fixtures, name));
    const file = path.join(await tempDir(), name);
    await writeFile(file, bytes.subarray(0, (bytes.length * 3) / 4));
    const [part, whole] = [await samplesOf(file), await samplesOf(path.join(fixtures, name))];
    expect(part.length).toBeGreaterThan(400);
    expect(part.length).toBeLessThan(0.8 * whole.length);
    expect(part.subarray(0, 400)).toEqual(whole.subarray(0, 400));
  },
);

it('an Ogg that is cut off in its headers holds no samples', async () => {
  const file = path.join(await tempDir(), 'cut.opus');
  await writeFile(file, readFileSync(path.join(fixtures, 'tone.opus')).subarray(0, 130));
  await expect(samplesOf(file)).rejects.toMatchObject({ code: 'audio_no_samples' });
});
