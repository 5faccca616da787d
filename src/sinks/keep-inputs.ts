/** Stops a command from writing over a file that it reads, and two of its outputs from using one file. */
import { statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { TurnwireError } from '../protocol/errors.js';

/**
 * Call before anything is opened for writing.
 * @param outputs each flag with its file or files. undefined is skipped, and so is `-` (stdout) for `--out`, the only flag with it.
 * @throws TurnwireError kind `usage` naming the flag and the file.
 */
export function keepInputs(
  inputs: readonly string[],
  outputs: Record<string, string | undefined | readonly (string | undefined)[]>,
): void {
  const taken = new Map(inputs.filter(isFile).map((input) => [identityOf(input), 'the recording']));
  const named = Object.entries(outputs).flatMap(([flag, files]) =>
    [files].flat().map((file) => [flag, file] as const),
  );
  for (const [flag, file] of named) {
    if (file === undefined || (flag === '--out' && !isFile(file))) continue;
    if (file === '' || !isFile(file)) throw refused(flag, 'needs the name of a file');
    const info = infoOf(file);
    const identity = identityOf(file, info);
    const owner = taken.get(identity);
    if (owner) throw refused(flag, `would write ${file} over ${owner}; give another file`);
    // A device (/dev/null) or a pipe may be named twice.
    if (info?.isFile() !== false) taken.set(identity, `what ${flag} writes`);
  }
}

const isFile = (name: string): boolean => name !== '-';

const refused = (flag: string, what: string): TurnwireError =>
  new TurnwireError('usage', 'output_is_input', `${flag} ${what}.`);

/** Equal for all names of one file, links included; the full path if the file does not exist yet. */
export function identityOf(file: string, info = infoOf(file)): string {
  return info ? `${info.dev}:${info.ino}` : path.resolve(file);
}

/** Equal for names that some file system takes for one: those that differ only in case or in Unicode form. */
export function onAnyDisk(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Undefined if nothing can be found there; opening it later reports why. */
function infoOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}
