import { expect, test } from 'vitest';
import type { Corpus } from '../../../src/eval/corpora/open-corpus.js';
import { chooseRows } from '../../../src/eval/run/choose-rows.js';

const corpus = (folder: string, rows: Corpus['rows']): Corpus => ({
  ...{ name: folder, folder, manifest: null, rows },
  file: (name) => name,
});
const TURN = { id: 'a', language: 'en', audio: 'a.wav', silence_spans: [{ start: 1, end: 2 }] };

test('a corpus without rows is said to be empty, not to hold none that fits', () => {
  const full = corpus('full', [TURN]);
  expect(chooseRows([full], { endpoint: 'stream' })).toEqual([{ corpus: full, rows: [TURN] }]);
  expect(() => chooseRows([full, corpus('bare', [])], { endpoint: 'stream' })).toThrow(
    'bare is empty: its rows.jsonl has no row',
  );
  expect(() => chooseRows([full], { endpoint: 'stream', languages: ['de'] })).toThrow('no row of full fits');
});
