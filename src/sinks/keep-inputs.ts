/** Keeps a command from writing over what it reads, or two of its outputs over each other. */
import { statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { TurnwireError } from '../protocol/errors.js';

/**
 * Call before anything is opened for writing.
 * @param outputs flag to its file or files; undefined is no file, nor is `-` (stdout) for `--out`; other flags have no stdout.
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
    // Devices (/dev/null, a pipe) may be named twice.
    if (info?.isFile() !== false) taken.set(identity, `what ${flag} writes`);
  }
}

const isFile = (name: string): boolean => name !== '-';

const refused = (flag: string, what: string): TurnwireError =>
  new TurnwireError('usage', 'output_is_input', `${flag} ${what}.`);

/** The same for every name of a file, through links too; for a file to come, its full path. */
export function identityOf(file: string, info = infoOf(file)): string {
  return info ? `${info.dev}:${info.ino}` : path.resolve(file);
}

/** Equal for names that the file system of some machine takes for one. */
export function onAnyDisk(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Undefined where the name leads nowhere: whoever opens it says what is wrong. */
function infoOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}
