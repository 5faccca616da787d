/** Parquet files through hyparquet, with integers as numbers. Called by importers and `sweep`. */
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { messageOf, TurnwireError } from '../../protocol/errors.js';

export type ParquetRow = Record<string, unknown>;

export async function readParquet(path: string): Promise<ParquetRow[]> {
  try {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), utf8: false });
    return rows.map((row) => withoutBigInts(row) as ParquetRow);
  } catch (error) {
    throw new TurnwireError('source', 'unreadable', `cannot read ${path} as Parquet: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function withoutBigInts(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Date)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutBigInts(inner)]));
}
