// Runs turnwire commands one after the other. Used by the report scripts.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repo = fileURLToPath(new URL('..', import.meta.url));

/** Empties the folder, unless `--resume` is given: then a run that was made with the same engines and options continues. */
export function freshFolder(folder) {
  if (!process.argv.includes('--resume')) rmSync(path.join(repo, folder), { recursive: true, force: true });
}

/** Runs a command. Exit 3 of `eval` means that some recording could not be run: the report names it, and the rest counts. */
export function turnwire(...args) {
  process.stderr.write(`turnwire ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [path.join(repo, 'bin/turnwire.js'), ...args], {
    cwd: repo,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0 && !(args[0] === 'eval' && status === 3)) process.exit(status ?? 1);
}
