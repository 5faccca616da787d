// Runs turnwire commands one after the other, as a person would; used by the report scripts.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repo = fileURLToPath(new URL('..', import.meta.url));

/** Begins anew unless `--resume` is given: a run folder that was begun with these engines and options goes on. */
export function freshFolder(folder) {
  if (!process.argv.includes('--resume')) rmSync(path.join(repo, folder), { recursive: true, force: true });
}

/** Exit 3 of `eval` means that a recording could not be run: it is named, counted in the report, and the rest counts. */
export function turnwire(...args) {
  process.stderr.write(`turnwire ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [path.join(repo, 'bin/turnwire.js'), ...args], {
    cwd: repo,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0 && !(args[0] === 'eval' && status === 3)) process.exit(status ?? 1);
}
