/** Others' recordings and labels become corpora: the benchmark's Parquet, and rooms with each kind of reference. */
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { wavBytes } from '../../../src/audio/index.js';
import { callOverlaps } from '../../../src/eval/corpora/importers/call-overlaps.js';
import { importCalls } from '../../../src/eval/corpora/importers/import-call.js';
import { importParquet } from '../../../src/eval/corpora/importers/import-parquet.js';
import { importRooms } from '../../../src/eval/corpora/importers/import-rooms.js';
import { importTurns } from '../../../src/eval/corpora/importers/import-turns.js';
import type { ImportListener } from '../../../src/eval/corpora/importers/source-recordings.js';
import { intoNewCorpus } from '../../../src/eval/corpora/into-new-corpus.js';
import { openCorpus } from '../../../src/eval/corpora/open-corpus.js';
import { readRoomReference } from '../../../src/eval/corpora/room-reference.js';
import { validateCorpus } from '../../../src/eval/corpora/validate-corpus.js';
import { repoRoot } from '../../helpers/cli-process.js';
import { useTempDir } from '../../helpers/temp-dir.js';
import { buildWav } from '../../helpers/wav-fixtures.js';

const tempDir = useTempDir();
const FACTS = { name: 'c', version: '1', licence: 'CC0', synthetic: false, made: 'imported' };

describe("the benchmark's Parquet, written by pyarrow in its schema (test/fixtures/make_eot_bench_parquet.py)", () => {
  const parquet = path.join(repoRoot, 'test/fixtures/eot-bench-rows.parquet');

  test('rows, labels, context and sound arrive', async () => {
    const folder = await tempDir();
    const manifest = await importParquet([parquet], folder, FACTS);
    expect(manifest).toMatchObject({ languages: ['de', 'en'], splits: { all: 3 } });
    const corpus = await openCorpus(folder);
    expect(await validateCorpus(corpus)).toEqual([]);
    const [first, second, third] = corpus.rows;
    expect(first).toMatchObject({
      id: 'en_0001',
      language: 'en',
      silence_spans: [
        { start: 0.2, end: 0.4 },
        { start: 0.6, end: 1 },
      ],
      words: [
        { word: ' hello', start: 0, end: 0.2 },
        { word: ' there', start: 0.4, end: 0.6 },
      ],
      messages: [{ role: 'assistant', content: 'How can I help?' }],
    });
    expect(second!.language).toBe('en');
    expect(third!.words).toBeUndefined();
    expect(third!.messages).toEqual([
      { role: 'assistant', content: null },
      { role: 'user', content: 'Ja.' },
    ]);
    // 44 bytes of header and 1 s of 16-bit samples at 16 kHz.
    expect(await readFile(corpus.file(first!.audio))).toHaveLength(44 + 32_000);
  });

  test('something else is named', async () => {
    const other = path.join(await tempDir(), 'rows.parquet');
    await writeFile(other, 'no parquet at all');
    const folder = path.join(await tempDir(), 'corpus');
    await expect(importParquet([other], folder, FACTS)).rejects.toThrow('as Parquet');
    expect(existsSync(folder)).toBe(false);
  });

  test('the same rows twice are named, and no corpus is left that could not be opened', async () => {
    const folder = path.join(await tempDir(), 'corpus');
    await expect(importParquet([parquet, parquet], folder, FACTS)).rejects.toThrow('two rows have the id');
    expect(existsSync(folder)).toBe(false);
  });
});

test('a disk that is full is told in a sentence, and what was begun goes', async () => {
  const folder = path.join(await tempDir(), 'corpus');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const made = intoNewCorpus(folder, 'import', undefined, () => Promise.reject(full));
  await expect(made).rejects.toThrow(
    `The disk is full: ${folder} could not be written to its end; free some`,
  );
  expect(existsSync(folder)).toBe(false);
});

