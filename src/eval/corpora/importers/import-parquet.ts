/**
 * Imports the Parquet files of the open benchmark. A row is one complete user turn and holds its recording.
 * Source: eot-bench method, section 1. Called by `turnwire corpus import parquet`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { quantize, wavBytes } from '../../../audio/index.js';
import { TurnwireError } from '../../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { check } from '../../files/json-lines.js';
import { readParquet } from '../../files/parquet.js';
import { rowSchema, type CorpusManifest, type CorpusRow } from '../corpus-format.js';
import { intoNewCorpus } from '../into-new-corpus.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { writeImportedRows } from '../write-rows.js';

const audioSchema = z.union([
  z.object({ bytes: z.instanceof(Uint8Array) }),
  z.object({ array: z.array(z.number()), sampling_rate: z.number() }),
]);

export async function importParquet(
  files: readonly string[],
  folder: string,
  facts: CorpusFacts,
  stopped?: AbortSignal,
): Promise<CorpusManifest> {
  return intoNewCorpus(folder, 'import', stopped, (into) => writeTables(files, into, facts, stopped));
}

async function writeTables(
  files: readonly string[],
  folder: string,
  facts: CorpusFacts,
  stopped: AbortSignal | undefined,
): Promise<CorpusManifest> {
  const rows: CorpusRow[] = [];
  for (const file of files)
    for (const [index, raw] of (await readParquet(file)).entries()) {
      stopped?.throwIfAborted();
      const where = `${file} row ${index}`;
      const audio = `audio/${String(rows.length).padStart(5, '0')}`;
      const { audio: sound, silence_spans, ...columns } = raw;
      if (silence_spans === undefined)
        throw new TurnwireError(
          'source',
          'bad_row',
          `${where}: no silence_spans; this is not the benchmark's data`,
        );
      const extension = await writeSound(path.join(folder, audio), check(sound, audioSchema, where));
      rows.push(
        check({ ...withoutNulls(columns), silence_spans, audio: audio + extension }, rowSchema, where),
      );
    }
  return writeImportedRows(folder, rows, facts);
}

/** Writes the sound of a row. An encoded file is kept unchanged: the reader recognises its container by content. */
async function writeSound(base: string, sound: z.infer<typeof audioSchema>): Promise<string> {
  if ('bytes' in sound) {
    const extension = sound.bytes[0] === 0x66 ? '.flac' : '.wav';
    await writeFile(base + extension, sound.bytes);
    return extension;
  }
  if (sound.sampling_rate !== SAMPLE_RATE_HZ)
    throw new TurnwireError(
      'source',
      'bad_rate',
      `sample arrays must be 16 kHz, these have ${sound.sampling_rate} Hz`,
    );
  await writeFile(`${base}.wav`, wavBytes(quantize(Float32Array.from(sound.array))));
  return '.wav';
}

function withoutNulls(columns: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));
}
