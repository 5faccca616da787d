/** Reads Parquet files through hyparquet, with integers as numbers. Called by importers and `sweep`. */
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { faultOf, TurnwireError } from '../../protocol/errors.js';

export type ParquetRow = Record<string, unknown>;

export async function readParquet(path: string): Promise<ParquetRow[]> {
  let failed = false;
  try {
    const file = await asyncBufferFromFile(path);
    // hyparquet reads all columns at once and stops waiting for them when one fails. A second damaged column would then
    // throw an error that nobody catches and end the process, so after a failure no read ever answers.
    const slice = async (start: number, end?: number): Promise<ArrayBuffer> => {
      const bytes = await file.slice(start, end);
      return failed ? new Promise<never>(() => {}) : bytes;
    };
    const rows = await parquetReadObjects({ file: { ...file, slice }, utf8: false });
    return rows.map((row) => withoutBigInts(row) as ParquetRow);
  } catch (error) {
    failed = true;
    throw new TurnwireError('source', 'unreadable', `cannot read ${path} as Parquet: ${faultOf(error)}`, {
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