function listening() {
  const [warned, skipped]: [string[], string[]] = [[], []];
  const listener: ImportListener = {
    warned: (sentence) => void warned.push(sentence),
    skipped: ({ message }) => void skipped.push(message),
  };
  return { listener, warned, skipped };
}

/** One voice says two things, another one thing, in each format. */
const ANNA = [
  { speaker: 'anna', start: 0.5, end: 1.5, text: 'good morning' },
  { speaker: 'anna', start: 3, end: 3.5, text: 'yes' },
];
const BERT = [{ speaker: 'bert', start: 1.75, end: 2.5, text: 'hello there' }];
const BOTH = [...ANNA, ...BERT].sort((a, b) => a.start - b.start);

const textGrid = (voices: Readonly<Record<string, typeof ANNA>>) =>
  [
    ...['"ooTextFile"', '"TextGrid"', '0', '5', '<exists>', String(Object.keys(voices).length)],
    ...Object.entries(voices).flatMap(([name, said]) => [
      ...['"IntervalTier"', `"${name}"`, '0', '5', String(said.length)],
      ...said.flatMap(({ start, end, text }) => [String(start), String(end), `"${text}"`]),
    ]),
  ].join('\n');

const amiWords = (said: typeof ANNA) =>
  `<nite:root>${said
    .flatMap(({ start, end, text }) => {
      const words = text.split(' ');
      const step = (end - start) / words.length;
      return words.map(
        (word, i) => `<w starttime="${start + i * step}" endtime="${start + (i + 1) * step}">${word}</w>`,
      );
    })
    .join('\n')}</nite:root>`;

/** File name -> content, as each tool names its files for a recording called `m1`. */
const FORMATS: Record<string, Record<string, string>> = {
  RTTM: {
    'all.rttm': BOTH.map(
      ({ speaker, start, end }) => `SPEAKER m1 1 ${start} ${end - start} <NA> <NA> ${speaker} <NA> <NA>\n`,
    ).join(''),
  },
  STM: {
    'all.stm': BOTH.map(({ speaker, start, end, text }) => `m1 1 ${speaker} ${start} ${end} ${text}\n`).join(
      '',
    ),
  },
  CTM: {
    'all.ctm': BOTH.flatMap(({ speaker, start, end, text }) => {
      const words = text.split(' ');
      const step = (end - start) / words.length;
      return words.map((word, i) => `m1 ${speaker} ${start + i * step} ${step} ${word}\n`);
    }).join(''),
  },
  SegLST: {
    'all.json': JSON.stringify(
      BOTH.map(({ speaker, start, end, text }) => ({
        session_id: 'm1',
        speaker,
        start_time: start,
        end_time: end,
        words: text,
      })),
    ),
  },
  TextGrid: {
    'm1_anna.TextGrid': textGrid({ anna: ANNA }),
    'm1_bert.TextGrid': textGrid({ bert: BERT }),
  },
  'AMI words': { 'm1.anna.words.xml': amiWords(ANNA), 'm1.bert.words.xml': amiWords(BERT) },
};

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      await writeFile(path.join(folder, name), content);
      return path.join(folder, name);
    }),
  );
}

