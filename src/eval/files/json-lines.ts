/**
 * JSON and JSON Lines files, checked: a bad value is an error that names its file, a bad row its line.
 * Called by the corpus reader, the run folder and the commands that take tables.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { withoutMark } from '../../protocol/byte-order-mark.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';

export async function* jsonLines<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let lineNumber = 0;
  try {
    const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
    for await (const line of lines) {
      lineNumber++;
      const text = lineNumber === 1 ? withoutMark(line) : line;
      if (text.trim() !== '') yield parseLine(text, schema, `${path}:${lineNumber}`);
    }
  } catch (error) {
    if (error instanceof TurnwireError) throw error;
    throw unreadable(path, error);
  }
}

export async function readJsonLines<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of jsonLines(path, schema)) rows.push(row);
  return rows;
}

function parseLine<T>(line: string, schema: z.ZodType<T>, where: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new TurnwireError('source', 'bad_json', `${where}: not JSON`, { cause: error });
  }
  return check(value, schema, where);
}

/** A file that holds one JSON value. */
export async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(await readFile(path, 'utf8')));
  } catch (error) {
    throw unreadable(path, error);
  }
  return check(value, schema, path);
}

export function unreadable(path: string, error: unknown): TurnwireError {
  return new TurnwireError('source', 'unreadable', `cannot read ${path}: ${messageOf(error)}`, {
    cause: error,
  });
}

/** Validates with zod; the first problem becomes the message, after `where`. */
export function check<T>(value: unknown, schema: z.ZodType<T>, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new TurnwireError('source', 'bad_row', `${where}: ${field}${issue.message}`);
}
