/** What becomes of a folder while a corpus is made in it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { wavBytes } from '../../../src/audio/index.js';
import { intoNewCorpus, PART_FOLDER } from '../../../src/eval/corpora/into-new-corpus.js';
import { openCorpus } from '../../../src/eval/corpora/open-corpus.js';
import { validateCorpus } from '../../../src/eval/corpora/validate-corpus.js';
import { writeRows } from '../../../src/eval/corpora/write-rows.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();
const FACTS = { name: 'c', version: '1', licence: 'CC0', synthetic: false, made: 'imported' };
const SILENCE = wavBytes(new Int16Array(16_000));

/** A corpus of one row. */
async function make(into: string): Promise<void> {
  await writeFile(path.join(into, 'audio/m1.wav'), SILENCE);
  await writeRows(into, [{ id: 'm1', language: 'en', audio: 'audio/m1.wav' }], FACTS);
}

const problemsOf = async (folder: string) => validateCorpus(await openCorpus(folder));

test('it lies in a part of its own until it is whole, and one that was killed goes into no other', async () => {
  const folder = await tempDir();
  const killed = path.join(folder, PART_FOLDER, 'audio');
  await mkdir(killed, { recursive: true });
  await writeFile(path.join(killed, 'old.wav'), SILENCE);
  await intoNewCorpus(folder, 'import', undefined, async (into) => {
    await make(into);
    expect(await readdir(folder)).toEqual([PART_FOLDER]);
  });
  expect((await readdir(folder)).sort()).toEqual(['audio', 'corpus.json', 'rows.jsonl']);
  expect(await readdir(path.join(folder, 'audio'))).toEqual(['m1.wav']);
  expect(await problemsOf(folder)).toEqual([]);
});

test('it takes in what its folder holds already, and leaves that alone when it fails', async () => {
  const folder = await tempDir();
  await mkdir(path.join(folder, 'audio'));
  await writeFile(path.join(folder, 'notes.txt'), 'mine');
  await writeFile(path.join(folder, 'audio/m1.wav'), 'of that name too');
  const failing = intoNewCorpus(folder, 'import', undefined, async (into) => {
    await make(into);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(['audio', 'audio/m1.wav', 'notes.txt']);
  await intoNewCorpus(folder, 'import', undefined, make);
  expect((await openCorpus(folder)).manifest!.files).toHaveProperty('notes.txt');
  expect(await problemsOf(folder)).toEqual([]);
});
