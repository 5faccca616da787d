// JSON Lines files checked row by row; a bad row is an error that names its line.
// Called by the corpus reader and the commands that take tables.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { messageOf, TurnwireError } from '../../protocol/errors.js';

export async function* jsonLines<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let lineNumber = 0;
  try {
    const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
    for await (const line of lines) {
      lineNumber++;
      if (line.trim() !== '') yield parseLine(line, schema, `${path}:${lineNumber}`);
    }
  } catch (error) {
    if (error instanceof TurnwireError) throw error;
    throw new TurnwireError('source', 'unreadable', `cannot read ${path}: ${messageOf(error)}`, {
      cause: error,
    });
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

/** Validates with zod; the first problem becomes the message, after `where`. */
export function check<T>(value: unknown, schema: z.ZodType<T>, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new TurnwireError('source', 'bad_row', `${where}: ${field}${issue.message}`);
}
