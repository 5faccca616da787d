import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavBytes } from '../../../src/audio/index.js';
import { callTurns } from '../../../src/eval/corpora/importers/call-turns.js';
import { describeCorpus, formatCorpusStats } from '../../../src/eval/corpora/describe-corpus.js';
import { listCorpus } from '../../../src/eval/corpora/list-corpora.js';
import { openCorpus } from '../../../src/eval/corpora/open-corpus.js';
import { sealCorpus } from '../../../src/eval/corpora/seal-corpus.js';
import { corpusStats } from '../../../src/eval/corpora/corpus-stats.js';
import { pauseLengthsSec } from '../../../src/eval/corpora/synthesis/pause-lengths.js';
import { readRecipe, recipeLines } from '../../../src/eval/corpora/synthesis/recipe.js';
import { validateCorpus } from '../../../src/eval/corpora/validate-corpus.js';
import { seededRandom } from '../../../src/eval/basics/seeded-random.js';
import { repoRoot } from '../../helpers/cli-process.js';

let folder: string;
const ROW = { id: 'one', language: ' EN ', audio: 'audio/one.wav', silence_spans: [{ start: 0.5, end: 1 }] };

const FACTS = { name: 'c', version: '1', licence: 'CC0', synthetic: true, made: 'by hand' };

function writeCorpus(rows: readonly object[]): string {
  const corpus = mkdtempSync(path.join(folder, 'corpus-'));
  mkdirSync(path.join(corpus, 'audio'));
  writeFileSync(path.join(corpus, 'audio/one.wav'), wavBytes(new Int16Array(16_000)));
  writeFileSync(path.join(corpus, 'rows.jsonl'), rows.map((row) => JSON.stringify(row) + '\n').join(''));
  return corpus;
}

beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'turnwire-corpora-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a corpus folder', () => {
  test('rows.jsonl and audio are enough', async () => {
    const corpus = await openCorpus(writeCorpus([ROW]));
    expect(corpus.manifest).toBeNull();
    expect(corpus.rows[0]!.language).toBe('en');
    expect(await validateCorpus(corpus)).toEqual([]);
  });

  test.each([
    [[{ ...ROW, silence_spans: [{ start: 0.5 }] }], 'rows.jsonl:1: silence_spans.0.end'],
    [[ROW, ROW], 'two rows have the id one'],
  ])('bad rows are named', async (rows, words) => {
    await expect(openCorpus(writeCorpus(rows))).rejects.toThrow(words);
  });

  test('corpus.json may begin with a byte order mark, and is named when it is no JSON', async () => {
    const where = writeCorpus([ROW]);
    const file = path.join(where, 'corpus.json');
    const manifest = await sealCorpus(where, FACTS);
    writeFileSync(file, `\uFEFF${JSON.stringify(manifest)}`);
    expect((await openCorpus(where)).manifest).toEqual(manifest);
    writeFileSync(file, '{\n"name": c }');
    await expect(openCorpus(where)).rejects.toMatchObject({
      kind: 'source',
      message: expect.stringMatching(/corpus\.json: not JSON: .+$/) as string,
    });
  });

  test('stats have one line for the whole, and one for the rows of no split among others', async () => {
    const partsOf = async (rows: readonly object[]) => {
      const text = formatCorpusStats(describeCorpus(await openCorpus(writeCorpus(rows))));
      // Below the heading and the head of the table.
      const lines = text.trimEnd().split('\n').slice(3);
      return lines.map((line) => line.slice(0, 12).trimEnd());
    };
    expect(await partsOf([ROW])).toEqual(['all', 'en']);
    expect(await partsOf([ROW, { ...ROW, id: 'two', split: 'test' }])).toEqual([
      'all',
      'no split',
      'test',
      'en',
    ]);
  });

  test('a row may name files of its corpus only', async () => {
    const corpus = await openCorpus(writeCorpus([{ ...ROW, audio: '../secret.wav' }]));
    expect(() => corpus.file(corpus.rows[0]!.audio)).toThrow('outside the corpus');
  });

  test('validation finds labels past the end, overlaps, missing and changed files', async () => {
    const rows = [
      {
        ...ROW,
        silence_spans: [
          { start: 0.2, end: 0.8 },
          { start: 0.7, end: 1.4 },
        ],
      },
      { ...ROW, id: 'two', audio: 'audio/none.wav' },
    ];
    const where = writeCorpus(rows);
    await sealCorpus(where, FACTS);
    writeFileSync(path.join(where, 'audio/one.wav'), wavBytes(new Int16Array(15_999)));
    const problems = (await validateCorpus(await openCorpus(where))).join('\n');
    expect(problems).toContain('audio/one.wav differs from its sha256');
    expect(problems).toContain('silence_spans[1] overlaps the one before');
    expect(problems).toContain('labels reach 1.4 s');
    expect(problems).toContain('two: ');
  });
});

