/** The lanes of an evaluation, on measurements that are scripted. */
import { expect, it } from 'vitest';
import type { Corpus } from '../../../src/eval/corpora/open-corpus.js';
import { runEvaluation } from '../../../src/eval/run/run-evaluation.js';
import type { RunFolder } from '../../../src/eval/run/run-folder.js';

it('hands out no recording more once the run cannot go on', async () => {
  const row = (id: string) => ({ id, language: 'en', audio: `${id}.wav` });
  const rows = ['1', '2', '3', '4', '5'].map(row);
  const corpus = { name: 'c' } as Corpus;
  const run = { result: async () => null, writeResult: async () => {} } as unknown as RunFolder;
  const begun: string[] = [];
  const release: (() => void)[] = [];
  const evaluated = runEvaluation(
    run,
    [{ corpus, rows }],
    async (_, { id, language, audio }) => {
      begun.push(id);
      if (id === '1') throw new Error('the key is refused');
      await new Promise<void>((resolve) => release.push(resolve));
      return { corpus: 'c', id, language, audio, split: 'all', tags: {}, audioSec: 1 };
    },
    2,
    { onResult: () => {} },
  );
  await expect(evaluated).rejects.toThrow('the key is refused');
  release.forEach((resolve) => resolve());
  await new Promise(setImmediate);
  expect(begun).toEqual(['1', '2']);
});
