/** Reads files named by options. Errors are of kind `usage` and name the option. */
import { readFile } from 'node:fs/promises';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { utf8Text } from '../../protocol/utf8-text.js';

export function readBytes(file: string, flag: string): Promise<Buffer> {
  return read(file, flag, (bytes) => bytes);
}

export function readText(file: string, flag: string): Promise<string> {
  return read(file, flag, utf8Text);
}

export async function readJson(file: string, flag: string): Promise<unknown> {
  const text = await readText(file, flag);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new TurnwireError(
      'usage',
      'bad_json',
      `${flag}: ${file} is not JSON: ${messageOf(error).replace(/\s+/g, ' ')}`,
    );
  }
}

async function read<T>(file: string, flag: string, decode: (bytes: Buffer) => T): Promise<T> {
  try {
    return decode(await readFile(file));
  } catch (error) {
    throw new TurnwireError('usage', 'file_unreadable', `${flag}: cannot read ${file}: ${messageOf(error)}`);
  }
}
