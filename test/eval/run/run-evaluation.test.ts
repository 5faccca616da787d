/** The lanes of an evaluation, on measurements that are scripted. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Corpus } from '../../../src/eval/corpora/open-corpus.js';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import { runEvaluation } from '../../../src/eval/run/run-evaluation.js';
import type { RunFolder } from '../../../src/eval/results/run-folder.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();
const NEVER = new AbortController().signal;

it('hands out no recording more once the run cannot go on', async () => {
  const handedOut: string[] = [];
  const file = (name: string): string => {
    handedOut.push(name);
    return name;
  };
  const rows = ['1', '2', '3', '4', '5'].map((id) => ({ id, language: 'en', audio: `${id}.wav` }));
  const run = { result: async () => null, writeResult: async () => {} } as unknown as RunFolder;
  let endSecond = (): void => {};
  const secondMayEnd = new Promise<void>((resolve) => (endSecond = resolve));
  let tellStored = (): void => {};
  const secondStored = new Promise<void>((resolve) => (tellStored = resolve));
  const evaluated = runEvaluation(
    run,
    [{ corpus: { name: 'c', file } as Corpus, rows }],
    async (_, { id, language, audio }) => {
      if (id === '1') throw new Error('the key is refused');
      await secondMayEnd;
      return { corpus: 'c', id, language, audio, split: 'all', tags: {}, audioSec: 1 };
    },
    2,
    { onResult: tellStored },
    NEVER,
  );
  await expect(evaluated).rejects.toThrow('the key is refused');
  endSecond();
  await secondStored;
  // The lane that has stored its result takes its next recording, if there is one, before anything else runs.
  await new Promise(setImmediate);
  expect(handedOut).toEqual(['1.wav', '2.wav']);
});

it('measures again what was measured on another recording or reference, and nothing else', async () => {
  const folder = await tempDir();
  const file = (name: string) => path.join(folder, name);
  const rows = ['1', '2', '3'].map((id) => ({ id, language: 'en', audio: `${id}.wav`, rttm: `${id}.rttm` }));
  for (const { id } of rows) for (const end of ['wav', 'rttm']) await writeFile(file(`${id}.${end}`), id);
  const stored = new Map<string, RowResult>();
  const run = {
    result: async (_: string, id: string) => stored.get(id) ?? null,
    writeResult: async (result: RowResult) => void stored.set(result.id, result),
  } as unknown as RunFolder;
  const measured = async (): Promise<string[]> => {
    const begun: string[] = [];
    await runEvaluation(
      run,
      [{ corpus: { name: 'c', file } as Corpus, rows }],
      async (_, { id, language, audio }) => {
        begun.push(id);
        return { corpus: 'c', id, language, audio, split: 'all', tags: {}, audioSec: 1 };
      },
      1,
      { onResult: () => {} },
      NEVER,
    );
    return begun;
  };
  expect(await measured()).toEqual(['1', '2', '3']);
  expect(await measured()).toEqual([]);
  await writeFile(file('1.wav'), 'recorded again');
  await writeFile(file('3.rttm'), 'corrected');
  expect(await measured()).toEqual(['1', '3']);
  // A run of an older turnwire says nothing of its files.
  stored.set('2', { ...stored.get('2')!, filesSha256: undefined });
  expect(await measured()).toEqual([]);
});

it('gives up at once what is under way when it is stopped, and keeps what is measured', async () => {
  const stored: string[] = [];
  const run = {
    result: async () => null,
    writeResult: async ({ id }: RowResult) => void stored.push(id),
  } as unknown as RunFolder;
  const rows = ['1', '2', '3', '4'].map((id) => ({ id, language: 'en', audio: `${id}.wav` }));
  const stop = new AbortController();
  const results = await runEvaluation(
    run,
    [{ corpus: { name: 'c', file: (name: string) => name } as Corpus, rows }],
    async (_, { id, language, audio }) => {
      // Recording 2 never ends, and recording 3 fails because of the stop.
      if (id === '2') await new Promise(() => {});
      if (id === '3') stop.abort();
      if (id === '3') throw new Error('the engines are closed');
      return { corpus: 'c', id, language, audio, split: 'all', tags: {}, audioSec: 1 };
    },
    2,
    { onResult: () => {} },
    stop.signal,
  );
  expect(results.map(({ id }) => id)).toEqual(['1']);
  expect(stored).toEqual(['1']);
});
