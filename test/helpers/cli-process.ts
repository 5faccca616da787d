/** Runs the built command as a person would: a real process, its output and exit code. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import path from 'node:path';

/** Absolute path of the repository, with a slash at its end. */
export const repoRoot = path.join(import.meta.dirname, '../../');

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function startCli(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [path.join(repoRoot, 'bin/turnwire.js'), ...args], {
    cwd: repoRoot,
    env: { ...process.env, ...env },
  });
}

export function finished(child: ChildProcessWithoutNullStreams): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

export const runCli = (args: string[], env?: NodeJS.ProcessEnv): Promise<CliResult> =>
  finished(startCli(args, env));
