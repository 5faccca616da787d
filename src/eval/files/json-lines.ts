/**
 * Reads JSON and JSON Lines files and checks them against a schema. The error of a bad file names the file, that of a bad
 * row its line. Called by the corpus reader, the run folder and the commands that take tables.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { visible } from '../../protocol/describe-shape.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { utf8Text } from '../../protocol/utf8-text.js';

/** Says in one clause what is wrong with a value that a schema refused. */
export type DescribeFault = (value: unknown, error: z.ZodError) => string;

export async function readJsonLines<T>(
  path: string,
  schema: z.ZodType<T>,
  describe?: DescribeFault,
): Promise<T[]> {
  const rows: T[] = [];
  let where = path;
  try {
    let lineNumber = 0;
    for await (const bytes of linesOf(path)) {
      where = `${path}:${++lineNumber}`;
      const line = utf8Text(bytes);
      if (line.trim() !== '') rows.push(parseJson(line, schema, where, describe));
    }
  } catch (error) {
    if (error instanceof TurnwireError) throw error;
    throw unreadable(where, error);
  }
  return rows;
}

/** The lines of a file as bytes, so that a line that is not UTF-8 can be reported with its number. */
async function* linesOf(path: string): AsyncGenerator<Uint8Array> {
  let begun: Buffer[] = [];
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    let at = 0;
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', at)) {
      yield Buffer.concat([...begun, bytes.subarray(at, end)]);
      begun = [];
      at = end + 1;
    }
    begun.push(bytes.subarray(at));
  }
  yield Buffer.concat(begun);
}

/** Reads a file that holds one JSON value. */
export async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  return parseJson(await readText(path), schema, path);
}

/** Reads a text file: UTF-8 unless `decode` does otherwise. A byte order mark at its start is dropped. */
export async function readText(path: string, decode: (bytes: Buffer) => string = utf8Text): Promise<string> {
  try {
    return decode(await readFile(path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** @param where the file, with the line if each line is a value of its own; the error names it. */
export function parseJson<T>(text: string, schema: z.ZodType<T>, where: string, describe?: DescribeFault): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The reason quotes the text with its line breaks.
    const reason = visible(messageOf(error).replace(/\s+/g, ' '));
    throw new TurnwireError('source', 'bad_json', `${where}: not JSON: ${reason}`, { cause: error });
  }
  return check(value, schema, where, describe);
}

export function unreadable(path: string, error: unknown): TurnwireError {
  return new TurnwireError('source', 'unreadable', `cannot read ${path}: ${messageOf(error)}`, {
    cause: error,
  });
}

/** Validates a value. @throws TurnwireError with `where` and the first problem. */
export function check<T>(
  value: unknown,
  schema: z.ZodType<T>,
  where: string,
  describe: DescribeFault = firstFault,
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new TurnwireError('source', 'bad_row', `${where}: ${describe(value, result.error)}`);
}

function firstFault(_: unknown, { issues: [issue] }: z.ZodError): string {
  const { path, message } = issue!;
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}
