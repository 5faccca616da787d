/** Makes a corpus of any size from three short calls that ship, for tests of runs that are interrupted. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { repoRoot } from './cli-process.js';

const SOURCES = ['en-002a', 'en-006a', 'en-017a'];

/** @param missing number of the row whose audio file is missing. */
export function writeRepeatedCorpus(corpus: string, count: number, missing: number): void {
  mkdirSync(path.join(corpus, 'audio'), { recursive: true });
  const sample = path.join(repoRoot, 'corpora/sample-calls');
  const known = readFileSync(path.join(sample, 'rows.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; audio: string })
    .filter(({ id }) => SOURCES.includes(id));
  expect(known).toHaveLength(SOURCES.length);
  for (const { audio } of known) cpSync(path.join(sample, audio), path.join(corpus, audio));
  const rows = Array.from({ length: count }, (_, i) => ({ ...known[i % known.length]!, id: `row ${i}` }));
  rows[missing] = { ...rows[missing]!, audio: 'audio/missing.flac' };
  writeFileSync(path.join(corpus, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