describe('rooms', () => {
  const silence = (sec: number) => wavBytes(new Int16Array(sec * 16_000)) as unknown as string;
  const RECORDINGS = { 'm1.wav': silence(5), 'm2.Mix-Headset.wav': silence(2) };

  test.each(Object.entries(FORMATS))('%s', async (format, files) => {
    const from = await tempDir();
    const audio = await write(from, RECORDINGS);
    const references = [
      ...(await write(from, files)),
      ...(await write(from, { 'm2.rttm': 'SPEAKER m2 1 0.5 1 <NA> <NA> cleo <NA> <NA>\n' })),
    ];
    const [uem] = await write(from, { 'all.uem': 'm1 1 0 4\n' });
    const [languages] = await write(from, { 'voices.json': '{"anna":"en","bert":"es"}' });
    const folder = await tempDir();
    await importRooms(
      { audio, references, uem: [uem!], languages },
      folder,
      FACTS,
      'en',
      listening().listener,
    );
    const corpus = await openCorpus(folder);
    expect(await validateCorpus(corpus)).toEqual([]);
    const [first, second] = corpus.rows;
    expect(second).toMatchObject({ id: 'm2.Mix-Headset', rttm: 'reference/m2.Mix-Headset.rttm' });
    const { speech, transcript, scored, languages: known } = (await readRoomReference(corpus, first!))!;
    const seconds = (speaker: string) =>
      speech.filter((one) => one.speaker === speaker).reduce((sum, { start, end }) => sum + end - start, 0);
    expect(seconds('anna')).toBeCloseTo(1.5, 6);
    expect(seconds('bert')).toBeCloseTo(0.75, 6);
    expect(scored).toEqual([{ session: 'm1', start: 0, end: 4 }]);
    expect(known).toEqual({ anna: 'en', bert: 'es' });
    const words = transcript
      .toSorted((a, b) => a.start - b.start)
      .map(({ text }) => text)
      .join(' ');
    expect(words).toBe(format === 'RTTM' ? '' : 'good morning hello there yes');
  });

  test('one recording takes of a reference of several what is said of it, and all where none has its name', async () => {
    const from = await tempDir();
    const line = (session: string, speaker: string) =>
      `SPEAKER ${session} 1 0.5 1 <NA> <NA> ${speaker} <NA> <NA>\n`;
    const references = await write(from, { 'all.rttm': line('m1', 'anna') + line('m2', 'cleo') });
    const voicesOf = async (name: string) => {
      const folder = await tempDir();
      const audio = await write(from, { [name]: silence(5) });
      await importRooms({ audio, references, uem: [] }, folder, FACTS, 'en', listening().listener);
      const corpus = await openCorpus(folder);
      return (await readRoomReference(corpus, corpus.rows[0]!))!.speech.map(({ speaker }) => speaker);
    };
    expect(await voicesOf('m1.wav')).toEqual(['anna']);
    expect(await voicesOf('m2.Mix-Headset.wav')).toEqual(['cleo']);
    expect(await voicesOf('monday.wav')).toEqual(['anna', 'cleo']);
  });

  test('the regions of a UEM are those of the one recording, unless they are of several others', async () => {
    const from = await tempDir();
    const audio = await write(from, { 'm1.wav': silence(5) });
    const references = await write(from, FORMATS.RTTM!);
    const startsOf = async (regions: string) => {
      const folder = await tempDir();
      const uem = await write(from, { 'scored.uem': regions });
      await importRooms({ audio, references, uem }, folder, FACTS, 'en', listening().listener);
      const corpus = await openCorpus(folder);
      return (await readRoomReference(corpus, corpus.rows[0]!))!.scored!.map(({ start }) => start);
    };
    expect(await startsOf('m1 1 1 2\nm2 1 0 2\n')).toEqual([1]);
    expect(await startsOf('meeting 1 1 2\nmeeting 1 3 4\n')).toEqual([1, 3]);
    await expect(startsOf('m2 1 0 2\nm3 1 1 2\n')).rejects.toThrow(
      'no region of the UEM is of a recording called m1: it has m2, m3',
    );
  });

  test('the regions that an STM leaves out are left out of the corpus', async () => {
    const from = await tempDir();
    const audio = await write(from, { 'm1.wav': silence(5) });
    const left = (name: string, start: number) =>
      `${name} 1 nobody ${start} ${start + 1} IGNORE_TIME_SEGMENT_IN_SCORING\n`;
    const references = await write(from, {
      'all.stm': FORMATS.STM!['all.stm']! + left('m1', 3) + left('m2', 0),
    });
    const folder = await tempDir();
    await importRooms({ audio, references, uem: [] }, folder, FACTS, 'en', listening().listener);
    const corpus = await openCorpus(folder);
    const { speech, unscored } = (await readRoomReference(corpus, corpus.rows[0]!))!;
    expect(new Set(speech.map(({ speaker }) => speaker))).toEqual(new Set(['anna', 'bert']));
    expect(unscored).toEqual([{ session: 'm1', start: 3, end: 4 }]);
  });

  test('a recording with a space in its name has references that can be read back', async () => {
    const from = await tempDir();
    const audio = await write(from, { 'monday call.wav': silence(5) });
    const references = await write(from, FORMATS.RTTM!);
    const uem = await write(from, { 'all.uem': 'm1 1 0 4\n' });
    const folder = await tempDir();
    await importRooms({ audio, references, uem }, folder, FACTS, 'en', listening().listener);
    const corpus = await openCorpus(folder);
    const { speech, scored } = (await readRoomReference(corpus, corpus.rows[0]!))!;
    expect(new Set(speech.map(({ speaker }) => speaker))).toEqual(new Set(['anna', 'bert']));
    expect(scored).toEqual([{ session: 'monday_call', start: 0, end: 4 }]);
  });

  test('a reference that the corpus would be written over is refused, and stays as it is', async () => {
    const folder = await tempDir();
    const audio = await write(folder, { 'm1.wav': silence(5) });
    const both = FORMATS.RTTM!['all.rttm']! + 'SPEAKER m2 1 0.5 1 <NA> <NA> cleo <NA> <NA>\n';
    const references = await write(path.join(folder, 'corpus/reference'), { 'm1.rttm': both });
    const link = path.join(folder, 'linked.rttm');
    await symlink(references[0]!, link);
    for (const named of [references, [link]]) {
      const imported = importRooms(
        { audio, references: named, uem: [] },
        path.join(folder, 'corpus'),
        FACTS,
        'en',
        listening().listener,
      );
      await expect(imported).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringMatching(/m1\.rttm would be written over/) as string,
      });
      expect(await readFile(references[0]!, 'utf8')).toBe(both);
    }
  });

  test('a recording that no reference speaks of is named', async () => {
    const from = await tempDir();
    const audio = await write(from, RECORDINGS);
    const references = await write(from, FORMATS.RTTM!);
    const folder = path.join(await tempDir(), 'rooms');
    const imported = importRooms({ audio, references, uem: [] }, folder, FACTS, 'en', listening().listener);
    await expect(imported).rejects.toThrow('no reference speaks of a recording called m2.Mix-Headset');
    expect(existsSync(folder)).toBe(false);
  });

  test('a bad recording among several is named and left out, what is odd about another is told', async () => {
    const from = await tempDir();
    const stereo = buildWav({
      channels: 2,
      data: Uint8Array.from({ length: 64_000 }, (_, i) => i % 7),
      claimedBytes: 128_000,
    });
    await writeFile(path.join(from, 'm2.wav'), stereo);
    const audio = [...(await write(from, { 'm1.wav': '' })), path.join(from, 'm2.wav')];
    const references = await write(from, {
      'both.rttm': [1, 2].map((n) => `SPEAKER m${n} 1 0.2 0.5 <NA> <NA> cleo <NA> <NA>\n`).join(''),
    });
    const folder = await tempDir();
    const { listener, warned, skipped } = listening();
    const manifest = await importRooms({ audio, references, uem: [] }, folder, FACTS, 'en', listener);
    expect(manifest.splits).toEqual({ all: 1 });
    expect(await readdir(path.join(folder, 'audio'))).toEqual(['m2.wav']);
    expect(skipped).toEqual([expect.stringContaining('m1.wav is empty')]);
    expect(warned).toEqual([
      expect.stringMatching(/m2\.wav has 2 channels; they are mixed into one\. /),
      expect.stringMatching(/m2\.wav is cut off: /),
    ]);
  });

  test('a bad recording that is the only one fails, and nothing is left of the import but what was there', async () => {
    const from = await tempDir();
    const audio = await write(from, { 'm1.wav': '' });
    const references = await write(from, FORMATS.RTTM!);
    const folder = await tempDir();
    await write(folder, { 'notes.txt': 'mine' });
    const imported = importRooms({ audio, references, uem: [] }, folder, FACTS, 'en', listening().listener);
    await expect(imported).rejects.toThrow('m1.wav is empty');
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });
});

