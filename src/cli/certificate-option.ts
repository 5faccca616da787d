/** `--ca` of client and eval. */
import { readFile } from 'node:fs/promises';
import { messageOf, TurnwireError } from '../protocol/errors.js';

export async function certificateOption(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    throw new TurnwireError('usage', 'file_unreadable', `--ca: cannot read ${file}: ${messageOf(error)}`);
  }
}
