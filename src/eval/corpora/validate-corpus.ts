/**
 * Checks a corpus beyond the shape of its rows: files, hashes, languages, labels, references. Called by `corpus
 * validate`.
 */
import { openAudio } from '../../audio/index.js';
import { messageOf } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { LANGUAGES } from '../../protocol/languages.js';
import type { CorpusRow } from './corpus-format.js';
import { requireLabelsInSound, requireReferenceInSound } from './labels-in-sound.js';
import { readRoomReference } from './room-reference.js';
import type { Corpus } from './open-corpus.js';
import { fileHashes } from './seal-corpus.js';
import { spanProblems } from './turn-labels.js';

/** @returns a sentence for each problem; none if the corpus is sound. */
export async function validateCorpus(corpus: Corpus): Promise<string[]> {
  const problems = await checkFiles(corpus);
  if (corpus.rows.length === 0) problems.push('the corpus is empty: rows.jsonl has no row');
  for (const row of corpus.rows)
    problems.push(...(await checkRow(corpus, row)).map((problem) => `${row.id}: ${problem}`));
  return problems;
}

async function checkFiles({ folder, manifest, rows }: Corpus): Promise<string[]> {
  if (manifest === null) return [];
  const found = await fileHashes(folder);
  const problems: string[] = [];
  for (const [file, hash] of Object.entries(manifest.files))
    if (found[file] === undefined) problems.push(`${file} is in corpus.json but not in the folder`);
    else if (found[file] !== hash) problems.push(`${file} differs from its sha256 in corpus.json`);
  for (const file of Object.keys(found))
    if (manifest.files[file] === undefined) problems.push(`${file} is not in corpus.json`);
  for (const [split, count] of Object.entries(manifest.splits)) {
    const rowCount = rows.filter((row) => (row.split ?? 'all') === split).length;
    if (rowCount !== count) problems.push(`split ${split} has ${rowCount} rows, corpus.json says ${count}`);
  }
  return problems;
}

async function checkRow(corpus: Corpus, row: CorpusRow): Promise<string[]> {
  const problems = [...checkLanguage(row), ...spanProblems(row)];
  try {
    const durationSec = await audioDurationSec(corpus, row);
    requireLabelsInSound(row, durationSec);
    const reference = await readRoomReference(corpus, row);
    if (reference) requireReferenceInSound(reference, durationSec);
  } catch (error) {
    problems.push(messageOf(error));
  }
  return problems;
}

function checkLanguage({ language }: CorpusRow): string[] {
  return (LANGUAGES as readonly string[]).includes(language) ? [] : [`language ${language} is not supported`];
}

/** Length of a recording, found by decoding all of it, because a header may be wrong. */
async function audioDurationSec(corpus: Corpus, row: CorpusRow): Promise<number> {
  const source = await openAudio(corpus.file(row.audio), { channel: row.channel });
  let samples = 0;
  for await (const chunk of source.chunks()) samples += chunk.length;
  return samples / SAMPLE_RATE_HZ;
}
