/**
 * Imports clips that hold one complete user turn each. Voice activity says where the pauses are; the silence after the
 * last speech ends the turn. Called by `turnwire corpus import turns`.
 */
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { createEnginePool } from '../../../engine/workers/create-pool.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import { intoNewCorpus } from '../into-new-corpus.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { MIN_END_SEC } from '../turn-labels.js';
import { writeImportedRows } from '../write-rows.js';
import { requireOwnNames, sourceReader, type ImportListener } from './source-recordings.js';
import { speechIn } from './speech-in.js';

export interface ImportedTurns {
  readonly manifest: CorpusManifest;
  /** Why no turn could be made of a clip, by its name. */
  readonly setAside: Readonly<Record<string, string>>;
}

export async function importTurns(
  files: readonly string[],
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<ImportedTurns> {
  requireOwnNames(files);
  return intoNewCorpus(folder, 'import', listener.stopped, (into) =>
    writeTurns(files, into, facts, language, listener),
  );
}

async function writeTurns(
  files: readonly string[],
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<ImportedTurns> {
  const read = sourceReader(files.length, listener);
  const rows: CorpusRow[] = [];
  const setAside: Record<string, string> = {};
  const pool = createEnginePool(1);
  try {
    for (const [before, file] of files.entries()) {
      const name = path.basename(file);
      const heard = (share: number) => listener.progressed?.(name, share, before, files.length);
      const samples = await read(file, 'mix');
      if (samples === undefined) continue;
      const speech = await speechIn(samples, pool, listener.stopped, heard);
      const durationSec = samples.length / SAMPLE_RATE_HZ;
      const endSec = speech.at(-1)?.end;
      if (endSec === undefined) setAside[name] = 'nobody speaks';
      else if (durationSec - endSec < MIN_END_SEC)
        setAside[name] = `ends less than ${MIN_END_SEC} s after its last word`;
      else {
        await copyFile(file, path.join(folder, 'audio', name));
        const spans = speech.map(({ end }, i) => ({ start: end, end: speech[i + 1]?.start ?? durationSec }));
        rows.push({
          id: path.parse(file).name,
          language,
          audio: `audio/${name}`,
          silence_spans: spans.map(({ start, end }) => ({ start: rounded(start), end: rounded(end) })),
        });
      }
    }
  } finally {
    await pool.close();
  }
  const reasons: Record<string, number> = {};
  for (const why of Object.values(setAside)) reasons[why] = (reasons[why] ?? 0) + 1;
  return { manifest: await writeImportedRows(folder, rows, facts, reasons), setAside };
}

const rounded = (sec: number): number => Number(sec.toFixed(3));