test('the lines of a recipe end before the line end, of Windows too', async () => {
  writeFileSync(path.join(folder, 'lines.txt'), '# asked => said\r\nWho? => me\r\n\r\nWhen? => now\n');
  expect(await recipeLines(path.join(folder, 'recipe.json'), 'lines.txt')).toEqual([
    'Who? => me',
    'When? => now',
  ]);
});

test('a recipe is named when it is no JSON, and a text that it names when it is not there', async () => {
  const recipe = path.join(folder, 'recipe.json');
  writeFileSync(recipe, 'kind: calls');
  const noJson = { kind: 'source', message: expect.stringContaining('recipe.json: not JSON: ') as string };
  await expect(readRecipe(recipe)).rejects.toMatchObject(noJson);
  const noText = { kind: 'source', message: expect.stringMatching(/^cannot read .*none\.txt: /) as string };
  await expect(recipeLines(recipe, 'none.txt')).rejects.toMatchObject(noText);
});

test('the embedded corpus has the pauses of the benchmark: 1000 ms at 10 %, 1600 ms at 5 %', async () => {
  const { rows } = await openCorpus(path.join(repoRoot, 'corpora/sample-calls'));
  for (const part of [
    rows,
    ...['calibrate', 'test'].map((split) => rows.filter((row) => row.split === split)),
  ]) {
    const { silenceOnly } = corpusStats(part);
    expect(silenceOnly!.latencyAt10pctSec! / 1).toBeGreaterThan(0.95);
    expect(silenceOnly!.latencyAt10pctSec! / 1).toBeLessThan(1.05);
    expect(silenceOnly!.latencyAt5pctSec! / 1.6).toBeGreaterThan(0.95);
    expect(silenceOnly!.latencyAt5pctSec! / 1.6).toBeLessThan(1.05);
  }
});

test('sample-turns holds rows of sample-calls, with the same labels and the same sound', async () => {
  const [turns, calls] = await Promise.all(
    ['sample-turns', 'sample-calls'].map((name) => openCorpus(path.join(repoRoot, 'corpora', name))),
  );
  expect(turns!.rows).toHaveLength(25);
  for (const row of turns!.rows) {
    expect(calls!.rows).toContainEqual(row);
    expect(turns!.manifest!.files[row.audio]).toBe(calls!.manifest!.files[row.audio]);
  }
  expect(await validateCorpus(turns!)).toEqual([]);
});

test('pause lengths are the quantiles of the counts, shuffled', () => {
  const lengths = pauseLengthsSec({ '0.2': 5, '0.5': 3, '2.0': 2 }, 10, seededRandom(1));
  expect(lengths.toSorted((a, b) => a - b)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2, 0.5, 0.5, 0.5, 2, 2]);
});

test('a corpus is listed with the languages of all voices of its rooms', async () => {
  const { languages } = await listCorpus(path.join(repoRoot, 'corpora/sample-rooms'));
  expect(languages).toEqual(['de', 'en', 'es', 'fr']);
});

describe('turns of a two-channel call', () => {
  const span = (start: number, end: number) => ({ start, end });

  test('pauses without the agent hold, the agent ends', () => {
    const { turns } = callTurns([span(1, 2), span(2.5, 3), span(8, 9)], [span(3.4, 7), span(10, 12)], 20);
    expect(turns).toEqual([
      { speech: [span(1, 2), span(2.5, 3)], nextSec: 8 },
      { speech: [span(8, 9)], nextSec: 20 },
    ]);
  });

  test.each([
    ['caller spoke only over the agent', [span(2, 2.4)], [span(1, 5)]],
    ['agent began before the caller ended', [span(1, 3)], [span(2.5, 5)]],
    ['agent put in a short word', [span(1, 2), span(4, 5)], [span(2.5, 2.9), span(5.5, 8)]],
    ['nobody spoke for long', [span(1, 2)], [span(9, 12)]],
    ['call ended', [span(1, 2)], []],
  ] as const)('set aside: %s', (why, caller, agent) => {
    expect(callTurns(caller, agent, 20).setAside[why]).toBe(1);
  });
});