test('an import that comes to nothing leaves alone what came beside it meanwhile', async () => {
  const corpora = path.join(await tempDir(), 'corpora');
  const skipped = () => mkdirSync(path.join(corpora, 'other'), { recursive: true });
  const listener = { warned: () => {}, skipped };
  const imported = importTurns(['a.wav', 'b.wav'], path.join(corpora, 'mine'), FACTS, 'en', listener);
  await expect(imported).rejects.toThrow('nothing could be imported');
  expect(await readdir(corpora)).toEqual(['other']);
});

test('a place that cannot be a folder is refused as every other output is', async () => {
  const folder = await tempDir();
  await writeFile(path.join(folder, 'file'), '');
  const corpus = path.join(folder, 'file/corpus');
  await expect(importTurns(['a.wav'], corpus, FACTS, 'en', listening().listener)).rejects.toMatchObject({
    kind: 'usage',
    message: `${corpus} cannot be written: a part of the path is a file, not a directory.`,
  });
});

describe('recordings of one name are refused before anything is made', () => {
  const files = ['d1/c.wav', 'd2/c.flac'];
  const source = (file: string) => ({ file, channel: 0 });
  const { listener } = listening();

  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['turns', (folder) => importTurns(files, folder, FACTS, 'en', listener)],
    [
      'rooms',
      (folder) => importRooms({ audio: files, references: [], uem: [] }, folder, FACTS, 'en', listener),
    ],
    [
      'calls',
      (folder) => {
        const calls = files.map((file) => ({ name: 'c', caller: source(file), agent: source(file) }));
        return importCalls(calls, folder, FACTS, 'en', listener);
      },
    ],
  ])('%s', async (_, imported) => {
    const folder = path.join(await tempDir(), 'corpus');
    await expect(imported(folder)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('d1/c.wav and d2/c.flac are both called c') as string,
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('where capital letters alone differ: elsewhere they would be one file', async () => {
    const folder = path.join(await tempDir(), 'corpus');
    const imported = importTurns(['d1/Call.wav', 'd2/call.wav'], folder, FACTS, 'en', listener);
    await expect(imported).rejects.toThrow('d1/Call.wav and d2/call.wav are called the same where a disk');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('speech of the caller over the agent', () => {
  const span = (start: number, end: number) => ({ start, end });

  test('a short word while the agent talks on is a backchannel, taking over is a claim', () => {
    const { overlaps, ambiguous } = callOverlaps([span(3, 3.4), span(11, 14)], [span(1, 6), span(9, 12)]);
    expect(ambiguous).toBe(0);
    expect(overlaps).toEqual([
      { agent: span(1, 6), bargeIns: [{ ...span(3, 3.4), class: 'backchannel' }] },
      { agent: span(9, 12), bargeIns: [{ ...span(11, 14), class: 'claim' }] },
    ]);
  });

  test.each([
    ['both began at once', [span(1.2, 1.6)], [span(1, 6)]],
    ['a breath', [span(3, 3.1)], [span(1, 6)]],
    ['the agent stopped for a short word', [span(5.2, 5.6)], [span(1, 6)]],
    ['long, but the agent went on', [span(2, 4)], [span(1, 9)]],
    ['the caller was talking already', [span(0, 1.5), span(3, 3.4)], [span(1, 6)]],
  ] as const)('unclear, set aside: %s', (_, caller, agent) => {
    const { overlaps, ambiguous } = callOverlaps(caller, agent);
    expect(overlaps).toEqual([]);
    expect(ambiguous).toBeGreaterThan(0);
  });
});
