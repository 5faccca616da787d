/** Reads a predictions table: JSON Lines, or the Parquet of the benchmark. Called by `turnwire sweep`. */
import { z } from 'zod';
import { check, readJsonLines } from '../files/json-lines.js';
import { readParquet } from '../files/parquet.js';
import type { Prediction } from './counted-spans.js';

const predictionSchema = z.object({
  id: z.string().min(1),
  span_index: z.int().nonnegative(),
  timestamp: z.number().optional(),
  silence_dur: z.number().nonnegative(),
  p_eot: z.number(),
  label: z.enum(['hold', 'eot']),
});

/**
 * Reads the columns id, span_index, timestamp, silence_dur, p_eot and label; others are ignored.
 * @throws TurnwireError kind `source` that names the line or row.
 */
export async function readPredictions(path: string): Promise<Prediction[]> {
  if (!path.endsWith('.parquet')) return readJsonLines(path, predictionSchema);
  const rows = await readParquet(path);
  return rows.map((row, i) => check(row, predictionSchema, `${path} row ${i}`));
}
