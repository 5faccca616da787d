/** `turnwire serve` as a process of its own, on a free port, with one worker. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { repoRoot } from './cli-process.js';

export interface ServeProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it wrote to stderr so far. */
  readonly stderr: () => string;
  /** Exit code and signal. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
}

/** Resolves once it listens. */
export async function startProcess(
  args: readonly string[],
  cwd = repoRoot,
  nodeFlags: readonly string[] = [],
): Promise<ServeProcess> {
  const child = spawn(
    process.execPath,
    [...nodeFlags, path.join(repoRoot, 'bin/turnwire.js'), 'serve', '--port', '0', '--workers', '1', ...args],
    {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let text = '';
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = /serving on (\S+)/.exec(text);
      if (found) resolve(found[1]!);
    });
    void exited.then(() => reject(new Error(text)));
  });
  return { child, url, stderr: () => text, exited };
}
